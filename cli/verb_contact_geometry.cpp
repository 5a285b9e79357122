#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "base/error.h"
#include "cli/common_options.h"
#include "cli/overrides.h"
#include "cli/quantity_option.h"
#include "cli/table_output.h"
#include "cli/verbs.h"
#include "contact/geometry/conicity.h"
#include "contact/loaded_wheelset.h"
#include "contact/normal/hertz.h"
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
  SearchScratch scratch;
};

void add_row(DataTable& table, const std::vector<double>& row) {
  table.columns.resize(row.size());
  for (std::size_t i = 0; i < row.size(); ++i) table.columns[i].push_back(row[i]);
}

std::vector<CharacteristicPoint> calc_points(const Case& c, const std::vector<double>& ys) {
  const double step = ys.size() > 1 ? ys[1] - ys[0] : 1.0;
  auto points =
      calc_characteristic(c.wheelset, ys.front(), ys.back() + 1e-9 * step, step, c.options);
  if (points.empty()) throw RunError("at none of these positions do both wheels touch their rails");
  return points;
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
void say_missing(const std::vector<double>& ys, const std::vector<CharacteristicPoint>& points) {
  std::vector<double> answered;
  for (const CharacteristicPoint& p : points) answered.push_back(p.y);
  say_missing(ys, answered);
}

/// Regions that touch in rigid contact, within a micrometre.
double count_patches(Case& c, const CharacteristicPoint& p) {
  SearchOptions search;
  search.margin = 1e-6;
  search.place = PatchPlace::deepest;
  std::size_t count = 0;
  for (const Side side : {Side::left, Side::right}) {
    const WheelRailPair& pair = c.wheelset.side(side);
    const double z = side == Side::left ? p.z_l : p.z_r;
    PatchList patches;
    contact::find_patches(
        pair, make_axle_frame(pair, side, {p.y, z, p.roll, c.options.yaw}, c.options.shifts),
        search, c.scratch, patches);
    count += patches.size();
  }
  return static_cast<double>(count);
}

DataTable make_characteristic(Case& c, const std::vector<double>& ys) {
  DataTable table;
  table.names = {"y", "r_l", "r_r", "delta_r", "angle_l", "angle_r", "z", "roll", "patches"};
  table.units = {"m", "m", "m", "m", "rad", "rad", "m", "rad", "1"};
  const auto points = calc_points(c, ys);
  say_missing(ys, points);
  for (const CharacteristicPoint& p : points)
    add_row(table, {p.y, p.r_l, p.r_r, p.delta_r(), p.angle_l, p.angle_r, p.z, p.roll,
                    count_patches(c, p)});
  return table;
}

DataTable make_conicity(const Case& c, const std::vector<double>& ys,
                        const std::vector<double>& amplitudes) {
  constexpr double width = 0.2;  // of a wheel, amply: no contact farther out
  const double reach = std::max({-ys.front(), ys.back(), amplitudes.back() + 1e-3});
  const int n = static_cast<int>(std::ceil(std::min(reach, width) / 0.05e-3));
  std::vector<double> fine;
  for (int i = -n; i <= n; ++i) fine.push_back(i * 0.05e-3);
  const auto points = calc_points(c, fine);
  const RadiusDifference d = get_radius_difference(points);
  const double e = c.wheelset.left.wheel.half_span() + c.wheelset.right.wheel.half_span();
  const double r0 = 0.5 * (c.wheelset.left.wheel.radius() + c.wheelset.right.wheel.radius());
  DataTable table;
  table.names = {"amplitude", "conicity", "conicity_harmonic", "conicity_regression", "wavelength"};
  table.units = {"m", "1", "1", "1", "m"};
  for (double a : amplitudes) {
    if (!(a > 0.0))
      throw InputError(Finding{"out-of-range", {}, "amplitudes of --conicity must be positive"});
    const Conicity k = calc_conicity(d, a, e, r0);
    const double none = std::nan("");
    if (k.within_range)
      add_row(table, {a, k.klingel, k.harmonic, k.regression, k.wavelength});
    else
      add_row(table, {a, none, none, none, none});
  }
  return table;
}

void add_loaded(const Case& c, Side side, double y, const LoadedWheelset& loaded,
                DataTable& table) {
  double number = 0.0;
  for (const Patch& q : loaded.side(side)) {
    const auto h =
        HertzLaw<double>(q.curvature_x, q.curvature_y_region, c.material.contact_modulus())
            .calc_from_penetration(q.penetration);
    add_row(table, {y, side == Side::left ? 1.0 : -1.0, ++number, q.weight * h.normal,
                    std::numbers::pi * h.a * h.b, h.a, h.b, h.pressure_max, q.penetration, q.angle,
                    q.radius, q.p_TC.x(), q.p_TC.y(), q.y_wheel, q.weight,
                    side == Side::left ? loaded.z_l : loaded.z_r, loaded.roll});
  }
}

DataTable make_loaded(Case& c, const std::vector<double>& ys, double load) {
  DataTable table;
  table.names = {"y",         "side",         "patch",       "normal", "area",   "a",
                 "b",         "pressure_max", "penetration", "angle",  "radius", "contact_x",
                 "contact_y", "y_wheel",      "weight",      "z",      "roll"};
  table.units = {"m",   "1", "1", "N", "m2", "m", "m", "Pa", "m",
                 "rad", "m", "m", "m", "m",  "1", "m", "rad"};
  std::vector<double> answered;
  for (const CharacteristicPoint& p : calc_points(c, ys)) {
    const auto loaded = find_loaded(c.wheelset, p, c.options, load, c.material, c.scratch);
    if (!loaded) continue;
    answered.push_back(p.y);
    for (Side side : {Side::left, Side::right}) add_loaded(c, side, p.y, *loaded, table);
  }
  if (answered.empty()) throw RunError("at none of these positions do the rails carry the load");
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
  verb.option("--gauge-variation", options.gauge_variation, "gauge wider by").shows_default();
  verb.option("--load", options.load, "vertical load of each wheel: forces and areas a patch");
  verb.flag("--conicity", options.conicity, "equivalent conicity over amplitude");
  verb.option("--amplitude", options.amplitude, "amplitudes from:step:to of --conicity, or one")
      .shows_default();
  verb.flag("--no-roll", options.no_roll, "keep the axle level, as EN 15302's references do");
  add_format(verb, options.format, {"text", "csv", "json"});
}

}  // namespace fourfoot::cli
