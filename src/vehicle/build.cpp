#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "base/error.h"
#include "element/registry.h"
#include "vehicle/model.h"
#include "vehicle/preload.h"

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

// Every body has a track frame of its own, under its nominal position: x of the vehicle becomes its
// offset along the track.
multibody::BodyDescription convert_body(const BodyEntry& entry) {
  multibody::BodyDescription body;
  body.name = entry.name;
  body.where = entry.where;
  body.kind =
      entry.type == BodyType::wheelset ? multibody::BodyKind::wheelset : multibody::BodyKind::body;
  body.mass = entry.mass;
  body.inertia = entry.inertia;
  body.chainage_offset = entry.position.x();
  body.nominal = Vec3(0.0, entry.position.y(), entry.position.z());
  body.omitted = entry.omitted;
  body.modes = entry.modes;
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
  instance.nominal_d = entry.at_second - entry.at_first;
  instance.on_axle = element::element_types().at(entry.type).on_axle;
  instance.law = element::build_element(entry.type, entry.parameters, {instance.nominal_d});
  return instance;
}

// The vertical stiffness of each element whose preload the file leaves open.
std::vector<double> list_open_stiffness(const VehicleDescription& description) {
  std::vector<double> stiffness;
  for (const ElementEntry& entry : description.elements) {
    const auto get = element::element_types().at(entry.type).vertical_stiffness;
    const bool open = entry.static_preload && get != nullptr && !entry.parameters.has("preload");
    stiffness.push_back(open ? get(entry.parameters) : 0.0);
  }
  return stiffness;
}

// Whether a spring, a stop or a rod of any kind answers a vertical displacement.
double calc_vertical_stiffness(const ElementInstance& element) {
  element::Input input;
  input.d = element.nominal_d;
  input.theta = input.v = input.w = Vec3::Zero();
  if (std::isfinite(element.law->calc_clearance(input))) return 1.0;
  element.law->calc_rest(input, input.z);
  element::Output output;
  element::Derivative derivative;
  element.law->calc_derivative(input, output, derivative);
  return derivative(2, 2) != 0.0 ? 1.0 : 0.0;
}

// The nominal position need not be the equilibrium (springs that are unloaded there), but something
// must be able to carry every body.
void find_least_carried(const ModelOptions& options, VehicleModel& model) {
  constexpr double least = 1e-3;  // of the weight
  if (!(model.static_residual > least)) return;
  std::vector<double> stiffness;
  for (const ElementInstance& element : model.elements)
    stiffness.push_back(calc_vertical_stiffness(element));
  const StaticLoads loads = calc_static_loads(model, stiffness, options);
  if (loads.residual > least && loads.worst_body >= 0)
    model.least_carried = model.bodies.body(static_cast<std::size_t>(loads.worst_body)).given.name;
}

void put_static_loads(const VehicleDescription& description, const ModelOptions& options,
                      VehicleModel& model) {
  const std::vector<double> stiffness = list_open_stiffness(description);
  const StaticLoads loads = calc_static_loads(model, stiffness, options);
  model.static_residual = loads.residual;
  find_least_carried(options, model);
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    model.wheelsets[i].load_left = loads.wheelsets[i].left;
    model.wheelsets[i].load_right = loads.wheelsets[i].right;
  }
  for (std::size_t i = 0; i < model.elements.size(); ++i) {
    if (!(stiffness[i] > 0.0)) continue;
    const ElementEntry& entry = description.elements[i];
    std::vector<double> preload(element::element_types().at(entry.type).preload_count, 0.0);
    preload[2] = loads.preloads[i];
    Table parameters = entry.parameters;
    parameters.put("preload", Value{std::move(preload), entry.where});
    model.elements[i].law =
        element::build_element(entry.type, parameters, {model.elements[i].nominal_d});
  }
}

// A part's weight on its own axles, that of parts without axles on all.
void share_weight(const VehicleDescription& description, double gravity, VehicleModel& model) {
  std::map<std::string, double> mass, axles;
  const auto get_part = [&](const WheelsetInstance& wheelset) {
    return description.bodies[static_cast<std::size_t>(wheelset.body)].part;
  };
  for (const WheelsetInstance& wheelset : model.wheelsets) axles[get_part(wheelset)] += 1.0;
  double common = 0.0;
  for (const BodyEntry& body : description.bodies)
    (axles.count(body.part) > 0 ? mass[body.part] : common) += body.mass;
  common /= static_cast<double>(model.wheelsets.size());
  for (WheelsetInstance& wheelset : model.wheelsets) {
    const std::string part = get_part(wheelset);
    wheelset.axle_load = gravity * (common + mass[part] / axles[part]);
  }
}

void put_axle_loads(const VehicleDescription& description, double gravity, VehicleModel& model) {
  constexpr double enough = 1e-6;  // of the weight
  double carried = 0.0;
  for (WheelsetInstance& wheelset : model.wheelsets) {
    wheelset.axle_load = wheelset.load_left + wheelset.load_right;
    carried += wheelset.axle_load;
  }
  const double weight = model.mass * gravity;
  if (model.wheelsets.empty() || std::abs(carried - weight) <= enough * weight) return;
  share_weight(description, gravity, model);
}

Marker convert_marker(const VehicleDescription& description, const MarkerEntry& entry) {
  const int body = find_body(description, entry.body);
  return {entry.name,
          body,
          entry.point - description.bodies[static_cast<std::size_t>(body)].position,
          {}};
}

// What elements and markers on bodies with modes see of them.
void put_shapes(VehicleModel& model) {
  const auto get_shape = [&](int body, const Vec3& point) {
    if (body < 0) return multibody::ModeShape{};
    const auto& given = model.bodies.body(static_cast<std::size_t>(body)).given;
    if (given.modes.count() == 0) return multibody::ModeShape{};
    multibody::ModeShape shape = given.modes.calc_shape(point);
    if (shape.displacement.cols() != given.modes.count() ||
        shape.rotation.cols() != given.modes.count())
      throw InputError({"modes", given.where,
                        "body \"" + given.name + "\": its shapes are not as many as its modes"});
    return shape;
  };
  for (ElementInstance& element : model.elements) {
    element.shape_first = get_shape(element.first, element.at_first);
    element.shape_second = get_shape(element.second, element.at_second);
  }
  for (Marker& marker : model.markers) marker.shape = get_shape(marker.body, marker.point);
}

// The nominal position is the loaded one, so modal coordinates count from the shape that the static
// forces of the elements give the body there. Elements without a preload (a force given over time)
// do not belong to the rest.
void put_modal_loads(const VehicleDescription& description, VehicleModel& model) {
  for (std::size_t i = 0; i < model.bodies.body_count(); ++i)
    model.modal_loads.push_back(VecX::Zero(model.bodies.body(i).mode_count));
  for (std::size_t i = 0; i < model.elements.size(); ++i) {
    const ElementInstance& element = model.elements[i];
    if (element::element_types().at(description.elements[i].type).preload_count == 0) continue;
    element::Input input;
    input.d = element.nominal_d;
    input.theta = input.v = input.w = Vec3::Zero();
    element.law->calc_rest(input, input.z);
    element::Output output;
    element.law->calc(input, output);
    const auto add = [&](int body, const multibody::ModeShape& shape, double sign) {
      if (body < 0 || shape.is_rigid()) return;
      model.modal_loads[static_cast<std::size_t>(body)] +=
          sign * (shape.displacement.transpose() * output.force +
                  shape.rotation.transpose() * output.torque);
    };
    add(element.second, element.shape_second, 1.0);
    add(element.first, element.shape_first, -1.0);
  }
}

// From the front; the left half of an axle before the right one.
void add_wheelsets(const VehicleDescription& description, VehicleModel& model) {
  for (std::size_t i = 0; i < description.bodies.size(); ++i) {
    const BodyEntry& entry = description.bodies[i];
    if (entry.type != BodyType::wheelset) continue;
    WheelsetInstance wheelset;
    wheelset.body = static_cast<int>(i);
    wheelset.radius = entry.radius;
    wheelset.pitch_inertia = entry.inertia(1, 1);
    wheelset.left = entry.left;
    wheelset.right = entry.right;
    wheelset.y = entry.position.y();
    model.wheelsets.push_back(wheelset);
  }
  const auto position = [&](const WheelsetInstance& wheelset) {
    const Vec3& p = description.bodies[static_cast<std::size_t>(wheelset.body)].position;
    return std::pair(-p.x(), -p.y());
  };
  std::stable_sort(model.wheelsets.begin(), model.wheelsets.end(),
                   [&](const auto& a, const auto& b) { return position(a) < position(b); });
}

}  // namespace

VehicleModel build(const VehicleDescription& description, const ModelOptions& options) {
  multibody::ModelDescription bodies;
  for (const BodyEntry& entry : description.bodies) bodies.bodies.push_back(convert_body(entry));
  for (const JointEntry& entry : description.joints)
    bodies.joints.push_back(convert_joint(description, entry));
  for (const RelationEntry& entry : description.relations)
    bodies.relations.push_back(convert_relation(entry));
  VehicleModel model{
      description.name, multibody::Model(std::move(bodies)), {}, {}, 0, 0.0, {}, 0.0, {}, {}};
  for (const ElementEntry& entry : description.elements) {
    model.elements.push_back(convert_element(description, entry));
    model.elements.back().state_begin = model.state_count;
    model.state_count += model.elements.back().law->state_count();
  }
  for (const BodyEntry& entry : description.bodies) model.mass += entry.mass;
  for (const MarkerEntry& entry : description.markers)
    model.markers.push_back(convert_marker(description, entry));
  if (model.bodies.has_modes()) put_shapes(model);
  add_wheelsets(description, model);
  if (options.with_loads) put_static_loads(description, options, model);
  if (model.bodies.has_modes()) put_modal_loads(description, model);
  put_axle_loads(description, options.gravity, model);
  return model;
}

}  // namespace fourfoot::vehicle
