#pragma once

#include <functional>
#include <string>

#include "analysis/axle_force.h"
#include "analysis/periodic_orbit.h"
#include "analysis/settle.h"
#include "scenario/family.h"

namespace fourfoot::analysis {

struct CriticalSpeedOptions {
  SettleOptions settle;      ///< its integrator is replaced by the scenario's
  double resolution = 0.01;  ///< [m/s]
  double first_step = 1.0;   ///< by which the speed is lowered [m/s]
  double shove = 1e-2;       ///< first disturbance of "falling", largest displacement [m, rad]
  /// Of "small-disturbance" [m, rad]. Creep forces of FASTSIM have kinks and profiles change their
  /// curvature over some micrometres of lateral displacement: growth is the linear one below that.
  double kick = 1e-6;
  ContinuationOptions continuation;
  AxleForceOptions axle_force;
  std::function<void(double value, const std::string& outcome)> on_trial;
};

struct CriticalSpeed {
  std::string method;
  double value = 0.0;      ///< between the two below
  double low = 0.0;        ///< the highest value tried with steady running
  double high = 0.0;       ///< the lowest value tried with a lasting motion
  double largest = 0.0;    ///< |observed coordinate| of the motion at `high`
  double frequency = 0.0;  ///< of the motion at `high` [Hz]
  int trials = 0;
  std::string reason;  ///< why it ended
};

/// The nonlinear critical speed. Between `low` and `high` (`high` must hunt, `low` must not):
///
///   falling            at `high` a large disturbance, then the speed is lowered from motion to
///                      motion, steps halved where it dies: the lowest speed with a limit cycle
///   disturbance        at each speed the scenario's [initial] disturbance: does it die out?
///   small-disturbance  growth of a tiny disturbance, simulated: where it changes its sign (the
///                      linear critical speed without eigenvalues)
///   continuation       the fold of the branch of limit cycles that leaves steady running at the
///                      linear critical speed, or that speed itself if the branch has no fold below
///
///   axle-force         the scenario as it is, run at each speed: does the r.m.s. of an axle's
///                      lateral force exceed the acceptance limit (axle_force.h)? Bisection
///
/// Any other parameter of the family does as well. Throws RunError if `high` does not hunt or `low`
/// does.
CriticalSpeed find_critical_speed(const scenario::Family& family, const std::string& method,
                                  double low, double high, const CriticalSpeedOptions& options);

}  // namespace fourfoot::analysis
