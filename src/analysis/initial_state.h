#pragma once

#include "scenario/scenario.h"

namespace fourfoot::analysis {

/// The state at t = 0: steady running or nominal as the scenario says, with its initial entries put
/// on it.
VecX calc_initial_state(const system::System& system, const scenario::Scenario& scenario);

}  // namespace fourfoot::analysis
