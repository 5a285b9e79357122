#pragma once

#include "scenario/scenario.h"

namespace fourfoot::scenario {

/// Locks what the drive holds: x of every body (ideal) or of one (pulled). Throws InputError for a
/// body that is not there.
void apply_drive(const DriveEntry& drive, vehicle::VehicleDescription& vehicle);

/// The body that a drive means if it names none: the heaviest.
const std::string& find_heaviest(const vehicle::VehicleDescription& vehicle);

/// Adds the flexible track of the description as bodies and springs, which rigid treads can hold:
/// "track_1" (both rails under wheelset 1 sideways), "rail_1_left" and "rail_1_right" (up and
/// down); wheelsets count from the front.
void add_track_support(const track::TrackDescription& track, vehicle::VehicleDescription& vehicle);

}  // namespace fourfoot::scenario
