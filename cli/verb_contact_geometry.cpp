#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "cli/common_options.h"
#include "cli/outputs.h"
#include "cli/overrides.h"
#include "cli/patch_picture.h"
#include "cli/quantity_option.h"
#include "cli/table_output.h"
#include "cli/verbs.h"
#include "contact/patch_cases.h"
#include "contact/wheelset_survey.h"
#include "contact/wheelset_traction.h"
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
  std::string law;  ///< "exact", or none
  std::string friction = "0.3", nu_x = "0", nu_y = "0";
  std::string speed = "0", ratio = "1", decay = "0.6 s/m";  ///< falling friction
  std::string dundurs = "0";
  int grid = 60;
  std::string output;  ///< SVG file
  bool force = false;
};

using namespace contact;

struct Case {
  WheelsetOnTrack wheelset;
  Material material;
  CharacteristicOptions options;
};

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

struct SurveyRow {
  CharacteristicPoint at;
  double patches;
};
constexpr ColumnOf<SurveyRow> survey_columns[] = {
    {"y", "m", [](const SurveyRow& r) { return r.at.y; }},
    {"r_l", "m", [](const SurveyRow& r) { return r.at.r_l; }},
    {"r_r", "m", [](const SurveyRow& r) { return r.at.r_r; }},
    {"delta_r", "m", [](const SurveyRow& r) { return r.at.delta_r(); }},
    {"angle_l", "rad", [](const SurveyRow& r) { return r.at.angle_l; }},
    {"angle_r", "rad", [](const SurveyRow& r) { return r.at.angle_r; }},
    {"z", "m", [](const SurveyRow& r) { return r.at.z; }},
    {"roll", "rad", [](const SurveyRow& r) { return r.at.roll; }},
    {"patches", "1", [](const SurveyRow& r) { return r.patches; }}};

DataTable make_characteristic(const Case& c, const std::vector<double>& ys) {
  TableOf<SurveyRow> table(survey_columns);
  std::vector<double> answered;
  for (const CharacteristicPoint& p : survey_characteristic(c.wheelset, ys, c.options)) {
    answered.push_back(p.y);
    table.add({p, static_cast<double>(count_patches(c.wheelset, p, c.options))});
  }
  say_missing(ys, answered);
  return table.take();
}

double get_in_range(const Conicity& c, double value) {
  return c.within_range ? value : std::nan("");
}
constexpr ColumnOf<Conicity> conicity_columns[] = {
    {"amplitude", "m", [](const Conicity& c) { return c.amplitude; }},
    {"conicity", "1", [](const Conicity& c) { return get_in_range(c, c.klingel); }},
    {"conicity_harmonic", "1", [](const Conicity& c) { return get_in_range(c, c.harmonic); }},
    {"conicity_regression", "1", [](const Conicity& c) { return get_in_range(c, c.regression); }},
    {"wavelength", "m", [](const Conicity& c) { return get_in_range(c, c.wavelength); }}};

DataTable make_conicity(const Case& c, const std::vector<double>& ys,
                        const std::vector<double>& amplitudes) {
  const double reach = std::max(-ys.front(), ys.back());
  return tabulate<Conicity>(conicity_columns,
                            survey_conicity(c.wheelset, amplitudes, reach, c.options));
}

constexpr ColumnOf<LoadedPatch> loaded_columns[] = {
    {"y", "m", [](const LoadedPatch& p) { return p.y; }},
    {"side", "1", [](const LoadedPatch& p) { return p.side == Side::left ? 1.0 : -1.0; }},
    {"patch", "1", [](const LoadedPatch& p) { return static_cast<double>(p.number); }},
    {"normal", "N", [](const LoadedPatch& p) { return p.normal; }},
    {"area", "m2", [](const LoadedPatch& p) { return p.area; }},
    {"a", "m", [](const LoadedPatch& p) { return p.a; }},
    {"b", "m", [](const LoadedPatch& p) { return p.b; }},
    {"pressure_max", "Pa", [](const LoadedPatch& p) { return p.pressure_max; }},
    {"penetration", "m", [](const LoadedPatch& p) { return p.patch.penetration; }},
    {"angle", "rad", [](const LoadedPatch& p) { return p.patch.angle; }},
    {"radius", "m", [](const LoadedPatch& p) { return p.patch.radius; }},
    {"contact_x", "m", [](const LoadedPatch& p) { return p.patch.p_TC.x(); }},
    {"contact_y", "m", [](const LoadedPatch& p) { return p.patch.p_TC.y(); }},
    {"y_wheel", "m", [](const LoadedPatch& p) { return p.patch.y_wheel; }},
    {"weight", "1", [](const LoadedPatch& p) { return p.patch.weight; }},
    {"z", "m", [](const LoadedPatch& p) { return p.z; }},
    {"roll", "rad", [](const LoadedPatch& p) { return p.roll; }}};

DataTable make_loaded(const Case& c, const std::vector<double>& ys, double load) {
  TableOf<LoadedPatch> table(loaded_columns);
  std::vector<double> answered;
  for (const LoadedPatch& p : survey_loaded(c.wheelset, ys, load, c.material, c.options)) {
    if (answered.empty() || answered.back() != p.y) answered.push_back(p.y);
    table.add(p);
  }
  say_missing(ys, answered);
  return table.take();
}

double read_within(const std::string& option, const std::string& text, const char* unit, double low,
                   double high) {
  const double value = read_quantity(option, text, unit);
  if (value >= low && value <= high) return value;
  throw InputError(Finding{
      "out-of-range",
      {},
      fmt::format("{} must be within {} and {}{}{}", option, low, high,
                  std::string(unit) == "1" ? "" : " ", std::string(unit) == "1" ? "" : unit)});
}

TractionOptions read_traction(const ContactGeometryOptions& options) {
  TractionOptions out;
  out.elements = options.grid;
  if (out.elements < 8 || out.elements > 120 || out.elements % 2 != 0)
    throw InputError(Finding{
        "out-of-range", {}, "the grid of exact theory must be an even number from 8 to 120"});
  out.friction = read_within("--friction", options.friction, "1", 0.0, 10.0);
  out.nu_x = read_within("--nu-x", options.nu_x, "1", -1.0, 1.0);
  out.nu_y = read_within("--nu-y", options.nu_y, "1", -1.0, 1.0);
  out.dundurs = read_within("--dundurs", options.dundurs, "1", -0.5, 0.5);
  out.rolling.speed = read_within("--speed", options.speed, "m/s", 0.0, 1000.0);
  out.rolling.falling.limit_ratio = read_within("--friction-ratio", options.ratio, "1", 0.0, 1.0);
  out.rolling.falling.decay = read_within("--friction-decay", options.decay, "s/m", 0.0, 1e6);
  return out;
}

constexpr ColumnOf<TractionPatch> traction_columns[] = {
    {"y", "m", [](const TractionPatch& p) { return p.y; }},
    {"side", "1", [](const TractionPatch& p) { return p.side == Side::left ? 1.0 : -1.0; }},
    {"patch", "1", [](const TractionPatch& p) { return static_cast<double>(p.number); }},
    {"normal", "N", [](const TractionPatch& p) { return p.normal; }},
    {"area", "m2", [](const TractionPatch& p) { return p.area; }},
    {"pressure_max", "Pa", [](const TractionPatch& p) { return p.pressure_max; }},
    {"angle", "rad", [](const TractionPatch& p) { return p.angle; }},
    {"radius", "m", [](const TractionPatch& p) { return p.radius; }},
    {"contact_x", "m", [](const TractionPatch& p) { return p.contact_x; }},
    {"contact_y", "m", [](const TractionPatch& p) { return p.contact_y; }},
    {"nu_x", "1", [](const TractionPatch& p) { return p.slip.nu_x; }},
    {"nu_y", "1", [](const TractionPatch& p) { return p.slip.nu_y; }},
    {"spin", "1/m", [](const TractionPatch& p) { return p.slip.spin; }},
    {"fx", "N", [](const TractionPatch& p) { return p.force.fx + 0.0; }},  // -0 becomes 0
    {"fy", "N", [](const TractionPatch& p) { return p.force.fy + 0.0; }},
    {"mz", "N m", [](const TractionPatch& p) { return p.force.mz + 0.0; }},
    {"slip_share", "1", [](const TractionPatch& p) { return p.force.slip_share; }}};

/// Patches by exact theory; drawn if asked for.
void show_traction(const ContactGeometryOptions& options, const Case& c,
                   const std::vector<double>& ys) {
  const TractionOptions traction = read_traction(options);
  const double load = read_within("--load", options.load, "N", 1.0, 1e9);
  std::vector<double> answered;
  const std::vector<TractionPatch> patches =
      survey_traction(c.wheelset, ys, load, c.material, c.options, traction);
  for (const TractionPatch& p : patches) {
    if (answered.empty() || answered.back() != p.y) answered.push_back(p.y);
  }
  if (!options.output.empty())
    results::write_output(options.output, draw_wheelset(patches, traction.friction));
  print_table(tabulate<TractionPatch>(traction_columns, patches), options.format, stdout);
  say_missing(ys, answered);
}

void check_traction(const ContactGeometryOptions& options, std::size_t positions) {
  const auto fail = [](const char* what, const char* hint) {
    throw InputError(Finding{"bad-arguments", {}, what, hint});
  };
  if (!options.law.empty() && options.load.empty())
    fail("--law exact needs a load", "add --load, e.g. --load \"80 kN\"");
  if (!options.law.empty() && options.conicity)
    fail("--law exact has no conicity", "leave one of the two out");
  if (options.output.empty()) return;
  if (options.law.empty()) fail("-o draws contacts by exact theory", "add --law exact and --load");
  if (positions != 1) fail("-o draws one position", "give one, e.g. --y \"3 mm\"");
}

int contact_geometry(const ContactGeometryOptions& options) {
  const std::vector<double> ys = read_range("--y", options.y, "m");
  check_traction(options, ys.size());
  check_picture("-o", options.output, {options.scenario}, options.force);
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
  } else if (!options.law.empty()) {
    show_traction(options, c, ys);
  } else if (!options.load.empty()) {
    const double load = read_quantity("--load", options.load, "N");
    if (!(load > 0.0)) throw InputError(Finding{"out-of-range", {}, "--load must be positive"});
    print_table(make_loaded(c, ys, load), options.format, stdout);
  } else {
    print_table(make_characteristic(c, ys), options.format, stdout);
  }
  return exit_done;
}

void add_traction_options(Verb& verb, ContactGeometryOptions& options) {
  verb.option("--law", options.law,
              "with --load: pressure and traction of each contact by exact theory, no ellipses")
      .one_of({exact_name});
  verb.option("--friction", options.friction, "coefficient of friction, for --law").shows_default();
  verb.option("--nu-x", options.nu_x,
              "longitudinal creepage of the wheelset, for --law; 0: it rolls freely")
      .shows_default();
  verb.option("--nu-y", options.nu_y, "lateral velocity of the wheelset over its speed, for --law")
      .shows_default();
  verb.option("--grid", options.grid, "elements along and across a contact, for --law")
      .shows_default();
  verb.option("--speed", options.speed, "rolling speed, for friction that falls with slip velocity")
      .shows_default();
  verb.option("--friction-ratio", options.ratio,
              "friction at infinite slip velocity over that at none, point by point, for --law")
      .shows_default();
  verb.option("--friction-decay", options.decay, "decay of friction with slip velocity")
      .shows_default();
  verb.option("--dundurs", options.dundurs,
              "Dundurs' second constant of wheel against rail (unlike bodies), for --law")
      .shows_default();
  verb.option(
      "-o,--output", options.output,
      "draw the contacts of one position by --law exact to this SVG file: stick, slip, traction");
  add_force(verb, options.force);
}

}  // namespace

void add_contact_geometry(Verbs& verbs) {
  auto [verb, options] = verbs.add<ContactGeometryOptions>(
      "contact-geometry", "rolling radii, contact angles, patches, equivalent conicity",
      contact_geometry);
  verb.scenario(options.scenario, options.set);
  verb.option("--wheelset", options.wheelset, "which wheelset; default: the first");
  verb.option("--at", options.at, "chainage at which the rails are taken").shows_default();
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
  add_traction_options(verb, options);
  add_format(verb, options.format, {"text", "csv", "json"});
}

}  // namespace fourfoot::cli
