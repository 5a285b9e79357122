// Wheels whose treads are rigid: the gap as a surface that holds wheelset and rail, the loop from
// the normal force to creep forces and back, and all derivatives.
#include <algorithm>

#include "base/state_out_of_range.h"
#include "multibody/equations.h"
#include "multibody/surface.h"
#include "system/system.h"
#include "system/wheelset_motion.h"

namespace fourfoot::system {

namespace {

using contact::TreadContact;
using multibody::BodyWorkspace;
using multibody::SurfaceTerms;
using multibody::Vec6;
using Vec4 = TreadContact::Vec4;

/// The parts of the track that move with a tread's surface; axis y or z of their motion.
struct TrackEnd {
  int body, axis;
};
std::array<TrackEnd, 2> get_track_ends(const ProfileContact& contact, std::size_t side) {
  return {{{contact.lateral_body, 1}, {contact.rail_body[side], 2}}};
}

Vec6 make_wrench(const ProfileContact& contact, const BodyWorkspace& b, const Vec3& force,
                 const Vec3& moment) {
  Vec6 w;
  w << force, calc_torque(contact, b, force, moment);
  return w;
}

/// Rate and second derivative of the pose against the rail, at the bodies' present accelerations.
struct RelativeMotion {
  Vec4 rate, second;
};
RelativeMotion calc_against_rail(const ProfileContact& contact, std::size_t side,
                                 const contact::RailUnderWheel& rail, const Eigen::Vector2d& bend,
                                 const track::Travel& travel, const multibody::Workspace& bodies,
                                 std::size_t wheelset, bool with_accelerations) {
  const BodyWorkspace& b = bodies.bodies[wheelset];
  const Vec3 none = Vec3::Zero();
  const PoseMotion<double> m =
      calc_pose_motion(get_local_motion(b), contact.middle_C, with_accelerations ? b.a_T : none,
                       with_accelerations ? b.alpha_C : none);
  RelativeMotion out{m.rate, m.second};
  const double slope[2] = {rail.dy, rail.dz};
  for (int i = 0; i < 2; ++i) {
    out.rate[i] -= slope[i] * travel.v;
    out.second[i] -= bend[i] * travel.v * travel.v + slope[i] * travel.a;
  }
  for (const TrackEnd& end : get_track_ends(contact, side)) {
    if (end.body < 0) continue;
    const BodyWorkspace& part = bodies.bodies[static_cast<std::size_t>(end.body)];
    out.rate[end.axis - 1] -= part.v_TB_T[end.axis];
    if (with_accelerations) out.second[end.axis - 1] -= part.a_T[end.axis];
  }
  return out;
}

}  // namespace

void TreadSurfaces::calc_place(multibody::Workspace&) {
  system_->calc_tread_places(*ws_);
}

void TreadSurfaces::calc_bias(multibody::Workspace&) {
  system_->calc_tread_biases(*ws_);
}

void System::attach(Workspace& ws) const {
  if (!has_treads()) return;
  ws.treads.attach(*this, ws);
  ws.bodies.surface_source = &ws.treads;
}

void System::calc_tread_places(Workspace& ws) const {
  for (std::size_t i = 0; i < contact_.profiles.size(); ++i) {
    const ProfileContact& contact = contact_.profiles[i];
    if (!contact.tread) continue;
    ProfileContactWorkspace& w = ws.profile_contacts[i];
    const auto body = static_cast<std::size_t>(model_->wheelsets[i].body);
    const BodyWorkspace& b = ws.bodies.bodies[body];
    w.motion = calc_motion(contact, b, ws.frames[body]);
    const contact::WheelsetPose& pose = w.motion.pose;
    if (!is_near_rails(pose)) throw StateOutOfRange("a wheelset is far from its rails");
    set_rails(i, ws);
    for (std::size_t k = 0; k < 2; ++k) {
      if (contact.surface[k] < 0) continue;
      const contact::RailUnderWheel& rail = w.rails[k];
      TreadContact& c = w.treads[k].place;
      c = contact.tread->find_tread(
          wheel_sides[k], {pose.y - rail.y, pose.z - rail.z, pose.roll, pose.yaw}, w.tread_scratch);
      if (!c.exists) throw StateOutOfRange("a tread is out of its rail's reach");
      SurfaceTerms& terms =
          ws.bodies.constraint.surfaces[static_cast<std::size_t>(contact.surface[k])];
      const Vec6 pull = contact::ConstraintWheel::calc_reaction(c, pose.roll, pose.yaw);
      terms.phi = c.gap;
      terms.phi_t = -(c.gradient[0] * rail.dy + c.gradient[1] * rail.dz) * ws.travel.v;
      terms.J[0] = make_wrench(contact, b, pull.head<3>(), pull.tail<3>());
      std::size_t e = 1;
      for (const TrackEnd& end : get_track_ends(contact, k)) {
        if (end.body < 0) continue;
        terms.J[e++] = -c.gradient[end.axis - 1] * Vec6::Unit(end.axis);
      }
    }
  }
}

// phi'' = dG . eta'' + eta' . ddG eta', eta the pose against the rail.
void System::calc_tread_biases(Workspace& ws) const {
  for (std::size_t i = 0; i < contact_.profiles.size(); ++i) {
    const ProfileContact& contact = contact_.profiles[i];
    if (!contact.tread) continue;
    const ProfileContactWorkspace& w = ws.profile_contacts[i];
    const auto body = static_cast<std::size_t>(model_->wheelsets[i].body);
    for (std::size_t k = 0; k < 2; ++k) {
      if (contact.surface[k] < 0) continue;
      const RelativeMotion m = calc_against_rail(contact, k, w.rails[k], w.treads[k].bend,
                                                 ws.travel, ws.bodies, body, false);
      const TreadContact& c = w.treads[k].place;
      ws.bodies.constraint.surfaces[static_cast<std::size_t>(contact.surface[k])].bias =
          c.gradient.dot(m.second) + m.rate.dot(c.hessian * m.rate);
    }
  }
}

/// Creep forces of all treads at ws.tread_normal, as packed generalised forces and by N.
void System::calc_tread_forces(Workspace& ws) const {
  const multibody::Model& bodies = model_->bodies;
  MatX& closure = ws.bodies.constraint.closure;
  ws.tread_packed.setZero();
  closure.setZero();
  for (std::size_t i = 0; i < contact_.profiles.size(); ++i) {
    const ProfileContact& contact = contact_.profiles[i];
    if (!contact.tread) continue;
    ProfileContactWorkspace& w = ws.profile_contacts[i];
    const auto body = static_cast<std::size_t>(model_->wheelsets[i].body);
    const BodyWorkspace& b = ws.bodies.bodies[body];
    const contact::ContactFriction friction = contact_.friction.calc(get_wheelset_station(i, ws));
    for (std::size_t k = 0; k < 2; ++k) {
      if (contact.surface[k] < 0) continue;
      TreadWorkspace& tread = w.treads[k];
      tread.normal = ws.tread_normal[contact.surface[k]];
      contact::TreadForce& f = tread.force;
      contact.tread->calc_tread(wheel_sides[k], tread.place, w.motion, w.rails[k], friction,
                                tread.normal, f);
      auto by_N = closure.col(contact.surface[k]);
      multibody::add_generalised(bodies, ws.bodies, body,
                                 make_wrench(contact, b, f.force, f.moment), ws.tread_packed);
      multibody::add_generalised(bodies, ws.bodies, body,
                                 make_wrench(contact, b, f.force_N, f.moment_N), by_N);
      for (const TrackEnd& end : get_track_ends(contact, k)) {
        if (end.body < 0) continue;
        const auto part = static_cast<std::size_t>(end.body);
        multibody::add_generalised(bodies, ws.bodies, part,
                                   -f.force[end.axis] * Vec6::Unit(end.axis), ws.tread_packed);
        multibody::add_generalised(bodies, ws.bodies, part,
                                   -f.force_N[end.axis] * Vec6::Unit(end.axis), by_N);
      }
    }
  }
}

// N = N_open + response^T g(N) by Newton's method, from N_open: the same steps whatever was
// computed before.
void System::close_treads(Workspace& ws) const {
  if (!has_treads()) return;
  const multibody::Model& bodies = model_->bodies;
  multibody::ConstraintWorkspace& cw = ws.bodies.constraint;
  multibody::calc_acceleration(bodies, ws.frames, ws.bodies, ws.udot);
  multibody::calc_surface_response(bodies, ws.bodies);
  ws.tread_open = cw.lambda.tail(ws.tread_open.size());
  ws.tread_normal = ws.tread_open;
  const double scale = std::max(1.0, ws.tread_open.cwiseAbs().maxCoeff());
  for (int k = 0;; ++k) {
    calc_tread_forces(ws);
    ws.tread_residual = ws.tread_open - ws.tread_normal;
    ws.tread_residual.noalias() += cw.response.transpose() * ws.tread_packed;
    if (ws.tread_residual.cwiseAbs().maxCoeff() < 1e-10 * scale) break;
    if (!(k < 50)) throw StateOutOfRange("normal and creep forces of the treads do not close");
    multibody::factorise_loop(ws.bodies);
    cw.lu_loop.solve(ws.tread_residual, ws.tread_step);
    ws.tread_normal += ws.tread_step;
  }
  for (std::size_t i = 0; i < contact_.profiles.size(); ++i) {
    const ProfileContact& contact = contact_.profiles[i];
    if (!contact.tread) continue;
    ProfileContactWorkspace& w = ws.profile_contacts[i];
    const auto body = static_cast<std::size_t>(model_->wheelsets[i].body);
    for (std::size_t k = 0; k < 2; ++k) {
      if (contact.surface[k] < 0) continue;
      const TreadWorkspace& tread = w.treads[k];
      const contact::TreadForce& f = tread.force;
      ws.bodies.add_wrench(body, f.force,
                           calc_torque(contact, ws.bodies.bodies[body], f.force, f.moment));
      for (const TrackEnd& end : get_track_ends(contact, k)) {
        if (end.body < 0) continue;
        ws.bodies.bodies[static_cast<std::size_t>(end.body)].force_T[end.axis] -= f.force[end.axis];
      }
      const Vec6 pull = contact::ConstraintWheel::calc_reaction(tread.place, w.motion.pose.roll,
                                                                w.motion.pose.yaw);
      contact::WheelForce& wheel = w.wheels[k];
      wheel.force += f.force + tread.normal * pull.head<3>();
      wheel.moment += f.moment + tread.normal * pull.tail<3>();
      if (wheel.count < wheel.patches.size()) wheel.patches[wheel.count++] = f.patch;
    }
  }
}

void System::add_tread_derivatives(std::size_t i, std::size_t k,
                                   const Eigen::Matrix<double, 10, 12>& by_local,
                                   contact::WheelForceJacobian& jacobian, Workspace& ws) const {
  const ProfileContact& contact = contact_.profiles[i];
  ProfileContactWorkspace& w = ws.profile_contacts[i];
  const TreadWorkspace& tread = w.treads[k];
  const contact::RailUnderWheel& rail = w.rails[k];
  const contact::WheelsetPose& pose = w.motion.pose;
  const auto body = static_cast<std::size_t>(model_->wheelsets[i].body);
  const contact::ContactFriction friction = contact_.friction.calc(get_wheelset_station(i, ws));
  const contact::TreadGradient gradient = contact.tread->find_gradient(
      wheel_sides[k], {pose.y - rail.y, pose.z - rail.z, pose.roll, pose.yaw}, w.tread_scratch);
  contact.tread->calc_tread(wheel_sides[k], tread.place, gradient, w.motion, rail, friction,
                            tread.normal, jacobian);
  const Eigen::Matrix<double, 6, 4> pull =
      tread.normal *
      contact::ConstraintWheel::calc_reaction_derivative(tread.place, pose.roll, pose.yaw);
  jacobian.leftCols<4>() += pull;
  jacobian.middleCols<2>(10) -= pull.leftCols<2>();
  contact.tread->add_flange_jacobian(wheel_sides[k], w.motion, rail, friction, w.scratch, jacobian);

  // d(phi') = eta' . ddG deta + dG . deta',
  // d(phi'') = (ddG eta'' + eta' . dddG eta') deta + dG . deta'' + 2 eta' . ddG deta'.
  using S = Dual<local_size>;
  SurfaceTerms& terms = ws.bodies.constraint.surfaces[static_cast<std::size_t>(contact.surface[k])];
  const RelativeMotion m =
      calc_against_rail(contact, k, rail, tread.bend, ws.travel, ws.bodies, body, true);
  const Vec4& g = tread.place.gradient;
  const Vec4 bent = tread.place.hessian * m.rate;
  Vec4 second = tread.place.hessian * m.second;
  for (int q = 0; q < 4; ++q)
    second[q] += m.rate.dot(gradient.hessian[static_cast<std::size_t>(q)] * m.rate);
  const BodyWorkspace& b = ws.bodies.bodies[body];
  const PoseMotion<S> dual =
      calc_pose_motion(get_dual_motion<local_size>(model_->bodies, ws.bodies, body, 0),
                       contact.middle_C, b.a_T, b.alpha_C);
  SurfaceTerms::Row12 rate_x = bent.transpose() * by_local.topRows<4>();
  SurfaceTerms::Row12 second_x = second.transpose() * by_local.topRows<4>();
  for (int q = 0; q < 4; ++q) {
    const SurfaceTerms::Row12 by_rate = dual.rate[q].derivatives().transpose();
    rate_x += g[q] * by_rate;
    second_x += 2.0 * bent[q] * by_rate;
    second_x += g[q] * dual.second[q].derivatives().transpose();
  }
  terms.rate_x[0] = rate_x;
  terms.second_x[0] = second_x;
  std::size_t e = 1;
  for (const TrackEnd& end : get_track_ends(contact, k)) {
    if (end.body < 0) continue;
    const int q = end.axis - 1;
    SurfaceTerms::Row12& rate = terms.rate_x[e];
    SurfaceTerms::Row12& twice = terms.second_x[e++];
    rate.setZero();
    twice.setZero();
    rate[end.axis] = -bent[q];
    rate[6 + end.axis] = -g[q];
    twice[end.axis] = -second[q];
    twice[6 + end.axis] = -2.0 * bent[q];
  }
}

}  // namespace fourfoot::system
