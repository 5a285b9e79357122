#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>

#include "base/error.h"
#include "cli/common_options.h"
#include "cli/outputs.h"
#include "cli/overrides.h"
#include "cli/quantity_option.h"
#include "cli/table_output.h"
#include "cli/track_fit.h"
#include "cli/track_picture.h"
#include "cli/track_quality.h"
#include "cli/track_receptance.h"
#include "cli/verbs.h"
#include "cli/warnings.h"
#include "input/alignment_file.h"
#include "input/scenario_file.h"
#include "results/alignment_export.h"
#include "track/track.h"

namespace fourfoot::cli {

namespace {

struct TrackOptions {
  std::string scenario;
  std::vector<std::string> set;
  std::string format = "text";
  double from = 0.0;                                     ///< [m]
  double to = std::numeric_limits<double>::quiet_NaN();  ///< [m]; nan: the track's end
  double step = 1.0;                                     ///< [m]
  bool quality = false, receptance = false;
  double section = 200.0;                  ///< [m]
  std::string speed;                       ///< of the limits
  std::vector<std::string> twist_bases;    ///< [m]
  std::string limits, spectrum, exported;  ///< files
  std::string origin, picture;
  bool fit = false;
  std::string chord, output;
  double caution = 4.0;
  bool force = false;
};

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

/// The line at one chainage; what needs a speed is nan where the vehicle never comes.
struct LinePoint {
  double s, t;
  track::Travel travel;
  MovingFrame frame;
  track::Geometry geometry;
  track::RailDeviations deviations;
};

LinePoint calc_point(const track::Track& track, const track::SpeedProfile& speed, double s,
                     track::Cursor& cursor) {
  const auto t = speed.find_time(s);
  const track::Travel travel = t ? speed.calc(*t) : track::Travel{s, not_known, not_known};
  return {s,
          t.value_or(not_known),
          travel,
          track.calc_frame(s, travel.v, travel.a, cursor),
          track.calc_geometry(s, cursor),
          track.calc_irregularity(s)};
}

constexpr ColumnOf<LinePoint> track_columns[] = {
    {"s", "m", [](const LinePoint& p) { return p.s; }},
    {"t", "s", [](const LinePoint& p) { return p.t; }},
    {"v", "m/s", [](const LinePoint& p) { return p.travel.v; }},
    {"x", "m", [](const LinePoint& p) { return p.frame.p_NT.x(); }},
    {"y", "m", [](const LinePoint& p) { return p.frame.p_NT.y(); }},
    {"z", "m", [](const LinePoint& p) { return p.frame.p_NT.z(); }},
    {"heading", "rad", [](const LinePoint& p) { return p.geometry.heading; }},
    {"gradient", "1", [](const LinePoint& p) { return std::tan(p.geometry.gradient); }},
    // about x forward: > 0 raises the left rail
    {"phi", "rad", [](const LinePoint& p) { return 0.0 - p.geometry.roll; }},
    {"curvature", "1/m", [](const LinePoint& p) { return p.geometry.curvature; }},
    {"cant", "m", [](const LinePoint& p) { return p.geometry.cant; }},
    {"omega_x", "rad/s", [](const LinePoint& p) { return p.frame.w_NT_T.x(); }},
    {"omega_y", "rad/s", [](const LinePoint& p) { return p.frame.w_NT_T.y(); }},
    {"omega_z", "rad/s", [](const LinePoint& p) { return p.frame.w_NT_T.z(); }},
    {"epsilon_x", "rad/s2", [](const LinePoint& p) { return p.frame.alpha_NT_T.x(); }},
    {"epsilon_y", "rad/s2", [](const LinePoint& p) { return p.frame.alpha_NT_T.y(); }},
    {"epsilon_z", "rad/s2", [](const LinePoint& p) { return p.frame.alpha_NT_T.z(); }},
    {"ao_x", "m/s2", [](const LinePoint& p) { return p.frame.a_NT_T.x(); }},
    {"ao_y", "m/s2", [](const LinePoint& p) { return p.frame.a_NT_T.y(); }},
    {"ao_z", "m/s2", [](const LinePoint& p) { return p.frame.a_NT_T.z(); }},
    {"alignment", "m", [](const LinePoint& p) { return p.deviations.alignment.value; }},
    {"vertical", "m", [](const LinePoint& p) { return p.deviations.vertical.value; }},
    {"gauge", "m", [](const LinePoint& p) { return p.deviations.gauge.value; }},
    {"cross_level", "m", [](const LinePoint& p) { return p.deviations.cross_level.value; }}};

std::size_t count_chainages(double from, double to, double step) {
  if (!(step > 0.0) || !(to >= from) || !((to - from) / step < 1e7))
    throw InputError(Finding{"bad-arguments",
                             {},
                             "the range contains no chainages, or too many",
                             "--step above 0 and --to not before --from, at most 10 million rows"});
  return static_cast<std::size_t>(std::floor((to - from) / step * (1.0 + 1e-12))) + 1;
}

/// A line and the motion along it; a track file has no speed.
struct Line {
  track::TrackDescription track;
  track::SpeedProfile speed = track::SpeedProfile::constant(0.0);
  std::shared_ptr<const contact::RailsAlongLine> rails;  ///< of a scenario on profiles
};

Line read_line(const TrackOptions& options) {
  const std::vector<Setting> overrides = parse_overrides(options.set);
  const bool is_data = input::is_alignment_file(options.scenario);
  if (is_data || input::find_file_kind(options.scenario) == input::FileKind::track)
    return {input::read_track_file(options.scenario, overrides),
            track::SpeedProfile::constant(0.0),
            {}};
  input::ScenarioFile file = input::read_scenario_file(options.scenario, overrides);
  return {std::move(file.scenario.track), file.scenario.speed, file.scenario.rails};
}

void print_line_rows(const Line& line, const track::Track& track, const TrackOptions& options,
                     double to) {
  const std::size_t rows = count_chainages(options.from, to, options.step);
  TableOf<LinePoint> table(track_columns);
  track::Cursor cursor;
  for (std::size_t r = 0; r < rows; ++r) {
    const double s = options.from + static_cast<double>(r) * options.step;
    table.add(calc_point(track, line.speed, s, cursor));
  }
  print_table(table.take(), options.format, stdout);
}

/// "48.1,11.5": latitude and longitude.
std::optional<results::GeoOrigin> read_origin(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const std::size_t comma = text.find(',');
  results::GeoOrigin origin;
  if (comma != std::string::npos) {
    origin.latitude = read_quantity("--origin", text.substr(0, comma), "1");
    origin.longitude = read_quantity("--origin", text.substr(comma + 1), "1");
    if (std::abs(origin.latitude) < 90.0 && std::abs(origin.longitude) <= 180.0) return origin;
  }
  throw InputError(Finding{"bad-arguments",
                           {},
                           "--origin is \"" + text + "\"",
                           "latitude and longitude in degrees: --origin 48.1,11.5"});
}

void write_line(const Line& line, const TrackOptions& options) {
  const std::string ending = std::filesystem::path(options.exported).extension().string();
  std::string text;
  if (ending == ".csv")
    text = results::format_alignment_csv(line.track);
  else if (ending == ".xml" || ending == ".landxml")
    text = results::format_landxml(line.track);
  else if (ending == ".geojson")
    text = results::format_geojson(line.track, options.step, read_origin(options.origin));
  else
    throw InputError(Finding{"bad-arguments",
                             {},
                             "--export does not know the ending of \"" + options.exported + "\"",
                             "expected one of: .csv, .xml (LandXML), .geojson"});
  results::write_output(options.exported, text);
}

void print_figures(const Line& line, const track::Track& track, const TrackOptions& options,
                   double to) {
  QualityRequest request{options.from,  to, options.section, {}, 0.0, options.limits,
                         options.format};
  for (const std::string& base : options.twist_bases)
    request.twist_bases.push_back(read_quantity("--twist-base", base, "m"));
  for (const double base : request.twist_bases)
    if (!(base > 0.05) || !(base < 100.0))
      throw InputError(
          Finding{"out-of-range", {}, "a twist base must be between 0.05 m and 100 m", ""});
  if (!(options.section >= 10.0))
    throw InputError(Finding{"out-of-range", {}, "--section must be 10 m or more", ""});
  request.speed = options.speed.empty() ? line.speed.calc(0.0).v
                                        : read_quantity("--speed", options.speed, "m/s");
  print_quality(track, request);
}

int print_track(const TrackOptions& options) {
  using results::OutputKind;
  const OutputKind kind =
      options.picture.empty() ? OutputKind::svg : find_picture_kind(options.picture);
  results::check_outputs({{"--export", options.exported, OutputKind::line},
                          {"--spectrum", options.spectrum, OutputKind::line},
                          {"-p", options.picture, kind}},
                         {options.scenario}, options.force);
  if (options.fit) {
    fit_line({options.scenario, options.chord, options.output, options.picture, options.format,
              options.caution});
    return exit_done;
  }
  const Line line = read_line(options);
  const track::Track track(line.track);
  print_warnings(line.track.warnings);
  if (options.receptance) {
    print_receptances(line.track.support, options.format);
    return exit_done;
  }
  const double to = std::isnan(options.to) ? track.length() : options.to;
  if (!options.exported.empty()) write_line(line, options);
  if (!options.spectrum.empty()) write_spectra(track, options.from, to, options.spectrum);
  if (!options.picture.empty()) {
    count_chainages(options.from, to, options.step);
    const std::string name = line.track.name.empty()
                                 ? std::filesystem::path(options.scenario).filename().string()
                                 : line.track.name;
    TrackPicture picture{name, options.from, to, {}, {}, {}, {}, {}, {}};
    if (line.rails) picture.rails = scenario::list_scene_rails(*line.rails, options.from, to);
    draw_track(track, line.track, picture, options.picture);
  }
  if (options.quality)
    print_figures(line, track, options, to);
  else if (options.exported.empty() && options.spectrum.empty() && options.picture.empty())
    print_line_rows(line, track, options, to);
  return exit_done;
}

}  // namespace

void add_track(Verbs& verbs) {
  auto [verb, options] =
      verbs.add<TrackOptions>("track",
                              "the line: position, curvature, cant, irregularities, track quality; "
                              "conversion to other formats",
                              print_track);
  verb.scenario(options.scenario, options.set);
  add_format(verb, options.format, {"text", "csv", "json"});
  verb.quantity("--from", options.from, "m", "first chainage");
  verb.quantity("--to", options.to, "m", "last chainage; default: the end of the track");
  verb.quantity("--step", options.step, "m", "distance between rows, or between points of GeoJSON");
  verb.option(
      "-p,--plot", options.picture,
      "draw plan, curvature, cant, gradient, irregularities and changing rails to .svg, .png or "
      ".pdf");
  verb.option("--export", options.exported,
              "write the line to .csv, .xml (LandXML 1.2) or .geojson");
  verb.option("--origin", options.origin,
              "GeoJSON: latitude,longitude of x = y = 0; default: coordinates in metres");
  verb.flag("--quality", options.quality, "figures of EN 13848: deviations, defects, twist, gauge");
  verb.quantity("--section", options.section, "m", "with --quality: length of a section");
  verb.option("--speed", options.speed,
              "with --quality: speed of the limits; default: that of the scenario");
  verb.list("--twist-base", options.twist_bases, "with --quality: bases of twist; default 3 m");
  verb.option("--limits", options.limits,
              "with --quality: file of limits; default: the one shipped");
  verb.option("--spectrum", options.spectrum,
              "write the spectra of the irregularities as a table that spectrum = \"table\" reads");
  verb.flag("--receptance", options.receptance,
            "receptance of rails on sleepers (displacement per force), 5 to 300 Hz, above and "
            "between sleepers");
  verb.flag("--fit", options.fit,
            "the file is a table of points x, y or of chainage and curvature: find the elements of "
            "the alignment");
  verb.option("--chord", options.chord, "with --fit: chord of versines");
  verb.option("-o,--output", options.output, "with --fit: track file to write");
  verb.option("--caution", options.caution, "with --fit: larger values give fewer elements")
      .within(0.5, 100.0)
      .shows_default();
  add_force(verb, options.force);
}

}  // namespace fourfoot::cli
