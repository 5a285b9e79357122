// Wheelsets on real profiles: from the bodies' motion to the contact room's question, and from its
// answer to wrenches on wheelsets and flexible track; with all derivatives.
#include <algorithm>
#include <cmath>

#include "math/rotation.h"
#include "system/system.h"
#include "system/wheelset_motion.h"

namespace fourfoot::system {

namespace {

using contact::ContactFriction;
using contact::RailUnderWheel;
using contact::Side;
using contact::WheelForce;
using contact::WheelForceJacobian;
using contact::WheelsetMotion;
using multibody::BodyWorkspace;
using multibody::Matrix6x12;

std::size_t get_index(int i) {
  return static_cast<std::size_t>(i);
}

RailUnderWheel get_rail(const track::RailDeviations& deviations, Side side, Eigen::Vector2d& bend) {
  const track::Deviation y = side == Side::left ? deviations.lateral_l() : deviations.lateral_r();
  const track::Deviation z = side == Side::left ? deviations.vertical_l() : deviations.vertical_r();
  RailUnderWheel rail;
  rail.y = y.value;
  rail.z = z.value;
  rail.dy = y.d1;
  rail.dz = z.d1;
  bend << y.d2, z.d2;
  return rail;
}

// Derivatives of one wheel's wrench on the wheelset by one cause's (6 x n, in T, moment about the
// middle).
template <int N>
Eigen::Matrix<double, 6, N> convert_wrench(const ProfileContact& contact, const BodyWorkspace& b,
                                           const Eigen::Matrix<double, 6, N>& in_T) {
  Eigen::Matrix<double, 6, N> out;
  out.template topRows<3>() = in_T.template topRows<3>();
  out.template bottomRows<3>() =
      b.R_TC.transpose() * in_T.template bottomRows<3>() +
      skew(contact.middle_C) * (b.R_TC.transpose() * in_T.template topRows<3>());
  return out;
}

}  // namespace

ContactFriction FrictionAlongLine::calc(double s) const {
  if (stations.empty()) return nominal;
  const auto after = std::upper_bound(stations.begin(), stations.end(), s);
  double factor = factors.front();
  if (after == stations.end()) {
    factor = factors.back();
  } else if (after != stations.begin()) {
    const auto i = static_cast<std::size_t>(after - stations.begin());
    const double share = (s - stations[i - 1]) / (stations[i] - stations[i - 1]);
    factor = factors[i - 1] + share * (factors[i] - factors[i - 1]);
  }
  return {factor * nominal.tread, factor * nominal.flange};
}

void System::set_rails(std::size_t i, Workspace& ws) const {
  const ProfileContact& contact = contact_.profiles[i];
  ProfileContactWorkspace& w = ws.profile_contacts[i];
  const auto body = get_index(model_->wheelsets[i].body);
  const double offset = model_->bodies.body(body).given.station_offset;
  track::RailDeviations deviations;
  if (line_.track().has_irregularity())
    deviations = line_.calc_irregularity(ws.travel, offset, ws.cursors[body]);
  for (std::size_t k = 0; k < 2; ++k) {
    w.rails[k] = get_rail(deviations, wheel_sides[k], w.treads[k].bend);
    if (contact.has_track_states()) {
      const auto z = static_cast<Eigen::Index>(1 + k);
      w.rails[k].y += w.track.place[0];
      w.rails[k].v_y = w.track.rate[0];
      w.rails[k].z += w.track.place[z];
      w.rails[k].v_z = w.track.rate[z];
    }
    if (contact.lateral_body >= 0) {
      const BodyWorkspace& rail = ws.bodies.bodies[get_index(contact.lateral_body)];
      w.rails[k].y += rail.p_TB.y();
      w.rails[k].v_y = rail.v_TB_T.y();
    }
    if (contact.rail_body[k] >= 0) {
      const BodyWorkspace& rail = ws.bodies.bodies[get_index(contact.rail_body[k])];
      w.rails[k].z += rail.p_TB.z();
      w.rails[k].v_z = rail.v_TB_T.z();
    }
  }
  // In a cant ramp the rails rise and fall beside the centre line, by y k_x. At a stand the frame's
  // motion does not tell k_x.
  double twist = 0.0;
  if (ws.travel.v != 0.0) {
    twist = ws.frames[body].w_NT_T.x() / ws.travel.v;
  } else {
    FrameCursor cursor = ws.cursors[body];
    MovingFrame frame;
    line_.calc_frame({ws.travel.s, 1.0, 0.0}, offset, cursor, frame);
    twist = frame.w_NT_T.x();
  }
  const contact::WheelsetOnTrack& wheelset = contact.wheels->wheelset();
  w.rails[0].twist = twist * wheelset.left.wheel.half_span();
  w.rails[1].twist = -twist * wheelset.right.wheel.half_span();
}

double System::get_wheelset_station(std::size_t i, const Workspace& ws) const {
  const auto body = get_index(model_->wheelsets[i].body);
  return ws.travel.s + model_->bodies.body(body).given.station_offset;
}

void System::press_wheels(Workspace& ws, VecX& y) const {
  auto own = y.tail(model_->state_count);
  for (std::size_t i = 0; i < contact_.profiles.size(); ++i) {
    const auto index = get_index(model_->wheelsets[i].body);
    const multibody::Body& body = model_->bodies.body(index);
    const ProfileContact& contact = contact_.profiles[i];
    if (!body.is_free(2) || contact.tread) continue;
    ProfileContactWorkspace& w = ws.profile_contacts[i];
    const double load = model_->wheelsets[i].axle_load;
    const double wheels = contact.has_wheel[0] && contact.has_wheel[1] ? 2.0 : 1.0;
    double sag = 0.0;  // of the rails
    for (std::size_t k = 0; k < 2; ++k) {
      if (contact.track_place[1 + k] < 0 || !contact.has_wheel[k]) continue;
      sag = -load / wheels / contact.supports[1 + k].stiffness;
      own[contact.track_place[1 + k]] = sag;
    }
    calc_kinematics(0.0, y, ws);
    set_track(own, ws);
    w.motion = calc_motion(contact, ws.bodies.bodies[index], ws.frames[index]);
    set_rails(i, ws);
    const double z = w.motion.pose.z + sag;
    double low = -2e-3, high = 5e-3;
    for (int step = 0; step < 40; ++step) {
      const double middle = 0.5 * (low + high);
      w.motion.pose.z = z + middle;
      double carried = 0.0;
      for (std::size_t k = 0; k < 2; ++k) {
        if (!contact.has_wheel[k]) continue;
        contact.wheels->calc(wheel_sides[k], w.motion, w.rails[k], contact_.friction.nominal,
                             w.scratch, w.wheels[k]);
        carried += w.wheels[k].force.z();
      }
      (carried > load ? low : high) = middle;
    }
    y[body.q_index[2]] += sag + 0.5 * (low + high);
  }
}

void System::add_profile_contact(std::size_t i, Workspace& ws, bool linearise) const {
  const ProfileContact& contact = contact_.profiles[i];
  ProfileContactWorkspace& w = ws.profile_contacts[i];
  const std::size_t body = get_index(model_->wheelsets[i].body);
  const BodyWorkspace& b = ws.bodies.bodies[body];
  w.motion = calc_motion(contact, b, ws.frames[body]);
  set_rails(i, ws);
  const ContactFriction friction = contact_.friction.calc(get_wheelset_station(i, ws));
  for (std::size_t k = 0; k < 2; ++k) {
    if (!contact.has_wheel[k]) continue;
    WheelForce& f = w.wheels[k];
    if (!is_near_rails(w.motion.pose)) {
      f = {};
      continue;
    }
    if (contact.tread) {
      f.force.setZero();
      f.moment.setZero();
      f.count = 0;
      contact.tread->add_flange(wheel_sides[k], w.motion, w.rails[k], friction, w.scratch, f);
    } else if (linearise) {
      contact.wheels->calc(wheel_sides[k], w.motion, w.rails[k], friction, w.scratch, f,
                           w.jacobians[k]);
    } else {
      contact.wheels->calc(wheel_sides[k], w.motion, w.rails[k], friction, w.scratch, f);
    }
    if (linearise) w.origins[k] = {w.motion, w.rails[k], f.force};
    ws.bodies.add_wrench(body, f.force, calc_torque(contact, b, f.force, f.moment));
    if (contact.lateral_body >= 0)
      ws.bodies.bodies[get_index(contact.lateral_body)].force_T.y() -= f.force.y();
    if (contact.rail_body[k] >= 0)
      ws.bodies.bodies[get_index(contact.rail_body[k])].force_T.z() -= f.force.z();
  }
  if (contact.has_track_states()) calc_track_accelerations(i, ws);
}

void System::add_profile_contact_derivatives(std::size_t i, Workspace& ws) const {
  const ProfileContact& contact = contact_.profiles[i];
  ProfileContactWorkspace& w = ws.profile_contacts[i];
  const std::size_t body = get_index(model_->wheelsets[i].body);
  const auto by_local = calc_motion_derivative(contact, ws.bodies.bodies[body], ws.frames[body]);
  if (contact.has_track_states()) begin_track_derivatives(i, ws);
  for (std::size_t k = 0; k < 2; ++k) {
    if (!contact.has_wheel[k] || !is_near_rails(w.motion.pose)) continue;
    if (contact.tread) add_tread_derivatives(i, k, by_local, w.jacobians[k], ws);
    add_wheel_blocks(i, k, by_local, w.jacobians[k], ws);
  }
}

void System::add_wheel_blocks(std::size_t i, std::size_t k,
                              const Eigen::Matrix<double, 10, 12>& by_local,
                              const WheelForceJacobian& jacobian, Workspace& ws) const {
  const ProfileContact& contact = contact_.profiles[i];
  const WheelForce& f = ws.profile_contacts[i].wheels[k];
  const std::size_t body = get_index(model_->wheelsets[i].body);
  const BodyWorkspace& b = ws.bodies.bodies[body];
  const Matrix6x12 in_T = jacobian.leftCols<10>().lazyProduct(by_local);
  Matrix6x12 own = convert_wrench<12>(contact, b, in_T);
  // The carrier's axes turn under the torque.
  own.block<3, 3>(3, 3) += skew<double>(b.R_TC.transpose() * f.moment) +
                           skew(contact.middle_C) * skew<double>(b.R_TC.transpose() * f.force);
  ws.derivatives.at(body, body) += own;

  if (contact.has_track_states()) {
    add_track_derivatives(i, k, convert_wrench<4>(contact, b, jacobian.rightCols<4>()), in_T, ws);
    return;
  }
  // Bodies under rigid treads: columns y, v_y of the sleeper, z, v_z of the rail; rows of the
  // forces on them.
  struct Part {
    int body, axis;
  };
  const Part parts[2] = {{contact.lateral_body, 1}, {contact.rail_body[k], 2}};
  const Eigen::Matrix<double, 6, 4> by_rail =
      convert_wrench<4>(contact, b, Eigen::Matrix<double, 6, 4>(jacobian.rightCols<4>()));
  for (const Part& cause : parts) {
    if (cause.body < 0) continue;
    const std::size_t rail = get_index(cause.body);
    const int place = cause.axis - 1, rate = place + 2;
    ws.derivatives.at(body, rail).col(cause.axis) += by_rail.col(place);
    ws.derivatives.at(body, rail).col(6 + cause.axis) += by_rail.col(rate);
    for (const Part& effect : parts) {
      if (effect.body < 0) continue;
      Matrix6x12& block = ws.derivatives.at(get_index(effect.body), rail);
      block(effect.axis, cause.axis) -= by_rail(effect.axis, place);
      block(effect.axis, 6 + cause.axis) -= by_rail(effect.axis, rate);
    }
    ws.derivatives.at(rail, body).row(cause.axis) -= in_T.row(cause.axis);
  }
}

}  // namespace fourfoot::system
