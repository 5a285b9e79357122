#pragma once

#include "scenario/scenario.h"

namespace fourfoot::scenario {

/// The contact of all wheelsets, one function for each kind (contact_kinds.h). Building a contact
/// table takes seconds, unless the cache has it.
std::unique_ptr<system::Provider> build_textbook_contacts(const Scenario& scenario,
                                                          vehicle::VehicleModel& model,
                                                          const BuildOptions& options);
std::unique_ptr<system::Provider> build_elastic_contacts(const Scenario& scenario,
                                                         vehicle::VehicleModel& model,
                                                         const BuildOptions& options);
/// Rigid treads: they become surfaces that hold the model's bodies.
std::unique_ptr<system::Provider> build_constraint_contacts(const Scenario& scenario,
                                                            vehicle::VehicleModel& model,
                                                            const BuildOptions& options);

}  // namespace fourfoot::scenario
