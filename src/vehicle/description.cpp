#include "vehicle/description.h"

namespace fourfoot::vehicle {

VehicleDescription::VehicleDescription() = default;
VehicleDescription::~VehicleDescription() = default;
VehicleDescription::VehicleDescription(const VehicleDescription&) = default;
VehicleDescription::VehicleDescription(VehicleDescription&&) noexcept = default;
VehicleDescription& VehicleDescription::operator=(const VehicleDescription&) = default;
VehicleDescription& VehicleDescription::operator=(VehicleDescription&&) noexcept = default;

}  // namespace fourfoot::vehicle
