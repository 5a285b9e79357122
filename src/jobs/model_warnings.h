#pragma once

#include <vector>

#include "base/error.h"
#include "scenario/scenario.h"

namespace fourfoot::jobs {

/// What a vehicle is and hardly should be: a body that nothing carries.
std::vector<Finding> list_vehicle_warnings(const vehicle::VehicleDescription& description,
                                           const vehicle::VehicleModel& model);

}  // namespace fourfoot::jobs
