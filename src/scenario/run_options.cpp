#include "scenario/run_options.h"

namespace fourfoot::scenario {

RunOptions make_run_options(const Scenario& scenario) {
  RunOptions options;
  options.duration = scenario.duration;
  options.output_step = scenario.output_step;
  options.integrator = scenario.integrator;
  options.formulation = scenario.formulation;
  options.stop_at_track_end = scenario.stop_at_track_end;
  return options;
}

}  // namespace fourfoot::scenario
