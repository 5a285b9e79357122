#pragma once

#include "analysis/scenario.h"

namespace fourfoot::analysis {

/// The table `wheels` of a scenario: what it says of all wheels, and by `each` of single wheelsets.
SchemaPtr get_scenario_wheels_schema();

/// Wheels and rails of a scenario on profiles, into it: what the scenario says, then the vehicle
/// and the track. The vehicle is read already.
void read_profiles(const Table& table, const profile::OpenPoints& open_points, Scenario& scenario);

}  // namespace fourfoot::analysis
