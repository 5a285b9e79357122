#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "cli/common_options.h"
#include "cli/overrides.h"
#include "cli/quantity_option.h"
#include "cli/table_output.h"
#include "cli/verbs.h"
#include "contact/wheelset_survey.h"
#include "input/profile_file.h"

namespace fourfoot::cli {

namespace {

struct ContactGeometryOptions {
  std::string wheelset, at = "0 m";  ///< which, and where on the line
  std::string scenario;
  std::vector<std::string> set;
  std::string y = "-8 mm:0.5 mm:8 mm";
  std::string yaw = "0";
  std::string gauge_variation = "0";
  std::string load;
  std::string amplitude = "1 mm:0.5 mm:6 mm";
  std::string format = "text";
  bool conicity = false;
  bool no_roll = false;
};

using namespace contact;

struct Case {
  WheelsetOnTrack wheelset;
  Material material;
  CharacteristicOptions options;
};

void add_row(DataTable& table, const std::vector<double>& row) {
  table.columns.resize(row.size());
  for (std::size_t i = 0; i < row.size(); ++i) table.columns[i].push_back(row[i]);
}

/// Positions without a row are said, from where to where.
void say_missing(const std::vector<double>& ys, const std::vector<double>& answered) {
  std::string text;
  std::size_t missing = 0, next = 0;
  for (std::size_t i = 0; i < ys.size(); ++i) {
    const double near = 1e-6 * (ys.size() > 1 ? ys[1] - ys[0] : 1.0);
    if (next < answered.size() && std::abs(answered[next] - ys[i]) < near) {
      ++next;
      continue;
    }
    ++missing;
    const bool begins = i == 0 || (next > 0 && std::abs(answered[next - 1] - ys[i - 1]) < near);
    if (begins) text += fmt::format("{}{:.2f}", text.empty() ? "" : ", ", 1e3 * ys[i]);
    const bool ends = i + 1 == ys.size() ||
                      (next < answered.size() && std::abs(answered[next] - ys[i + 1]) < near);
    if (ends && !begins) text += fmt::format(" to {:.2f}", 1e3 * ys[i]);
  }
  if (missing == 0) return;
  fmt::print(stderr,
             "note: {} of {} positions have no row: no contact of both wheels was found at y = {} "
             "mm\n",
             missing, ys.size(), text);
}

DataTable make_characteristic(const Case& c, const std::vector<double>& ys) {
  DataTable table;
  table.names = {"y", "r_l", "r_r", "delta_r", "angle_l", "angle_r", "z", "roll", "patches"};
  table.units = {"m", "m", "m", "m", "rad", "rad", "m", "rad", "1"};
  std::vector<double> answered;
  for (const CharacteristicPoint& p : survey_characteristic(c.wheelset, ys, c.options)) {
    answered.push_back(p.y);
    const auto patches = static_cast<double>(count_patches(c.wheelset, p, c.options));
    add_row(table, {p.y, p.r_l, p.r_r, p.delta_r(), p.angle_l, p.angle_r, p.z, p.roll, patches});
  }
  say_missing(ys, answered);
  return table;
}

DataTable make_conicity(const Case& c, const std::vector<double>& ys,
                        const std::vector<double>& amplitudes) {
  DataTable table;
  table.names = {"amplitude", "conicity", "conicity_harmonic", "conicity_regression", "wavelength"};
  table.units = {"m", "1", "1", "1", "m"};
  const double reach = std::max(-ys.front(), ys.back());
  for (const Conicity& k : survey_conicity(c.wheelset, amplitudes, reach, c.options)) {
    const double none = std::nan("");
    if (k.within_range)
      add_row(table, {k.amplitude, k.klingel, k.harmonic, k.regression, k.wavelength});
    else
      add_row(table, {k.amplitude, none, none, none, none});
  }
  return table;
}

DataTable make_loaded(const Case& c, const std::vector<double>& ys, double load) {
  DataTable table;
  table.names = {"y",         "side",         "patch",       "normal", "area",   "a",
                 "b",         "pressure_max", "penetration", "angle",  "radius", "contact_x",
                 "contact_y", "y_wheel",      "weight",      "z",      "roll"};
  table.units = {"m",   "1", "1", "N", "m2", "m", "m", "Pa", "m",
                 "rad", "m", "m", "m", "m",  "1", "m", "rad"};
  std::vector<double> answered;
  for (const LoadedPatch& p : survey_loaded(c.wheelset, ys, load, c.material, c.options)) {
    if (answered.empty() || answered.back() != p.y) answered.push_back(p.y);
    const Patch& q = p.patch;
    add_row(table, {p.y, p.side == Side::left ? 1.0 : -1.0, static_cast<double>(p.number), p.normal,
                    p.area, p.a, p.b, p.pressure_max, q.penetration, q.angle, q.radius, q.p_TC.x(),
                    q.p_TC.y(), q.y_wheel, q.weight, p.z, p.roll});
  }
  say_missing(ys, answered);
  return table;
}

int contact_geometry(const ContactGeometryOptions& options) {
  const std::vector<double> ys = read_range("--y", options.y, "m");
  Case c;
  c.options.yaw = read_quantity("--yaw", options.yaw, "rad");
  if (std::abs(c.options.yaw) > 0.2)
    throw InputError(Finding{"out-of-range", {}, "--yaw must be within -0.2 and 0.2 rad"});
  c.options.shifts.gauge_variation =
      read_quantity("--gauge-variation", options.gauge_variation, "m");
  c.options.with_roll = !options.no_roll;
  input::WheelRailFile file =
      input::read_wheel_rail(options.scenario, parse_overrides(options.set),
                             {options.wheelset, read_quantity("--at", options.at, "m")});
  c.wheelset = std::move(file.wheelset);
  c.material = file.material;
  if (options.conicity) {
    const auto amplitudes = read_range("--amplitude", options.amplitude, "m");
    print_table(make_conicity(c, ys, amplitudes), options.format, stdout);
  } else if (!options.load.empty()) {
    const double load = read_quantity("--load", options.load, "N");
    if (!(load > 0.0)) throw InputError(Finding{"out-of-range", {}, "--load must be positive"});
    print_table(make_loaded(c, ys, load), options.format, stdout);
  } else {
    print_table(make_characteristic(c, ys), options.format, stdout);
  }
  return exit_done;
}

}  // namespace

void add_contact_geometry(Verbs& verbs) {
  auto [verb, options] = verbs.add<ContactGeometryOptions>(
      "contact-geometry", "rolling radii, contact angles, patches, equivalent conicity",
      contact_geometry);
  verb.scenario(options.scenario, options.set);
  verb.option("--wheelset", options.wheelset, "which wheelset; default: the first");
  verb.option("--at", options.at, "where on the line, for its rails").shows_default();
  verb.option("--y", options.y, "lateral positions from:step:to, or one").shows_default();
  verb.option("--yaw", options.yaw, "yaw angle").shows_default();
  verb.option("--gauge-variation", options.gauge_variation, "increase of the gauge")
      .shows_default();
  verb.option("--load", options.load,
              "vertical load of each wheel: forces and areas of each patch, as ellipses (Hertz) "
              "whatever contact.normal says");
  verb.flag("--conicity", options.conicity, "equivalent conicity over amplitude");
  verb.option("--amplitude", options.amplitude, "amplitudes from:step:to of --conicity, or one")
      .shows_default();
  verb.flag("--no-roll", options.no_roll, "keep the axle level, as EN 15302's references do");
  add_format(verb, options.format, {"text", "csv", "json"});
}

}  // namespace fourfoot::cli
