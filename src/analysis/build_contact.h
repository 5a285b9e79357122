#pragma once

#include "analysis/scenario.h"

namespace fourfoot::analysis {

/// The contact of all wheelsets as the scenario's tables `contact` and `wheel_rail` say. Building a
/// contact table takes seconds, unless the cache has it.
system::ContactModel build_contact(const Scenario& scenario, const vehicle::Model& model,
                                   const BuildOptions& options);

}  // namespace fourfoot::analysis
