#include "jobs/model_warnings.h"

#include <algorithm>

namespace fourfoot::jobs {

std::vector<Finding> list_vehicle_warnings(const vehicle::VehicleDescription& description,
                                           const vehicle::VehicleModel& model) {
  if (model.least_carried.empty()) return {};
  const auto body = std::find_if(
      description.bodies.begin(), description.bodies.end(),
      [&](const vehicle::BodyEntry& entry) { return entry.name == model.least_carried; });
  return {{"not-carried", body == description.bodies.end() ? description.where : body->where,
           "nothing carries \"" + model.least_carried + "\": it would fall",
           "give an element below it a vertical stiffness, or lock its z"}};
}

}  // namespace fourfoot::jobs
