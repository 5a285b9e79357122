#include <algorithm>
#include <cmath>
#include <numbers>

#include "element/registry.h"
#include "vehicle/model.h"

namespace fourfoot::vehicle {

namespace {

multibody::PrescribedMotion make_motion(const PrescribedEntry& given) {
  const double omega = 2.0 * std::numbers::pi * given.frequency;
  return [given, omega](double t) {
    const double angle = omega * t + given.phase;
    return multibody::PrescribedValue{
        given.offset + given.rate * t + given.amplitude * std::sin(angle),
        given.rate + given.amplitude * omega * std::cos(angle),
        -given.amplitude * omega * omega * std::sin(angle)};
  };
}

// Every body has a track frame of its own, under its nominal place: x of the vehicle becomes its
// offset along the track.
multibody::BodyDescription convert_body(const BodyEntry& entry) {
  multibody::BodyDescription body;
  body.name = entry.name;
  body.where = entry.where;
  body.kind =
      entry.type == BodyType::wheelset ? multibody::BodyKind::wheelset : multibody::BodyKind::body;
  body.mass = entry.mass;
  body.inertia = entry.inertia;
  body.station_offset = entry.position.x();
  body.nominal = Vec3(0.0, entry.position.y(), entry.position.z());
  body.is_track_part = entry.is_track_part;
  for (std::size_t i = 0; i < 6; ++i) {
    if (!entry.free[i]) body.coordinates[i] = multibody::CoordinateRule::locked();
  }
  for (const PrescribedEntry& given : entry.prescribed) {
    body.coordinates[static_cast<std::size_t>(given.coordinate)] =
        multibody::CoordinateRule::prescribed(make_motion(given));
  }
  return body;
}

int find_body(const VehicleDescription& description, const std::string& name) {
  const auto it = std::find_if(description.bodies.begin(), description.bodies.end(),
                               [&](const BodyEntry& body) { return body.name == name; });
  return it == description.bodies.end() ? -1 : static_cast<int>(it - description.bodies.begin());
}

multibody::JointType convert_type(const std::string& type) {
  using multibody::JointType;
  if (type == "spherical") return JointType::spherical;
  if (type == "revolute") return JointType::revolute;
  if (type == "cylindrical") return JointType::cylindrical;
  if (type == "prismatic") return JointType::prismatic;
  if (type == "fixed") return JointType::fixed;
  return JointType::link;
}

multibody::JointDescription convert_joint(const VehicleDescription& description,
                                          const JointEntry& entry) {
  const BodyEntry& second =
      description.bodies[static_cast<std::size_t>(find_body(description, entry.second))];
  const int first = find_body(description, entry.first);
  multibody::JointDescription joint;
  joint.name = entry.name;
  joint.where = entry.where;
  joint.type = convert_type(entry.type);
  joint.a_on_track = first < 0;
  joint.body_a = first < 0 ? entry.second : entry.first;
  joint.body_b = entry.second;
  const Vec3 origin = first < 0 ? Vec3(second.position.x(), 0.0, 0.0)
                                : description.bodies[static_cast<std::size_t>(first)].position;
  joint.point_a = entry.at_first - origin;
  joint.point_b = entry.at_second - second.position;
  joint.axis_a = joint.axis_b = entry.axis.normalized();
  joint.length = (entry.at_second - entry.at_first).norm();
  return joint;
}

multibody::SpeedRelation convert_relation(const RelationEntry& entry) {
  multibody::SpeedRelation relation;
  relation.name = entry.name;
  relation.where = entry.where;
  relation.value = entry.value;
  for (const RelationEntry::Term& term : entry.terms) {
    relation.terms.push_back({term.body, term.component, term.coefficient});
  }
  return relation;
}

ElementInstance convert_element(const VehicleDescription& description, const ElementEntry& entry) {
  ElementInstance instance;
  instance.name = entry.name;
  instance.first = find_body(description, entry.first);
  instance.second = find_body(description, entry.second);
  const BodyEntry& second = description.bodies[static_cast<std::size_t>(instance.second)];
  instance.at_second = entry.at_second - second.position;
  const Vec3 first_origin =
      instance.first >= 0 ? description.bodies[static_cast<std::size_t>(instance.first)].position
                          : Vec3(second.position.x(), 0.0, 0.0);
  instance.at_first = entry.at_first - first_origin;
  instance.law =
      element::build_element(entry.type, entry.parameters, {entry.at_second - entry.at_first});
  return instance;
}

}  // namespace

Model build(const VehicleDescription& description) {
  multibody::ModelDescription bodies;
  for (const BodyEntry& entry : description.bodies) bodies.bodies.push_back(convert_body(entry));
  for (const JointEntry& entry : description.joints)
    bodies.joints.push_back(convert_joint(description, entry));
  for (const RelationEntry& entry : description.relations)
    bodies.relations.push_back(convert_relation(entry));
  Model model{description.name, multibody::Model(std::move(bodies)), {}, {}, 0, 0.0};
  for (const ElementEntry& entry : description.elements) {
    model.elements.push_back(convert_element(description, entry));
    model.elements.back().state_begin = model.state_count;
    model.state_count += model.elements.back().law->state_count();
  }
  for (std::size_t i = 0; i < description.bodies.size(); ++i) {
    const BodyEntry& entry = description.bodies[i];
    model.mass += entry.mass;
    if (entry.type == BodyType::wheelset) {
      model.wheelsets.push_back({static_cast<int>(i), entry.radius, entry.inertia(1, 1)});
    }
  }
  std::stable_sort(model.wheelsets.begin(), model.wheelsets.end(),
                   [&](const auto& a, const auto& b) {
                     return description.bodies[static_cast<std::size_t>(a.body)].position.x() >
                            description.bodies[static_cast<std::size_t>(b.body)].position.x();
                   });
  return model;
}

}  // namespace fourfoot::vehicle
