// Derivatives of contact by constraints.
#include "multibody/surface.h"
#include "system/constraint_slice.h"
#include "system/held_track.h"
#include "system/wheelset_motion.h"

namespace fourfoot::system {

using contact::TreadContact;
using multibody::BodyWorkspace;
using multibody::SurfaceTerms;
using Vec4 = TreadContact::Vec4;

std::vector<Work> ConstraintContacts::list_derivative_stages() const {
  return std::vector<Work>(contacts().size(), Work::large);
}

void ConstraintContacts::add_derivative_stage(std::size_t i, double, const integrate::ConstVecRef&,
                                              Workspace& ws) const {
  WheelsetSlice& w = get_profiles(ws)[i];
  const std::size_t body = get_body(i);
  const auto by_local =
      calc_motion_derivative(contacts()[i], ws.bodies.bodies[body], ws.frames[body]);
  for (std::size_t k = 0; k < 2; ++k) {
    w.origins[k].patches = w.wheels[k].count;
    if (!contacts()[i].has_wheel[k] || !is_near_rails(w.motion.pose)) continue;
    calc_tread_jacobian(i, k, by_local, ws);
    add_track_blocks(i, k, add_wheel_block(i, k, by_local, ws), ws);
  }
  add_support_derivatives(support_, treads_[i], get_chainage(i, ws), ws.bodies, ws.derivatives);
}

void ConstraintContacts::close_derivatives(Workspace& ws) const {
  multibody::close_surfaces(model().bodies, ws.bodies);
}

// The matrix holds the multiplier's part too, which the flange's force has not: the patches are
// counted.
double ConstraintContacts::calc_misfit(const WheelsetSlice& w, std::size_t k) const {
  return w.wheels[k].count == w.origins[k].patches ? 0.5 : 2.0;
}

void ConstraintContacts::calc_tread_jacobian(std::size_t i, std::size_t k,
                                             const Eigen::Matrix<double, 10, 12>& by_local,
                                             Workspace& ws) const {
  const RigidTread& rigid = treads_[i];
  WheelsetSlice& w = get_profiles(ws)[i];
  contact::WheelForceJacobian& jacobian = w.jacobians[k];
  const TreadSlice& tread = get(ws).treads[i][k];
  const contact::RailUnderWheel& rail = w.rails[k];
  const contact::WheelsetPose& pose = w.motion.pose;
  const contact::ContactFriction friction = calc_friction(i, ws);
  const contact::TreadGradient gradient = rigid.wheels.find_gradient(
      get_chainage(i, ws), wheel_sides[k], {pose.y - rail.y, pose.z - rail.z, pose.roll, pose.yaw},
      get(ws).scratch);
  rigid.wheels.first().calc_tread(wheel_sides[k], tread.contact, gradient, w.motion, rail, friction,
                                  tread.normal, jacobian);
  const Eigen::Matrix<double, 6, 4> pull =
      tread.normal *
      contact::ConstraintWheel::calc_reaction_derivative(tread.contact, pose.roll, pose.yaw);
  jacobian.leftCols<4>() += pull;
  jacobian.middleCols<2>(10) -= pull.leftCols<2>();
  rigid.wheels.add_flange_jacobian(get_chainage(i, ws), wheel_sides[k], w.motion, rail, friction,
                                   w.scratch, jacobian);
  calc_surface_derivatives(i, k, by_local, gradient, ws);
}

// d(G') = eta' . ddG deta + dG . deta',
// d(G'') = (ddG eta'' + eta' . dddG eta') deta + dG . deta'' + 2 eta' . ddG deta'.
// Where rails change, eta' . ddG has v dG_s beside it, and the first bracket
// 2 v ddG_s eta' + v^2 dG_ss + a dG_s.
void ConstraintContacts::calc_surface_derivatives(std::size_t i, std::size_t k,
                                                  const Eigen::Matrix<double, 10, 12>& by_local,
                                                  const contact::TreadGradient& gradient,
                                                  Workspace& ws) const {
  using S = Dual<local_size>;
  const ProfileContact& contact = contacts()[i];
  const RigidTread& rigid = treads_[i];
  const WheelsetSlice& w = get_profiles(ws)[i];
  const TreadSlice& tread = get(ws).treads[i][k];
  const std::size_t body = get_body(i);
  SurfaceTerms& terms = ws.bodies.constraint.surfaces[static_cast<std::size_t>(rigid.surface[k])];
  const MotionAgainstRail m = calc_against_rail(contact, rigid, w, k, body, ws, true);
  const Vec4& g = tread.contact.gradient;
  const contact::TreadAlong& along = tread.along;
  const double v = ws.travel.v;
  const Vec4 bent = tread.contact.hessian * m.rate + v * along.gradient_s;
  Vec4 second = tread.contact.hessian * m.second + 2.0 * v * along.hessian_s * m.rate +
                v * v * along.gradient_ss + ws.travel.a * along.gradient_s;
  for (int q = 0; q < 4; ++q)
    second[q] += m.rate.dot(gradient.hessian[static_cast<std::size_t>(q)] * m.rate);
  const BodyWorkspace& b = ws.bodies.bodies[body];
  const PoseMotion<S> dual =
      calc_pose_motion(get_dual_motion<local_size>(model().bodies, ws.bodies, body, 0),
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
  for (const TrackEnd& end : get_track_ends(rigid, k)) {
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

// Columns y, v_y of both rails, z, v_z of one; rows of the forces on them.
void ConstraintContacts::add_track_blocks(std::size_t i, std::size_t k, const WheelBlocks& blocks,
                                          Workspace& ws) const {
  const std::size_t body = get_body(i);
  const std::array<TrackEnd, 2> ends = get_track_ends(treads_[i], k);
  for (const TrackEnd& cause : ends) {
    if (cause.body < 0) continue;
    const auto rail = static_cast<std::size_t>(cause.body);
    const int position = cause.axis - 1, rate = position + 2;
    ws.derivatives.at(body, rail).col(cause.axis) += blocks.by_rail.col(position);
    ws.derivatives.at(body, rail).col(6 + cause.axis) += blocks.by_rail.col(rate);
    for (const TrackEnd& effect : ends) {
      if (effect.body < 0) continue;
      multibody::Matrix6x12& block = ws.derivatives.at(static_cast<std::size_t>(effect.body), rail);
      block(effect.axis, cause.axis) -= blocks.by_rail(effect.axis, position);
      block(effect.axis, 6 + cause.axis) -= blocks.by_rail(effect.axis, rate);
    }
    ws.derivatives.at(rail, body).row(cause.axis) -= blocks.in_T.row(cause.axis);
  }
}

}  // namespace fourfoot::system
