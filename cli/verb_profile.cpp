#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "cli/common_options.h"
#include "cli/outputs.h"
#include "cli/quantity_option.h"
#include "cli/table_output.h"
#include "cli/verbs.h"
#include "input/profile_file.h"

namespace fourfoot::cli {

namespace {

struct ProfileOptions {
  std::string file;
  std::string kind, unit;              ///< empty: the file tells
  std::string smoothing, tape_circle;  ///< lengths as typed; empty: default
  std::string step = "2 mm";
  std::string output;  ///< SVG file
  std::string format = "text";
  bool force = false;  ///< replace a file of another kind
};

struct ProfileRow {
  double s;
  profile::CurvePoint at;
};
constexpr ColumnOf<ProfileRow> profile_columns[] = {
    {"s", "m", [](const ProfileRow& r) { return r.s; }},
    {"y", "m", [](const ProfileRow& r) { return r.at.y; }},
    {"z", "m", [](const ProfileRow& r) { return r.at.z; }},
    {"slope", "1", [](const ProfileRow& r) { return r.at.tz / r.at.ty; }},
    {"angle", "rad", [](const ProfileRow& r) { return std::atan2(r.at.tz, r.at.ty); }},
    {"curvature", "1/m", [](const ProfileRow& r) { return r.at.curvature; }}};

DataTable make_table(const profile::Profile& p, double step) {
  TableOf<ProfileRow> table(profile_columns);
  const int n = std::max(1, static_cast<int>(std::floor(p.curve.length() / step + 1e-9)));
  for (int i = 0; i <= n; ++i) {
    const double s = std::min(i * step, p.curve.length());
    table.add({s, p.curve.calc(s)});
  }
  return table.take();
}

struct Box {
  double y0 = 1e9, y1 = -1e9, z0 = 1e9, z1 = -1e9;
};

Box measure(const profile::Profile& p) {
  Box box;
  for (int i = 0; i <= 1000; ++i) {
    const profile::CurvePoint c = p.curve.calc(p.curve.length() * i / 1000);
    box.y0 = std::min(box.y0, c.y);
    box.y1 = std::max(box.y1, c.y);
    box.z0 = std::min(box.z0, c.z);
    box.z1 = std::max(box.z1, c.z);
  }
  return box;
}

/// Letters are twice as high as wide, so a row covers twice what a column does.
void plot(const profile::Profile& p) {
  const Box box = measure(p);
  const int width = 76;
  const double column = (box.y1 - box.y0) / (width - 1);
  const int height = std::clamp(static_cast<int>((box.z1 - box.z0) / (2.0 * column)) + 1, 3, 40);
  const double row = std::max((box.z1 - box.z0) / (height - 1), 1e-9);
  std::vector<std::string> lines(static_cast<std::size_t>(height), std::string(width, ' '));
  for (int i = 0; i <= 4000; ++i) {
    const profile::CurvePoint c = p.curve.calc(p.curve.length() * i / 4000);
    const auto r = static_cast<std::size_t>(std::lround((box.z1 - c.z) / row));
    const auto k = static_cast<std::size_t>(std::lround((c.y - box.y0) / column));
    lines[std::min(r, lines.size() - 1)][std::min<std::size_t>(k, width - 1)] = '*';
  }
  for (std::string& line : lines) {
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print("{}\n", line);
  }
}

/// Lines every 10 mm with their numbers, the axes through the tape circle or the rail's top darker.
std::string draw_scales(const Box& box, double x0, double z0, double w, double h) {
  std::string out;
  const auto add = [&](double at, bool is_y) {
    const char* colour = at == 0.0 ? "#888" : "#ddd";
    if (is_y)
      out += fmt::format(
          "<path d=\"M{0:.3f},0 V{1:.2f}\" stroke=\"{2}\" stroke-width=\"0.1\"/>"
          "<text x=\"{0:.3f}\" y=\"{3:.2f}\" text-anchor=\"middle\">{4:.0f}</text>\n",
          x0 + at, h - 9.0, colour, h - 5.0, at);
    else
      out += fmt::format(
          "<path d=\"M9,{0:.3f} H{1:.2f}\" stroke=\"{2}\" stroke-width=\"0.1\"/>"
          "<text x=\"8\" y=\"{3:.3f}\" text-anchor=\"end\">{4:.0f}</text>\n",
          z0 - at, w, colour, z0 - at + 1.0, at);
  };
  constexpr double mm = 1e3, step = 10.0;
  for (double k = std::ceil(box.y0 * mm / step); k * step <= box.y1 * mm; ++k)
    add(k * step + 0.0, true);
  for (double k = std::ceil(box.z0 * mm / step); k * step <= box.z1 * mm; ++k)
    add(k * step + 0.0, false);
  return out + fmt::format(
                   "<text x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"end\">y [mm]</text>\n"
                   "<text x=\"1\" y=\"4\">z [mm]</text>\n",
                   w - 1.0, h - 1.0);
}

/// In full size.
std::string draw_svg(const profile::Profile& p) {
  const Box box = measure(p);
  const double margin = 6.0, mm = 1e3;
  const double left = 12.0, below = 12.0;  // room for numbers
  const double w = (box.y1 - box.y0) * mm + left + margin,
               h = (box.z1 - box.z0) * mm + below + margin;
  std::string path;
  const int n = std::max(200, static_cast<int>(p.curve.length() / 0.25e-3));
  for (int i = 0; i <= n; ++i) {
    const profile::CurvePoint c = p.curve.calc(p.curve.length() * i / n);
    path += fmt::format("{}{:.4f},{:.4f}", i == 0 ? "M" : " L", (c.y - box.y0) * mm + left,
                        (box.z1 - c.z) * mm + margin);
  }
  const double x0 = -box.y0 * mm + left, z0 = box.z1 * mm + margin;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.2f}mm\" height=\"{1:.2f}mm\" "
      "viewBox=\"0 0 {0:.2f} {1:.2f}\" font-family=\"sans-serif\" font-size=\"2.8\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{2}"
      "<path d=\"{3}\" fill=\"none\" stroke=\"black\" stroke-width=\"0.3\"/>\n</svg>\n",
      w, h, draw_scales(box, x0, z0, w, h), path);
}

void write_profile_svg(const profile::Profile& p, const std::string& name) {
  results::write_output(name, draw_svg(p));
}

int profile(const ProfileOptions& options) {
  using profile::ProfileKind;
  profile::PointOptions given;
  if (!options.kind.empty())
    given.kind = options.kind == "wheel" ? ProfileKind::wheel : ProfileKind::rail;
  if (!options.unit.empty()) given.length_unit = options.unit == "mm" ? 1e-3 : 1.0;
  if (!options.smoothing.empty())
    given.tolerance = read_quantity("--smoothing", options.smoothing, "m");
  if (!options.tape_circle.empty())
    given.tape_circle = read_quantity("--tape-circle", options.tape_circle, "m");
  const double step = read_quantity("--step", options.step, "m");
  if (!(step >= 1e-6))
    throw InputError(Finding{"out-of-range", {}, "--step must be at least 1 um"});
  check_picture("-o", options.output, {options.file}, options.force);
  const profile::Profile p = input::read_profile_file(options.file, given);
  if (!options.output.empty()) write_profile_svg(p, options.output);
  if (options.format != "text") {
    for (const profile::Repair& r : p.repairs) fmt::print(stderr, "{}: {}\n", r.id, r.message);
    print_table(make_table(p, step), options.format, stdout);
    return exit_done;
  }
  const Box box = measure(p);
  fmt::print("{}: a good {} profile{}\n", options.file,
             p.kind == ProfileKind::wheel ? "wheel" : "rail",
             p.name.empty() ? "" : " (" + p.name + ")");
  fmt::print("length    {:.3f} mm, y {:.3f} to {:.3f} mm, z {:.3f} to {:.3f} mm\n",
             p.curve.length() * 1e3, box.y0 * 1e3, box.y1 * 1e3, box.z0 * 1e3, box.z1 * 1e3);
  if (p.tolerance > 0.0)
    fmt::print("smoothed  {:.3g} mm root mean square, {:.3g} mm at most (allowed {:.3g} mm)\n",
               p.rms_residual * 1e3, p.max_residual * 1e3, p.tolerance * 1e3);
  for (const profile::Repair& r : p.repairs) fmt::print("repaired  {}: {}\n", r.id, r.message);
  fmt::print("\n");
  plot(p);
  fmt::print("\n");
  print_table(make_table(p, step), "text", stdout);
  return exit_done;
}

}  // namespace

void add_profile(Verbs& verbs) {
  auto [verb, options] =
      verbs.add<ProfileOptions>("profile", "check and plot a wheel or rail profile file", profile);
  verb.option("file", options.file, "TOML, .prw, .prr, .whl, .ban or two columns").required();
  verb.option("--kind", options.kind, "kind of profile, if the file does not state it")
      .one_of({"wheel", "rail"});
  verb.option("--unit", options.unit, "unit of a point file, if the file does not state it")
      .one_of({"mm", "m"});
  verb.option("--smoothing", options.smoothing,
              "r.m.s. distance allowed between profile and points");
  verb.option("--tape-circle", options.tape_circle, "wheel: y of the tape circle in the file");
  verb.option("--step", options.step, "distance of the rows along the profile").shows_default();
  verb.option("-o,--output", options.output, "draw it to this SVG file");
  add_force(verb, options.force);
  add_format(verb, options.format, {"text", "csv", "json"});
}

}  // namespace fourfoot::cli
