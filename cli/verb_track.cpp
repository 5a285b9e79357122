#include <cmath>
#include <limits>

#include "base/error.h"
#include "cli/common_options.h"
#include "cli/overrides.h"
#include "cli/table_output.h"
#include "cli/verbs.h"
#include "cli/warnings.h"
#include "input/alignment_file.h"
#include "input/scenario_file.h"
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
};

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

struct Column {
  const char* name;
  const char* unit;
};

constexpr Column track_columns[] = {{"s", "m"},
                                    {"t", "s"},
                                    {"v", "m/s"},
                                    {"x", "m"},
                                    {"y", "m"},
                                    {"z", "m"},
                                    {"heading", "rad"},
                                    {"gradient", "1"},
                                    {"phi", "rad"},
                                    {"curvature", "1/m"},
                                    {"cant", "m"},
                                    {"omega_x", "rad/s"},
                                    {"omega_y", "rad/s"},
                                    {"omega_z", "rad/s"},
                                    {"epsilon_x", "rad/s2"},
                                    {"epsilon_y", "rad/s2"},
                                    {"epsilon_z", "rad/s2"},
                                    {"ao_x", "m/s2"},
                                    {"ao_y", "m/s2"},
                                    {"ao_z", "m/s2"},
                                    {"alignment", "m"},
                                    {"vertical", "m"},
                                    {"gauge", "m"},
                                    {"cross_level", "m"}};

/// One row; what needs a speed is empty (nan) at chainages the vehicle never reaches.
std::vector<double> make_row(const track::Track& track, const track::SpeedProfile& speed, double s,
                             track::Cursor& cursor) {
  const auto t = speed.find_time(s);
  const track::Travel travel = t ? speed.calc(*t) : track::Travel{s, not_known, not_known};
  const MovingFrame f = track.calc_frame(s, travel.v, travel.a, cursor);
  const track::Geometry g = track.calc_geometry(s, cursor);
  const track::RailDeviations d = track.calc_irregularity(s);
  const double phi = 0.0 - g.roll;  // about x forward: > 0 raises the left rail
  std::vector<double> row = {
      s,         t.value_or(not_known), travel.v, f.p_NT.x(),  f.p_NT.y(), f.p_NT.z(),
      g.heading, std::tan(g.gradient),  phi,      g.curvature, g.cant};
  for (const Vec3& v : {f.w_NT_T, f.alpha_NT_T, f.a_NT_T})
    row.insert(row.end(), v.begin(), v.end());
  for (const track::Deviation& deviation : {d.alignment, d.vertical, d.gauge, d.cross_level})
    row.push_back(deviation.value);
  return row;
}

std::size_t count_chainages(double from, double to, double step) {
  if (!(step > 0.0) || !(to >= from) || !((to - from) / step < 1e7))
    throw InputError(Finding{"bad-arguments",
                             {},
                             "the range has no or too many chainages",
                             "--step above 0 and --to not before --from, at most 10 million rows"});
  return static_cast<std::size_t>(std::floor((to - from) / step * (1.0 + 1e-12))) + 1;
}

/// A line and the motion along it; a track file has no speed.
struct Line {
  track::TrackDescription track;
  track::SpeedProfile speed = track::SpeedProfile::constant(0.0);
};

Line read_line(const TrackOptions& options) {
  const std::vector<Setting> overrides = parse_overrides(options.set);
  const bool is_data = input::is_alignment_file(options.scenario);
  if (is_data || input::find_file_kind(options.scenario) == input::FileKind::track)
    return {input::read_track_file(options.scenario, overrides)};
  input::ScenarioFile file = input::read_scenario_file(options.scenario, overrides);
  return {std::move(file.scenario.track), file.scenario.speed};
}

int print_track(const TrackOptions& options) {
  const Line line = read_line(options);
  const track::Track track(line.track);
  print_warnings(line.track.warnings);
  const std::size_t rows = count_chainages(
      options.from, std::isnan(options.to) ? track.length() : options.to, options.step);
  DataTable table;
  for (const Column& column : track_columns) {
    table.names.push_back(column.name);
    table.units.push_back(column.unit);
  }
  table.columns.assign(table.names.size(), std::vector<double>(rows));
  track::Cursor cursor;
  for (std::size_t r = 0; r < rows; ++r) {
    const double s = options.from + static_cast<double>(r) * options.step;
    const std::vector<double> row = make_row(track, line.speed, s, cursor);
    for (std::size_t c = 0; c < row.size(); ++c) table.columns[c][r] = row[c];
  }
  print_table(table, options.format, stdout);
  return exit_done;
}

}  // namespace

void add_track(Verbs& verbs) {
  auto [verb, options] = verbs.add<TrackOptions>(
      "track", "position, curvature, cant, omega, epsilon, a_o and irregularities along the line",
      print_track);
  verb.scenario(options.scenario, options.set);
  add_format(verb, options.format, {"text", "csv", "json"});
  verb.quantity("--from", options.from, "m", "first chainage");
  verb.quantity("--to", options.to, "m", "last chainage; default: the end of the track");
  verb.quantity("--step", options.step, "m", "distance of the rows");
}

}  // namespace fourfoot::cli
