#pragma once

#include "scenario/scenario.h"

namespace fourfoot::scenario {

/// The table `wheels` of a scenario: what it says of all wheels, and by `each` of single wheelsets.
SchemaPtr get_scenario_wheels_schema();

/// Wheels and rails of a scenario on profiles, into it: what the scenario says, then the vehicle
/// and the track. The vehicle is read already.
void read_profiles(const Table& table, const profile::OpenPoints& open_points, Scenario& scenario);

/// Which wheelset, and where on the line.
struct GeometryChoice {
  std::string wheelset;  ///< empty: the file's first
  double s = 0.0;        ///< [m]
};

/// One wheelset on the rails of one chainage, from a table with `wheels`, `rails`, `vehicle` and
/// `track` as far as it has them.
contact::WheelsetOnTrack read_geometry(const Table& table, const GeometryChoice& choice,
                                       const profile::OpenPoints& open_points);

}  // namespace fourfoot::scenario
