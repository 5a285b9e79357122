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

}  // namespace

int System::element_shares() const {
  const std::size_t n = model_->elements.size();
  return static_cast<int>((n + elements_per_share - 1) / elements_per_share);
}

void System::calc_jacobian(double t, const integrate::ConstVecRef& y, Workspace& ws,
                           MatX& jacobian) const {
  for (int share = 0; share < share_count(); ++share)
    calc_jacobian_share(share, t, y, ws, jacobian);
}

void System::calc_jacobian_share(int share, double t, const integrate::ConstVecRef& y,
                                 Workspace& ws, MatX& jacobian) const {
  const auto z = y.tail(model_->state_count);
  const int last_wheelset = wheelset_shares(), last_element = last_wheelset + 1 + element_shares();
  if (share == 0) {
    calc_kinematics(t, y, ws);
    begin_forces(t, z, ws);
  } else if (share <= last_wheelset) {
    add_profile_contact(static_cast<std::size_t>(share - 1), ws, true);
  } else if (share == last_wheelset + 1) {
    add_control(ws);
    get_rates(ws, ws.ydot);
    ws.derivatives.clear();
    add_textbook_derivatives(ws);
    add_profile_contact_derivatives(ws);
    add_control_derivatives(ws);
    calc_carrier_maps(ws);
    ws.element_sums.blocks.clear();
  } else if (share <= last_element) {
    const auto first = elements_per_share * static_cast<std::size_t>(share - last_wheelset - 2);
    add_element_blocks(first, std::min(first + elements_per_share, model_->elements.size()), t, z,
                       ws);
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
  add_local_blocks(ws.element_sums, ws.carrier_wrenches, ws.frames.size(), ws.derivatives);
  if (has_treads()) multibody::close_surfaces(ws.bodies);
  multibody::calc_jacobian(bodies, ws.frames, ws.bodies, y.head(n_q), ws.derivatives, ws.jacobian,
                           jacobian.topLeftCorner(n, n));
  add_element_states(ws, jacobian);
}

}  // namespace fourfoot::system
