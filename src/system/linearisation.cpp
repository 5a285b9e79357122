// d(y')/dy, share by share: forces with the contacts' own derivatives, then blocks by the bodies'
// local motions, then the columns and rows of the states.
#include <algorithm>

#include "multibody/equations.h"
#include "multibody/surface.h"
#include "system/system.h"

namespace fourfoot::system {

namespace {

// About the work of two wheels.
constexpr std::size_t elements_per_share = 15;

// What a contact's force may differ from what its linearisation foretells, of the wheel's load. On
// irregular rails a coach at 70 km/h is above a tenth in one step of 600, above a quarter in one of
// 20 000; a flange that strikes is far above.
constexpr double misfit = 0.25;

// From where the contact was linearised to where it is, in the order of WheelForceJacobian.
Eigen::Matrix<double, 14, 1> calc_way(const ContactOrigin& from,
                                      const contact::WheelsetMotion& motion,
                                      const contact::RailUnderWheel& rail) {
  const contact::WheelsetPose &a = from.motion.pose, &b = motion.pose;
  Eigen::Matrix<double, 14, 1> way;
  way << b.y - a.y, b.z - a.z, b.roll - a.roll, b.yaw - a.yaw, motion.v - from.motion.v,
      motion.w - from.motion.w, rail.y - from.rail.y, rail.z - from.rail.z,
      rail.v_y - from.rail.v_y, rail.v_z - from.rail.v_z;
  return way;
}

// With a rigid tread the matrix holds its multiplier's part too, which the flange's force has not:
// there the patches are counted.
bool is_foretold(const ProfileContactWorkspace& w, std::size_t k, bool is_rigid) {
  const ContactOrigin& origin = w.origins[k];
  const contact::WheelForce& now = w.wheels[k];
  if (is_rigid) return now.count == origin.patches;
  const Vec3 told = origin.force +
                    w.jacobians[k].topRows<3>().lazyProduct(calc_way(origin, w.motion, w.rails[k]));
  const double load = 0.5 * (now.force.norm() + origin.force.norm());
  return (now.force - told).norm() <= misfit * load;
}

}  // namespace

bool System::is_linearisation_good(const Workspace& ws) const {
  for (std::size_t i = 0; i < contact_.profiles.size(); ++i) {
    const ProfileContact& contact = contact_.profiles[i];
    for (std::size_t k = 0; k < 2; ++k)
      if (contact.has_wheel[k] && !is_foretold(ws.profile_contacts[i], k, contact.tread != nullptr))
        return false;
  }
  return true;
}

void System::keep_linearisation(const Workspace& made, Workspace& ws) const {
  for (std::size_t i = 0; i < contact_.profiles.size(); ++i) {
    ws.profile_contacts[i].jacobians = made.profile_contacts[i].jacobians;
    ws.profile_contacts[i].origins = made.profile_contacts[i].origins;
  }
}

int System::element_shares() const {
  const std::size_t n = model_->elements.size();
  return static_cast<int>((n + elements_per_share - 1) / elements_per_share);
}

int System::share_count() const {
  return 4 + wheelset_shares() * (has_treads() ? 2 : 1) + element_shares();
}

void System::calc_jacobian(double t, const integrate::ConstVecRef& y, Workspace& ws,
                           MatX& jacobian) const {
  for (int share = 0; share < share_count(); ++share)
    calc_jacobian_share(share, t, y, ws, jacobian);
}

void System::calc_jacobian_share(int share, double t, const integrate::ConstVecRef& y,
                                 Workspace& ws, MatX& jacobian) const {
  const auto z = y.tail(model_->state_count);
  const int last_wheelset = wheelset_shares();
  const int last_tread = last_wheelset + 1 + (has_treads() ? wheelset_shares() : 0);
  const int last_element = last_tread + element_shares();
  if (share == 0) {
    calc_kinematics(t, y, ws);
    begin_forces(t, z, ws);
  } else if (share <= last_wheelset) {
    add_profile_contact(static_cast<std::size_t>(share - 1), ws, true);
  } else if (share == last_wheelset + 1) {
    add_control(ws);
    get_rates(ws, ws.ydot);
    for (ProfileContactWorkspace& w : ws.profile_contacts)
      for (std::size_t k = 0; k < 2; ++k) w.origins[k].patches = w.wheels[k].count;
    ws.derivatives.clear();
    add_textbook_derivatives(ws);
    add_control_derivatives(ws);
    calc_carrier_maps(ws);
    ws.element_sums.blocks.clear();
    // Quick but for rigid treads, each of which is a share.
    for (std::size_t i = 0; i < contact_.profiles.size() && !has_treads(); ++i)
      add_profile_contact_derivatives(i, ws);
  } else if (share <= last_tread) {
    add_profile_contact_derivatives(static_cast<std::size_t>(share - last_wheelset - 2), ws);
  } else if (share <= last_element) {
    const auto first = elements_per_share * static_cast<std::size_t>(share - last_tread - 1);
    add_element_blocks(first, std::min(first + elements_per_share, model_->elements.size()), t, z,
                       ws);
  } else if (share == last_element + 1) {
    add_local_blocks(ws.element_sums, ws.carrier_wrenches, ws.frames.size(), ws.derivatives);
  } else {
    assemble_jacobian(y, ws, jacobian);
  }
}

void System::assemble_jacobian(const integrate::ConstVecRef& y, Workspace& ws,
                               MatX& jacobian) const {
  const multibody::Model& bodies = model_->bodies;
  const int n_q = bodies.q_count(), n = n_q + bodies.u_count();
  jacobian.resize(size(), size());
  jacobian.bottomRows(model_->state_count).setZero();
  jacobian.rightCols(model_->state_count).setZero();
  if (has_treads()) multibody::close_surfaces(ws.bodies);
  multibody::calc_jacobian(bodies, ws.frames, ws.bodies, y.head(n_q), ws.derivatives, ws.jacobian,
                           jacobian.topLeftCorner(n, n));
  add_element_states(ws, jacobian);
  add_track_states(ws, jacobian);
}

}  // namespace fourfoot::system
