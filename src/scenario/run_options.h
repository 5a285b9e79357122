#pragma once

#include <string>

#include "integrate/options.h"
#include "scenario/scenario.h"

namespace fourfoot::scenario {

/// What a scenario says of its run in time.
struct RunOptions {
  double duration = 0.0;       ///< [s]
  double output_step = 0.005;  ///< [s]
  integrate::Options integrator;
  std::string formulation = "kane";  ///< or "inertial", "track-frame": system/formulation_problem.h
  bool stop_at_track_end = false;    ///< else the track goes on as it is at its end
};

/// How a scenario says that it is run. Whoever runs a scenario begins with these options, so that
/// all run it alike.
RunOptions make_run_options(const Scenario& scenario);

}  // namespace fourfoot::scenario
