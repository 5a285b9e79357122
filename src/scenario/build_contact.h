#pragma once

#include "scenario/scenario.h"

namespace fourfoot::scenario {

/// The contact of all wheelsets as the scenario's tables `contact` and `wheel_rail` say. Building a
/// contact table takes seconds, unless the cache has it. The states of a co-running track are added
/// to the model's.
system::ContactModel build_contact(const Scenario& scenario, vehicle::Model& model,
                                   const BuildOptions& options);

/// The rows that hold rigid treads on their rails, for the model's bodies; notes in `contact` which
/// wheel has which. None where contact is elastic.
std::vector<multibody::SurfaceRow> make_tread_surfaces(const vehicle::Model& model,
                                                       system::ContactModel& contact);

}  // namespace fourfoot::scenario
