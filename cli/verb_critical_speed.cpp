#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "analysis/critical_speed.h"
#include "base/error.h"
#include "cli/common_options.h"
#include "cli/interrupt.h"
#include "cli/overrides.h"
#include "cli/quantity_option.h"
#include "cli/verbs.h"
#include "input/scenario_family.h"

namespace fourfoot::cli {

namespace {

struct CriticalSpeedVerbOptions {
  std::string scenario;
  std::vector<std::string> set;
  double t = 0.0;  ///< [s]
  std::string from, to;
  std::string parameter = "speed.v";
  std::string method = "falling";
  std::string resolution = "0.01", step = "1";
  std::string observed;
  double longest = 60.0;  ///< [s]
  int orbit_steps = 300;
  double alpha = 1.0;         ///< axle-force
  std::string kick = "1e-6";  ///< small-disturbance [m]
  std::string format = "text";
  bool quiet = false;
};

int critical_speed(const CriticalSpeedVerbOptions& options) {
  const bool is_speed = options.parameter == "speed.v";
  const std::string unit = is_speed ? "m/s" : "1";
  const double low = read_quantity("--from", options.from, unit);
  const double high = read_quantity("--to", options.to, unit);
  if (!(low < high))
    throw InputError(Finding{"bad-range",
                             {},
                             "--from must be below --to",
                             "it runs steadily at the first and hunts at the second"});
  const scenario::Family family =
      input::make_family(options.scenario, parse_overrides(options.set), options.parameter);
  catch_interrupts();
  analysis::CriticalSpeedOptions search;
  search.settle.t = options.t;
  search.settle.observed = options.observed;
  search.settle.longest = options.longest;
  search.settle.is_cancelled = was_interrupted;
  search.resolution = read_quantity("--resolution", options.resolution, unit);
  search.first_step = read_quantity("--step", options.step, unit);
  search.continuation.steps = options.orbit_steps;
  search.continuation.parameter_scale = search.first_step;
  search.kick = read_quantity("--kick", options.kick, "m");
  search.axle_force.alpha = options.alpha;
  search.on_trial = [&](double value, const std::string& outcome) {
    if (!options.quiet) fmt::print(stderr, "{:.6g}: {}\n", value, outcome);
  };
  const analysis::CriticalSpeed found =
      analysis::find_critical_speed(family, options.method, low, high, search);
  if (options.format == "json") {
    const nlohmann::ordered_json out = {{"parameter", options.parameter},
                                        {"method", found.method},
                                        {"critical_speed", found.value},
                                        {"low", found.low},
                                        {"high", found.high},
                                        {"max_abs", found.largest},
                                        {"frequency", found.frequency},
                                        {"trials", found.trials},
                                        {"reason", found.reason}};
    fmt::print("{}\n", out.dump(2));
    return exit_done;
  }
  fmt::print("nonlinear critical {} by {}: {:.6g}\n", is_speed ? "speed [m/s]" : options.parameter,
             found.method, found.value);
  fmt::print(
      "steady running up to {:.6g}, lasting motion from {:.6g} (max |y| {:.5g}, {:.4g} Hz)\n",
      found.low, found.high, found.largest, found.frequency);
  fmt::print("{}; {} trials\n", found.reason, found.trials);
  return exit_done;
}

}  // namespace

void add_critical_speed(Verbs& verbs) {
  auto [verb, options] = verbs.add<CriticalSpeedVerbOptions>(
      "critical-speed", "nonlinear critical speed", critical_speed);
  verb.scenario(options.scenario, options.set);
  add_radius(verb, options.set);
  add_varied(verb, options.t, options.parameter, options.observed);
  verb.option("--from", options.from, "a speed at which it runs steadily").required();
  verb.option("--to", options.to, "a speed at which it hunts").required();
  verb.option("--method", options.method, "how it is found")
      .one_of({"falling", "disturbance", "small-disturbance", "continuation", "axle-force"})
      .shows_default();
  verb.option("--resolution", options.resolution, "of the speed").shows_default();
  verb.option("--step", options.step, "by which the speed is lowered").shows_default();
  add_longest(verb, options.longest);
  add_orbit_steps(verb, options.orbit_steps);
  verb.option("--kick", options.kick, "small-disturbance: its size, largest displacement")
      .shows_default();
  verb.option("--alpha", options.alpha, "axle-force: of the limit, 0.85 for freight cars")
      .within(0.01, 10.0)
      .shows_default();
  verb.flag("-q,--quiet", options.quiet, "do not tell the trials");
  add_format(verb, options.format, {"text", "json"});
}

}  // namespace fourfoot::cli
