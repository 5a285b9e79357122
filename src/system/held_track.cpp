#include "system/held_track.h"

#include "system/co_running_track.h"

namespace fourfoot::system {

namespace {

constexpr std::size_t held_count = track::SupportAlongLine::coordinates;

int get_held_axis(std::size_t coordinate) {
  return coordinate == 0 ? 1 : 2;
}

int& get_held_body(RigidTread& tread, std::size_t coordinate) {
  return coordinate == 0 ? tread.lateral_body : tread.rail_body[coordinate - 1];
}
int get_held_body(const RigidTread& tread, std::size_t coordinate) {
  return coordinate == 0 ? tread.lateral_body : tread.rail_body[coordinate - 1];
}

multibody::BodyDescription describe_mass(const track::SupportAlongLine& support,
                                         std::size_t coordinate, std::size_t wheelset,
                                         const multibody::BodyDescription& above) {
  multibody::BodyDescription body;
  body.name = get_track_name(wheelset, coordinate);
  body.where = above.where;
  body.mass = support.get_mass(coordinate);
  body.inertia = body.mass * Mat3::Identity();  // it does not turn
  body.chainage_offset = above.chainage_offset;
  body.is_track_part = true;
  for (multibody::CoordinateRule& rule : body.coordinates)
    rule = multibody::CoordinateRule::locked();
  body.coordinates[static_cast<std::size_t>(get_held_axis(coordinate))] =
      multibody::CoordinateRule::free();
  return body;
}

// The same bodies, joints and relations with these bodies behind them, so that all keep their
// numbers.
multibody::Model add_bodies(const multibody::Model& model,
                            const std::vector<multibody::BodyDescription>& added) {
  multibody::ModelDescription all;
  all.stabilisation_rate = model.stabilisation_rate();
  for (const multibody::Body& body : model.bodies()) all.bodies.push_back(body.given);
  all.bodies.insert(all.bodies.end(), added.begin(), added.end());
  for (const multibody::Joint& joint : model.joints()) all.joints.push_back(joint.given);
  for (const multibody::Relation& relation : model.relations())
    all.relations.push_back(relation.given);
  return multibody::Model(std::move(all));
}

}  // namespace

void add_track_masses(const track::SupportAlongLine& support, vehicle::VehicleModel& model,
                      std::vector<RigidTread>& treads) {
  std::vector<multibody::BodyDescription> masses;
  for (std::size_t i = 0; i < treads.size(); ++i) {
    const multibody::BodyDescription& above =
        model.bodies.body(static_cast<std::size_t>(model.wheelsets[i].body)).given;
    for (std::size_t c = 0; c < held_count; ++c) {
      if (!support.has(c)) continue;
      get_held_body(treads[i], c) = static_cast<int>(model.bodies.body_count() + masses.size());
      masses.push_back(describe_mass(support, c, i, above));
    }
  }
  if (!masses.empty()) model.bodies = add_bodies(model.bodies, masses);
}

void add_support_forces(const track::SupportAlongLine& support, const RigidTread& tread, double s,
                        multibody::MotionWorkspace& bodies) {
  track::SupportAlongLine::Laws laws;
  support.calc(s, laws);
  for (std::size_t c = 0; c < held_count; ++c) {
    const int body = get_held_body(tread, c), axis = get_held_axis(c);
    if (body < 0) continue;
    multibody::BodyWorkspace& b = bodies.bodies[static_cast<std::size_t>(body)];
    b.force_T[axis] += laws[c].calc_rest(0.0, b.p_TB[axis], b.v_TB_T[axis]);
  }
}

void add_support_derivatives(const track::SupportAlongLine& support, const RigidTread& tread,
                             double s, const multibody::MotionWorkspace& bodies,
                             multibody::WrenchDerivatives& derivatives) {
  track::SupportAlongLine::Laws laws;
  support.calc(s, laws);
  for (std::size_t c = 0; c < held_count; ++c) {
    if (get_held_body(tread, c) < 0) continue;
    const auto body = static_cast<std::size_t>(get_held_body(tread, c));
    const int axis = get_held_axis(c);
    multibody::Matrix6x12& block = derivatives.at(body, body);
    block(axis, axis) -= laws[c].get_stiffness(bodies.bodies[body].p_TB[axis]);
    block(axis, 6 + axis) -= laws[c].damping;
  }
}

}  // namespace fourfoot::system
