#include <filesystem>

#include "cli/common_options.h"
#include "cli/interrupt.h"
#include "cli/origin.h"
#include "cli/outputs.h"
#include "cli/quantity_option.h"
#include "cli/stability_map_plot.h"
#include "cli/study_run.h"
#include "cli/sweep_options.h"
#include "cli/verbs.h"
#include "jobs/stability_map_job.h"

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
  bool force = false;  ///< compute a finished map anew
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

jobs::StabilityMapPlan make_plan(const StabilityMapOptions& options) {
  jobs::StabilityMapPlan plan{options.scenario, options.set,
                              read_range("--speed", options.speed, "m/s", true),
                              make_sweep(options)};
  plan.sweep.resolution = read_quantity("--resolution", options.resolution, "m/s");
  plan.parameter = options.values.empty() ? "" : options.parameter;
  for (const std::string& value :
       split(options.values.empty() ? options.radius : options.values, ','))
    plan.values.push_back(value);
  return plan;
}

int stability_map(const StabilityMapOptions& options) {
  const jobs::StabilityMapJob job(make_plan(options));
  // The journal looks itself at a map that is there.
  results::check_outputs({{"-o", options.output, results::OutputKind::study},
                          {"-p", options.plot, results::OutputKind::svg}},
                         job.inputs(), options.force);
  const StudyArguments run_options{options.output, options.threads, options.shard, options.quiet,
                                   options.force};
  const StudyOutcome outcome = run_study(job.make_job(), run_options);
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
      "stability-map", "hunting and critical speeds over curve radii, as a map", stability_map);
  verb.scenario(options.scenario, options.set);
  verb.option("--speed", options.speed, "speeds from:step:to").required();
  verb.option("--radius", options.radius, "curves, e.g. straight,6000,600/128 mm (R or R/cant)")
      .shows_default();
  Option parameter = verb.option("--parameter", options.parameter, "vary this entry instead");
  verb.option("--values", options.values, "its values, a,b,c").needs(parameter);
  verb.option("--observe", options.observed,
              "coordinate whose amplitude is given; default: y of the first wheelset");
  add_direction(verb, options.direction);
  add_starts(verb, options.starts);
  verb.option("--resolution", options.resolution, "resolution of the speeds where motions begin")
      .shows_default();
  add_longest(verb, options.longest);
  verb.option("-o,--output", options.output, "CSV file").shows_default();
  verb.option("-p,--plot", options.plot, "SVG file of the map");
  add_study_force(verb, options.force);
  add_study_options(verb, options.threads, options.shard, options.quiet);
  add_format(verb, options.format, {"text", "json"});
}

}  // namespace fourfoot::cli
