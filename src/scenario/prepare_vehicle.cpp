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

Value make_value(Value::Data data) {
  Value value;
  value.data = std::move(data);
  return value;
}

// A mass under a wheelset that moves along one axis, on a spring and a damper to the ground.
void add_mass(const std::string& name, const BodyEntry& wheelset, BodyEntry::Rails rails,
              const track::Support& support, VehicleDescription& v) {
  const std::size_t axis = rails == BodyEntry::Rails::both ? 1 : 2;
  BodyEntry body;
  body.name = name;
  body.where = wheelset.where;
  body.mass = support.mass;
  body.inertia = support.mass * Mat3::Identity();  // it does not turn
  body.position = Vec3(wheelset.position.x(), 0.0, 0.0);
  body.free[axis] = true;
  body.is_track_part = true;
  body.under = wheelset.name;
  body.rails = rails;
  vehicle::ElementEntry spring;
  spring.name = name + "_support";
  spring.where = wheelset.where;
  spring.type = "spring-damper";
  spring.first = vehicle::track_name;
  spring.second = name;
  spring.at_first = spring.at_second = body.position;
  std::vector<double> stiffness(3, 0.0), damping(3, 0.0);
  stiffness[axis] = support.stiffness;
  damping[axis] = support.damping;
  spring.parameters.put("stiffness", make_value(stiffness));
  spring.parameters.put("damping", make_value(damping));
  v.bodies.push_back(std::move(body));
  v.elements.push_back(std::move(spring));
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

void add_track_support(const track::TrackDescription& track, VehicleDescription& v) {
  const track::SupportDescription& support = track.support;
  if (!support.lateral && !support.vertical) return;
  if (!support.sections.empty())
    throw InputError(Finding{"support-sections", support.sections_where,
                             "rigid treads need the same support along the whole line",
                             "use contact.normal = \"elastic\", or take the sections out"});
  std::vector<BodyEntry> wheelsets;
  for (const BodyEntry& body : v.bodies)
    if (body.type == vehicle::BodyType::wheelset) wheelsets.push_back(body);
  std::stable_sort(wheelsets.begin(), wheelsets.end(), [](const BodyEntry& a, const BodyEntry& b) {
    return a.position.x() > b.position.x();
  });
  for (std::size_t i = 0; i < wheelsets.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    if (support.lateral)
      add_mass("track_" + number, wheelsets[i], BodyEntry::Rails::both, *support.lateral, v);
    if (!support.vertical) continue;
    add_mass("rail_" + number + "_left", wheelsets[i], BodyEntry::Rails::left, *support.vertical,
             v);
    add_mass("rail_" + number + "_right", wheelsets[i], BodyEntry::Rails::right, *support.vertical,
             v);
  }
}

}  // namespace fourfoot::scenario
