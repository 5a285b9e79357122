#pragma once

#include <vector>

#include "scenario/scenario.h"

namespace fourfoot::analysis {

/// The state at t = 0: steady running or nominal as the scenario says, with its initial entries put
/// on it.
VecX calc_initial_state(const system::System& system, const scenario::Scenario& scenario);

/// `y` with `factor` times these entries put on it, the track as it is at t; joints stay closed.
VecX put_disturbance(const system::System& system,
                     const std::vector<scenario::InitialEntry>& entries, const VecX& y, double t,
                     double factor = 1.0);

}  // namespace fourfoot::analysis
