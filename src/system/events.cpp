// Where a run has lost its meaning, and what begins and ends while it goes on.
#include <algorithm>
#include <limits>

#include "base/state_out_of_range.h"
#include "multibody/equations.h"
#include "system/kinematics.h"
#include "system/system.h"

namespace fourfoot::system {

using integrate::ConstVecRef;

void System::calc_limits(double t, const ConstVecRef& y, Workspace& ws, integrate::VecRef g) const {
  if (limits_.empty()) return;
  fill_limits(calc_watched(t, y, ws, limit_count() > position_limit_count_), ws, g.data());
}

bool System::are_forces_far_from_limits(const Workspace& ws) const {
  return std::all_of(providers_.begin(), providers_.end(), [&ws](const auto& provider) {
    return provider->are_forces_far_from_limits(ws);
  });
}

void System::fill_limits(bool are_known, const Workspace& ws, double* g) const {
  const double pull = -1.0 / (model().mass * setting_.gravity);  // forces not found: as if by 1 N
  for (int i = 0; i < limit_count(); ++i) {
    const bool is_asked = are_known || i < position_limit_count_;
    g[i] = is_asked ? limits_[static_cast<std::size_t>(i)].margin(ws) : pull;
  }
}

bool System::calc_watched(double t, const ConstVecRef& y, Workspace& ws, bool with_forces) const {
  bool are_known = true;
  if (with_forces) {
    try {
      calc_rate(t, y, ws, ws.ydot);
    } catch (const StateOutOfRange&) {
      are_known = false;
    }
  }
  ws.rate_t = std::numeric_limits<double>::quiet_NaN();
  ws.travel = line().calc_travel(t, ws.speed_breaks_passed);
  const integrate::ConstState state = view(y);
  multibody::calc_position(model().bodies, t, state.q, ws.bodies);
  for (const auto& provider : providers_) provider->begin_limits(get_own(state.z, *provider), ws);
  return are_known;
}

void System::calc_events(double t, const ConstVecRef& y, Workspace& ws, integrate::VecRef g) const {
  if (do_watches_need_frames_) calc_frames(setting_, t, ws);
  // The forces of the step's last iteration will do where nothing is near: a rate less.
  const bool with_forces = limit_count() > position_limit_count_ && !are_forces_far_from_limits(ws);
  fill_limits(calc_watched(t, y, ws, with_forces), ws, g.data());
  double* next = g.data() + limit_count();
  for (const auto& provider : providers_) provider->begin_watches(ws);
  for (const WatchRow& row : watches_) *next++ = row.gap(ws);
}

bool System::get_events_nearby(double t, const ConstVecRef& y, const Workspace& ws,
                               const VecX& weights, integrate::VecRef g) const {
  constexpr double near_state = 1e-2;
  // As the state is off by so many millimetres and milliradians, ten times that for what is far from
  // its body's middle.
  constexpr double lever = 1e-2, least = 1e-9;
  if (ws.rate_t != t) return false;
  if (limit_count() > position_limit_count_ && !are_forces_far_from_limits(ws)) return false;
  const double way = ((y - ws.rate_y).array().abs() * weights.array()).maxCoeff();
  if (!(way <= near_state)) return false;
  fill_limits(true, ws, g.data());
  double* next = g.data() + limit_count();
  for (const WatchRow& row : watches_) *next++ = row.gap(ws);
  return g.size() == 0 || g.array().abs().minCoeff() > std::max(lever * way, least);
}

}  // namespace fourfoot::system
