#pragma once

#include <nlohmann/json.hpp>

#include "system/system.h"

namespace fourfoot::cli {

/// What a picture of the vehicle needs: name, gauge [m], contact_distance [m], bodies (name, kind,
/// role, x, y, z, mass, radius) and elements (name, first, second and where both ends are), as
/// results files have them in /model, one object for each.
nlohmann::ordered_json describe_vehicle(const system::System& system);

}  // namespace fourfoot::cli
