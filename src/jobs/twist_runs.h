#pragma once

#include "base/channel.h"
#include "base/setting.h"
#include "jobs/running_gear.h"
#include "jobs/twist_test.h"

namespace fourfoot::jobs {

/// The scenario with some settings more.
using ReadMember = std::function<scenario::Member(std::vector<Setting>)>;

/// Runs it in memory. RunError if it ends early, with why; `what` says which run. `begin`, `end`:
/// its part of the whole, for the progress.
Trajectory run_member(const scenario::Member& member, const TwistHooks& hooks, const char* what,
                      double begin, double end);
/// InputError missing-channel.
const std::vector<double>& find_force(const Trajectory& rows, const std::string& name);
/// Mean of x between two times; `unrest` grows to the range of x there.
double calc_mean_between(const Trajectory& rows, const std::vector<double>& x, double from,
                         double to, double* unrest = nullptr);

/// How much of the time of both runs the rig takes: a guess for the time left.
constexpr double rig_share = 0.5;

struct CurveForces {
  std::vector<double> outward;  ///< of each axle's outer wheel: Y [N]
  std::vector<double> moment;   ///< of each gear, of the wheel-rail forces about its middle [N m]
};

/// Slowly into a flat curve to the left; means where all axles are in the arc.
CurveForces run_bend(const ReadMember& read, const std::vector<Axle>& axles,
                     const std::vector<Gear>& gears, double radius, const TwistHooks& hooks);

}  // namespace fourfoot::jobs
