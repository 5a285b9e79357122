#pragma once

#include <nlohmann/json_fwd.hpp>

#include "scenario/scenario.h"

namespace fourfoot::jobs {

/// What runs: title, vehicle, speed, mass, degrees of freedom, bodies, wheelsets with their loads,
/// elements; SI.
nlohmann::json describe_scenario(const scenario::Scenario& scenario, const system::System& system);

}  // namespace fourfoot::jobs
