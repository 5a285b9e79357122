#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <thread>

#include "analysis/critical_speed.h"
#include "base/error.h"
#include "cli/common_options.h"
#include "cli/critical_speed_output.h"
#include "cli/interrupt.h"
#include "cli/origin.h"
#include "cli/overrides.h"
#include "cli/progress.h"
#include "cli/quantity_option.h"
#include "cli/verbs.h"
#include "input/scenario_family.h"

namespace fourfoot::cli {

namespace {

struct CriticalSpeedVerbOptions {
  std::string scenario;
  std::vector<std::string> set;
  double t = 0.0;        ///< [s]
  std::string from, to;  ///< empty: 5 and 200 m/s
  std::string parameter = "speed.v";
  std::string method = "auto";
  std::string resolution, step = "1";
  std::string observed;
  double longest = 60.0;  ///< [s]
  int threads = 0;
  int orbit_steps = 150;
  double alpha = 1.0;                ///< axle-force
  std::string disturbance = "1e-6";  ///< small-disturbance [m]
  std::string format = "text";
  bool quiet = false;
};

struct ValueRange {
  double low = 0.0, high = 0.0;
};

ValueRange read_values(const CriticalSpeedVerbOptions& options) {
  const bool is_speed = options.parameter == "speed.v";
  const bool is_open = options.from.empty() || options.to.empty();
  const bool is_sought = options.method == "auto" || options.method == "all";
  if (is_open && !(is_speed && is_sought))
    throw InputError(Finding{"bad-range",
                             {},
                             "--from and --to are needed",
                             "only speeds by --method auto or all have a range of their own"});
  const std::string unit = is_speed ? "m/s" : "1";
  ValueRange range{5.0, 200.0};
  if (!options.from.empty()) range.low = read_quantity("--from", options.from, unit);
  if (!options.to.empty()) range.high = read_quantity("--to", options.to, unit);
  if (!(range.low < range.high))
    throw InputError(Finding{"bad-range",
                             {},
                             "--from must be below --to",
                             "it runs steadily at the first and hunts at the second"});
  return range;
}

analysis::CriticalSpeedOptions make_search(const CriticalSpeedVerbOptions& options) {
  const std::string unit = options.parameter == "speed.v" ? "m/s" : "1";
  analysis::CriticalSpeedOptions search;
  search.settle.t = options.t;
  search.settle.observed = options.observed;
  search.settle.longest = options.longest;
  search.settle.is_cancelled = was_interrupted;
  const char* usual = options.method == "auto" || options.method == "all" ? "0.1" : "0.01";
  search.resolution =
      read_quantity("--resolution", options.resolution.empty() ? usual : options.resolution, unit);
  search.first_step = read_quantity("--step", options.step, unit);
  search.scan_step = 5.0 * search.first_step;
  search.continuation.steps = options.orbit_steps;
  search.continuation.parameter_scale = search.first_step;
  search.small_disturbance = read_quantity("--disturbance", options.disturbance, "m");
  search.axle_force.alpha = options.alpha;
  search.threads = options.threads > 0
                       ? options.threads
                       : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  return search;
}

/// Keeps what the search tells of its trials, and prints it as it comes.
TriedSpeed find(const scenario::Family& family, const std::string& method, const ValueRange& range,
                const CriticalSpeedVerbOptions& options,
                const analysis::CriticalSpeedOptions& search) {
  TriedSpeed tried;
  Progress progress(!options.quiet);
  analysis::CriticalSpeedOptions watched = search;
  watched.on_progress = [&](double fraction, const std::string& next) {
    progress.show(fraction, next);
  };
  watched.on_trial = [&](double value, const std::string& outcome) {
    tried.trials.push_back({value, outcome});
    progress.clear();
    if (!options.quiet) fmt::print(stderr, "{:.6g}: {}\n", value, outcome);
  };
  try {
    tried.found = analysis::find_critical_speed(family, method, range.low, range.high, watched);
  } catch (const RunError& error) {
    if (was_interrupted()) throw;
    tried.found.is_found = false;
    tried.found.value = tried.found.low = tried.found.high = analysis::CriticalSpeed::nan;
    tried.found.reason = error.what();
  }
  tried.found.method = method;
  return tried;
}

/// All methods, the first of which says where the others have to look.
std::vector<TriedSpeed> compare(const scenario::Family& family, ValueRange range,
                                const CriticalSpeedVerbOptions& options,
                                const analysis::CriticalSpeedOptions& search) {
  std::vector<TriedSpeed> all;
  for (const char* method :
       {"auto", "falling", "disturbance", "small-disturbance", "axle-force", "continuation"}) {
    if (!options.quiet) fmt::print(stderr, "--- {}\n", method);
    all.push_back(find(family, method, range, options, search));
    const analysis::CriticalSpeed& found = all.back().found;
    if (all.size() > 1 || !found.is_found) continue;
    const double above = std::isnan(found.linear) ? found.high : found.linear;
    range = {std::max(range.low, found.low - 10.0 * search.first_step),
             std::min(range.high, above + 2.0 * search.first_step)};
  }
  return all;
}

int critical_speed(const CriticalSpeedVerbOptions& options) {
  const ValueRange range = read_values(options);
  const scenario::Family family =
      input::make_family(options.scenario, parse_overrides(options.set), options.parameter);
  catch_interrupts();
  const analysis::CriticalSpeedOptions search = make_search(options);
  nlohmann::ordered_json out = {{"origin", describe_origin(options.scenario, options.set)},
                                {"parameter", options.parameter}};
  if (options.method == "all") {
    const auto all = compare(family, range, options, search);
    for (const TriedSpeed& tried : all) out["methods"].push_back(cli::describe(tried));
    if (options.format == "json")
      fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    else
      print_critical_speeds(all, options.parameter);
    return all.front().found.is_found ? exit_done : exit_run_failed;
  }
  const TriedSpeed tried = find(family, options.method, range, options, search);
  const analysis::CriticalSpeed& found = tried.found;
  if (!found.is_found) throw RunError(found.reason);
  out.update(cli::describe(tried));
  if (options.format == "json")
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  else
    print_critical_speed(found, options.parameter);
  return exit_done;
}

}  // namespace

void add_critical_speed(Verbs& verbs) {
  auto [verb, options] = verbs.add<CriticalSpeedVerbOptions>(
      "critical-speed", "nonlinear critical speed: the lowest speed at which hunting lasts",
      critical_speed);
  verb.scenario(options.scenario, options.set);
  add_radius(verb, options.set);
  add_varied(verb, options.t, options.parameter, options.observed);
  verb.option("--from", options.from,
              "speed at which the vehicle runs steadily; default of auto and all: 5 m/s");
  verb.option("--to", options.to,
              "speed at which the vehicle hunts; default of auto and all: 200 m/s");
  verb.option("--method", options.method, "method; all: one table of all methods")
      .one_of({"auto", "falling", "disturbance", "small-disturbance", "continuation", "axle-force",
               "all"})
      .shows_default();
  verb.option("--resolution", options.resolution,
              "resolution of the speed; default 0.1 (auto, all), 0.01 (others)");
  verb.option("--step", options.step,
              "step by which the speed is lowered; auto computes eigenvalues at every fifth step")
      .shows_default();
  verb.option("--threads", options.threads,
              "number of threads of auto and falling; default: all cores")
      .within(1, 1024);
  add_longest(verb, options.longest);
  add_orbit_steps(verb, options.orbit_steps);
  verb.option("--disturbance", options.disturbance, "small-disturbance: its largest displacement")
      .shows_default();
  verb.option("--alpha", options.alpha, "axle-force: factor on the limit, 0.85 for freight cars")
      .within(0.01, 10.0)
      .shows_default();
  verb.flag("-q,--quiet", options.quiet, "do not print the trials");
  add_format(verb, options.format, {"text", "json"});
}

}  // namespace fourfoot::cli
