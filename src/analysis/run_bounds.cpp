#include "analysis/run_bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace fourfoot::analysis {

namespace {

constexpr double wheelset_bound = 10.0;  // [m]
constexpr double body_bound = 1e4;       // [m]
constexpr double state_bound = 1e8;      // wheels turn by 1e7 rad on a day's journey

}  // namespace

void check_bounds(const system::System& system, double t, const integrate::ConstVecRef& y,
                  const system::Workspace& workspace) {
  const auto& bodies = system.model().bodies.bodies();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Vec3 away = workspace.bodies.bodies[i].p_TB - bodies[i].given.nominal;
    const bool is_wheelset = bodies[i].is_wheelset();
    const double distance = is_wheelset ? std::hypot(away.y(), away.z()) : away.norm();
    if (distance <= (is_wheelset ? wheelset_bound : body_bound)) continue;
    throw RunError(fmt::format(
        "the motion has diverged: {} is {:.3g} m from its nominal position at t = {:.6g} "
        "s (an unstable method, or too long a step?)",
        bodies[i].given.name, distance, t));
  }
  if (y.size() == 0 || y.cwiseAbs().maxCoeff() <= state_bound) return;
  throw RunError(
      fmt::format("the motion has diverged: a state is {:.3g} at t = {:.6g} s (an "
                  "unstable method, or too long a step?)",
                  y.cwiseAbs().maxCoeff(), t));
}

void check_start(const system::System& system, const VecX& state, bool stops_at_track_end) {
  const double length = system.line().track().length();
  double front = 0.0;
  for (const multibody::Body& body : system.model().bodies.bodies())
    front = std::max(front, body.given.chainage_offset);
  if (stops_at_track_end && length > 1.0 && system.line().calc_travel(0.0).s + front >= length) {
    throw InputError(
        Finding{"bad-start",
                {},
                fmt::format("the vehicle starts beyond the end of the track at {:.6g} m, "
                            "where the run shall stop",
                            length),
                "start earlier, or set run.stop_at_track_end = false"});
  }
  if (system.position_limit_count() == 0) return;
  system::Workspace workspace(system);
  system.set_time(0.0, workspace);
  VecX limits = VecX::Ones(system.limit_count());
  system.calc_limits(0.0, state, workspace, limits);
  for (int i = 0; i < system.position_limit_count(); ++i) {
    if (limits[i] > 0.0) continue;
    throw InputError(Finding{
        "bad-start",
        {},
        "at the start: " + system::describe(system.limits()[static_cast<std::size_t>(i)].limit),
        "check [initial] and the positions of the vehicle's bodies"});
  }
}

}  // namespace fourfoot::analysis
