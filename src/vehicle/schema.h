#pragma once

#include "base/schema.h"
#include "vehicle/description.h"

namespace fourfoot::vehicle {

/// Entries of a vehicle, its parts included: a train of fifty wagons.
inline constexpr std::size_t most_bodies = 500, most_elements = 5000;
/// Joints and relations each; what they need grows with the cube of their number.
inline constexpr std::size_t most_joints = 100;

/// The keys of a vehicle file.
SchemaPtr get_vehicle_schema();

/// The description of a checked vehicle table.
VehicleDescription read_description(const Table& table);

/// Faults that only show when entries are held against each other: names that are not there, an
/// inertia no body can have, a wheelset without radius. Throws one InputError with all of them.
void check_description(const VehicleDescription& description);

}  // namespace fourfoot::vehicle
