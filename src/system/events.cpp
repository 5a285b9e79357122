// Where a run has lost its meaning, and what begins and ends while it goes on.
#include "base/state_out_of_range.h"
#include "multibody/equations.h"
#include "system/kinematics.h"
#include "system/system.h"

namespace fourfoot::system {

using integrate::ConstVecRef;

void System::calc_limits(double t, const ConstVecRef& y, Workspace& ws, integrate::VecRef g) const {
  if (limits_.empty()) return;
  fill_limits(calc_watched(t, y, ws), ws, g.data());
}

void System::fill_limits(bool are_known, const Workspace& ws, double* g) const {
  for (const auto& provider : providers_) provider->calc_limits(ws, g);
  for (const auto& provider : providers_) provider->calc_force_limits(ws, are_known, g);
}

bool System::calc_watched(double t, const ConstVecRef& y, Workspace& ws) const {
  bool are_known = true;
  if (limit_count() > position_limit_count_) {
    try {
      calc_rate(t, y, ws, ws.ydot);
    } catch (const StateOutOfRange&) {
      are_known = false;
    }
  }
  ws.travel = line().calc_travel(t, ws.speed_breaks_passed);
  multibody::calc_position(model().bodies, t, y.head(n_q()), ws.bodies);
  const ConstVecRef z = y.tail(state_count_);
  for (const auto& provider : providers_) provider->begin_watches(get_own(z, *provider), ws);
  return are_known;
}

void System::calc_events(double t, const ConstVecRef& y, Workspace& ws, integrate::VecRef g) const {
  if (do_watches_need_frames_) calc_frames(setting_, t, ws);
  fill_limits(calc_watched(t, y, ws), ws, g.data());
  double* next = g.data() + limit_count();
  for (const auto& provider : providers_) provider->calc_watches(ws, next);
}

}  // namespace fourfoot::system
