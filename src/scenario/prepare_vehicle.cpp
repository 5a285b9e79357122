#include "scenario/prepare_vehicle.h"

#include <algorithm>

#include "base/error.h"

namespace fourfoot::scenario {

namespace {

using vehicle::BodyEntry;
using vehicle::VehicleDescription;

BodyEntry& find_body(const DriveEntry& drive, const std::string& name, VehicleDescription& v) {
  std::vector<std::string> names;
  for (BodyEntry& body : v.bodies) {
    if (body.name == name) return body;
    names.push_back(body.name);
  }
  throw InputError(Finding{"unknown-name", drive.where, "there is no body \"" + name + "\"",
                           suggest(name, names)});
}

}  // namespace

const std::string& find_heaviest(const VehicleDescription& v) {
  return std::max_element(v.bodies.begin(), v.bodies.end(),
                          [](const BodyEntry& a, const BodyEntry& b) { return a.mass < b.mass; })
      ->name;
}

void apply_drive(const DriveEntry& drive, VehicleDescription& v) {
  if (drive.mode == DriveMode::pulled) find_body(drive, drive.body, v).free[0] = false;
  if (drive.mode == DriveMode::wheels) find_body(drive, drive.body, v);
  if (drive.mode != DriveMode::ideal) return;
  for (BodyEntry& body : v.bodies) body.free[0] = false;
}

}  // namespace fourfoot::scenario
