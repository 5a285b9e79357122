#pragma once

#include "scenario/scenario.h"

namespace fourfoot::scenario {

/// Locks what the drive holds: x of every body (ideal) or of one (pulled). Throws InputError for a
/// body that is not there.
void apply_drive(const DriveEntry& drive, vehicle::VehicleDescription& vehicle);

/// The body that a drive means if it names none: the heaviest.
const std::string& find_heaviest(const vehicle::VehicleDescription& vehicle);

}  // namespace fourfoot::scenario
