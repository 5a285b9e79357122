#pragma once

#include "scenario/scenario.h"

namespace fourfoot::scenario {

/// The contact of all wheelsets as the scenario's tables `contact` and `wheel_rail` say; none:
/// nullptr. Building a contact table takes seconds, unless the cache has it. Rigid treads become
/// surfaces that hold the model's bodies.
std::unique_ptr<system::Provider> build_contact(const Scenario& scenario, vehicle::Model& model,
                                                const BuildOptions& options);

}  // namespace fourfoot::scenario
