#pragma once

#include "analysis/scenario.h"
#include "analysis/time_run.h"

namespace fourfoot::analysis {

/// How a scenario says that it is run. Whoever runs a scenario begins with these options, so that
/// all run it alike.
TimeRunOptions make_run_options(const Scenario& scenario);

}  // namespace fourfoot::analysis
