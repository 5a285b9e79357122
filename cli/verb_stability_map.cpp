#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "analysis/bifurcation.h"
#include "base/error.h"
#include "base/sha256.h"
#include "cli/common_options.h"
#include "cli/curve_option.h"
#include "cli/interrupt.h"
#include "cli/origin.h"
#include "cli/outputs.h"
#include "cli/overrides.h"
#include "cli/quantity_option.h"
#include "cli/stability_map_plot.h"
#include "cli/study_notes.h"
#include "cli/study_run.h"
#include "cli/sweep_options.h"
#include "cli/verbs.h"
#include "input/scenario_family.h"
#include "input/scenario_file.h"

namespace fourfoot::cli {

namespace {

struct StabilityMapOptions {
  std::string scenario;
  std::vector<std::string> set;
  std::string speed;                ///< from:step:to
  std::string radius = "straight";  ///< radii, "straight" among them; R/cant
  std::string parameter, values;    ///< another entry instead of the radius
  std::string observed;
  std::string direction = "both";
  std::vector<double> starts;       ///< factors on the initial disturbance, at every speed
  std::string resolution = "0.05";  ///< of v_n and v_c
  double longest = 30.0;            ///< [s]
  std::string output = "stability-map.csv";
  std::string plot;
  int threads = 0;
  std::string shard;
  std::string format = "text";
  bool quiet = false;
  bool force = false;  ///< replace a file of another kind
};

/// One line of the map: what is set, and how it is called.
struct MapLine {
  std::string name;
  std::string cant;  ///< [m]; empty where it is not the map's
  std::vector<Setting> settings;
};

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == at)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

std::vector<MapLine> list_lines(const StabilityMapOptions& options) {
  std::vector<MapLine> lines;
  if (!options.values.empty()) {
    for (const std::string& value : split(options.values, ','))
      lines.push_back({value, "", {{options.parameter, value}}});
  } else {
    for (const std::string& radius : split(options.radius, ',')) {
      CurveSetting curve = read_curve(radius);
      const std::size_t at = radius.find('/');
      const std::string cant =
          radius == "straight" ? std::string()
          : at == std::string::npos
              ? std::string("0")
              : fmt::format("{:g}", read_quantity("--radius", radius.substr(at + 1), "m"));
      lines.push_back({std::move(curve.name), cant, std::move(curve.settings)});
    }
  }
  return lines;
}

constexpr const char* columns =
    ",speed,sweep,motion,max_abs,peak_to_peak,mean,period,growth,wheelset,wheelset_peak_to_peak,"
    "disturbance,cant,v_c,steady_up_to,hunts_from,diverges_from,overturns_from,note,status,fault";

std::string format_number(double value) {
  return std::isnan(value) ? std::string() : fmt::format("{}", value);
}

std::string format_rows(const MapLine& line, const std::vector<analysis::BifurcationPoint>& points,
                        const analysis::BifurcationLimits& limits) {
  const std::string all =
      fmt::format("{},{},{},{},{},{},{}", line.cant, format_number(limits.critical),
                  format_number(limits.steady_up_to), format_number(limits.hunts_from),
                  format_number(limits.diverges_from), format_number(limits.overturns_from),
                  make_cell(limits.note));
  std::string rows;
  for (const analysis::BifurcationPoint& p : points) {
    const analysis::Settled& m = p.motion;
    rows +=
        fmt::format("{}{},{},{},{},{},{},{},{},{},{},{},{},{},done,{}", rows.empty() ? "" : "\n",
                    make_cell(line.name), p.value, p.sweep, analysis::get_word(m.kind), m.largest,
                    m.peak_to_peak, m.mean, m.period, format_number(p.growth), m.wheelset,
                    m.wheelset_range, make_cell(m.disturbance), all, make_cell(m.reason));
  }
  return rows;
}

StudyJob::Rows fail(const MapLine& line, const std::string& why) {
  return {make_cell(line.name) + ",,,,,,,,,,,,,,,,,,,failed," + make_cell(why), true};
}

std::string describe_map(const StabilityMapOptions& options,
                         const analysis::BifurcationOptions& sweep) {
  std::string notes = fmt::format(
      "# track without end and without irregularities, curves to the left, cant as in its column "
      "[m]; "
      "constant speed [m/s]\n"
      "# observed: {} [m, rad]; max_abs, peak_to_peak, mean over the last cycle or, where motions "
      "do "
      "not repeat, the last quarter of the time\n"
      "# at rest: all wheelsets are; wheelset: the one that moves most, and its y peak to peak; "
      "disturbance: from which a motion began, where several were tried (hunting mode, each bogie "
      "shifted, yawed)\n"
      "# settled by test (docs/theory/stability.md): to {:g} of the amplitude, at rest below {:g} "
      "peak to "
      "peak; judged otherwise after {:g} s, later while it still changes\n",
      options.observed.empty() ? "y of the first wheelset" : options.observed,
      sweep.settle.tolerance, sweep.settle.quiet, sweep.settle.longest);
  notes += fmt::format(
      "# v_c: steady running loses its stability, by eigenvalues; v_n lies between steady_up_to "
      "and "
      "hunts_from (speed lowered to {:g} m/s); diverges_from: no bounded motion on the way up; "
      "overturns_from: the car overturns in its curve, nothing is said about hunting above\n",
      sweep.resolution);
  return notes;
}

int stability_map(const StabilityMapOptions& options) {
  const std::vector<MapLine> lines = list_lines(options);
  const std::vector<double> speeds = read_range("--speed", options.speed, "m/s", true);
  const std::vector<Setting> given = parse_overrides(options.set);
  const auto list_settings = [&](const MapLine& line, double v) {
    std::vector<Setting> all = given;
    all.insert(all.end(), line.settings.begin(), line.settings.end());
    all.push_back({"speed.v", fmt::format("{:.17g}", v)});
    return all;
  };
  analysis::BifurcationOptions sweep = make_sweep(options);
  sweep.resolution = read_quantity("--resolution", options.resolution, "m/s");
  std::vector<std::filesystem::path> inputs = {options.scenario};
  StudyJob job;
  std::string text = options.speed + options.observed + options.direction + options.resolution +
                     fmt::format("{} {}", options.longest, fmt::join(options.starts, " "));
  for (const std::string& set : options.set) text += set + "\n";
  std::string notes;
  for (const MapLine& line : lines) {
    text += line.name;
    for (const Setting& setting : line.settings) text += setting.key + setting.value;
    try {
      const input::ScenarioFile file =
          input::read_scenario_file(options.scenario, list_settings(line, speeds.front()));
      for (const auto& source : file.sources) {
        text += source->text;
        inputs.emplace_back(source->name);
      }
      if (notes.empty()) notes = make_study_notes(file, options.scenario, options.set);
    } catch (const InputError&) {
      // One bad value is told in its row; if no line can be read, the fault is elsewhere.
      if (&line == &lines.back() && notes.empty()) throw;
    }
  }
  // The journal looks itself at a map that is there.
  results::check_outputs({{"-o", options.output, results::OutputKind::study},
                          {"-p", options.plot, results::OutputKind::svg}},
                         inputs, options.force);
  job.key = calc_sha256(text);
  job.header = notes + describe_map(options, sweep) +
               make_cell(options.values.empty() ? "radius" : options.parameter) + columns;
  job.count = lines.size();
  job.work = [&](std::size_t i) {
    try {
      const scenario::Family family = [&](double v) {
        return input::read_member(options.scenario, list_settings(lines[i], v));
      };
      analysis::BifurcationLimits limits;
      const auto points = analysis::find_bifurcation(family, speeds, sweep, &limits);
      return StudyJob::Rows{format_rows(lines[i], points, limits), false};
    } catch (const InputError& error) {
      return fail(lines[i], error.findings().front().message);
    } catch (const RunError& error) {
      return fail(lines[i], error.what());
    }
  };
  const StudyRunOptions run_options{options.output, options.threads, options.shard, options.quiet,
                                    options.force};
  const StudyOutcome outcome = run_study(job, run_options);
  nlohmann::ordered_json more = {{"origin", describe_origin(options.scenario, options.set)}};
  StabilityMap map;
  if (outcome.is_first && outcome.is_finished) {
    map = read_stability_map(options.output);
    more["lines"] = describe_limits(map);
  }
  const int code = report_study(outcome, run_options, options.format, more);
  if (outcome.is_first && outcome.is_finished) {
    if (options.format == "text") print_limits(map);
    if (!options.plot.empty()) draw(map, options.plot);
  }
  return code;
}

}  // namespace

void add_stability_map(Verbs& verbs) {
  auto [verb, options] = verbs.add<StabilityMapOptions>(
      "stability-map", "bifurcation diagrams over curve radii", stability_map);
  verb.scenario(options.scenario, options.set);
  verb.option("--speed", options.speed, "speeds from:step:to").required();
  verb.option("--radius", options.radius, "e.g. straight,6000,600/128 mm (R or R/cant)")
      .shows_default();
  Option parameter = verb.option("--parameter", options.parameter, "vary this entry instead");
  verb.option("--values", options.values, "its values, a,b,c").needs(parameter);
  verb.option("--observe", options.observed,
              "coordinate whose figures are given; default: y of the first wheelset");
  add_direction(verb, options.direction);
  add_starts(verb, options.starts);
  verb.option("--resolution", options.resolution, "of the speeds where motions begin")
      .shows_default();
  add_longest(verb, options.longest);
  verb.option("-o,--output", options.output, "CSV file").shows_default();
  verb.option("-p,--plot", options.plot, "SVG file of the map");
  add_force(verb, options.force);
  add_study_options(verb, options.threads, options.shard, options.quiet);
  add_format(verb, options.format, {"text", "json"});
}

}  // namespace fourfoot::cli
