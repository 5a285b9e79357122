#include "cli/common_options.h"
#include "cli/evaluation_output.h"
#include "cli/interrupt.h"
#include "cli/limits_option.h"
#include "cli/overrides.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "jobs/twist_test.h"

namespace fourfoot::cli {

namespace {

struct TwistVerbOptions {
  std::string scenario;
  std::vector<std::string> set;
  std::string limits;  ///< empty: the program's own
  std::string format = "text";
  bool quiet = false;
};

int twist(const TwistVerbOptions& options) {
  const LimitsFile limits = load_limits(options.limits);
  catch_interrupts();
  Progress progress(!options.quiet);
  jobs::TwistHooks hooks;
  hooks.on_progress = [&](double part, const std::string& test) { progress.show(part, test); };
  hooks.is_cancelled = was_interrupted;
  const jobs::TwistTestResult result =
      jobs::run_twist_test(options.scenario, parse_overrides(options.set), limits, hooks);
  progress.clear();
  print_evaluation(options.scenario, limits, result.evaluation, options.format);
  return exit_done;
}

}  // namespace

void add_twist(Verbs& verbs) {
  auto [verb, options] = verbs.add<TwistVerbOptions>(
      "twist", "safety on twisted track by simulated tests: rig, flat curve, yaw resistance",
      twist);
  verb.scenario(options.scenario, options.set);
  verb.option("--limits", options.limits, "file of limits instead of the program's own");
  verb.flag("-q,--quiet", options.quiet, "no progress bar");
  add_format(verb, options.format, {"text", "csv", "json"});
}

}  // namespace fourfoot::cli
