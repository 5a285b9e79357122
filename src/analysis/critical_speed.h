#pragma once

#include <functional>
#include <limits>
#include <string>

#include "analysis/axle_force.h"
#include "analysis/periodic_orbit.h"
#include "analysis/settle.h"
#include "scenario/family.h"

namespace fourfoot::analysis {

struct CriticalSpeedOptions {
  SettleOptions settle;       ///< its integrator is replaced by the scenario's
  double resolution = 0.01;   ///< [m/s]
  double first_step = 1.0;    ///< by which the speed is lowered [m/s]
  double disturbance = 1e-2;  ///< of the disturbances that "auto" and "falling" begin with [m]
  double scan_step = 5.0;     ///< between values at which "auto" looks at eigenvalues
  /// Of "auto", "falling" and "continuation"; the result does not depend on it.
  int threads = 1;
  /// Of "small-disturbance" [m, rad]. Creep forces of FASTSIM have kinks and profiles change their
  /// curvature over some micrometres of lateral displacement: growth is the linear one below that.
  double small_disturbance = 1e-6;
  ContinuationOptions continuation;
  AxleForceOptions axle_force;
  std::function<void(double value, const std::string& outcome)> on_trial;
  /// About how much of the work is done, and what comes next.
  std::function<void(double fraction, const std::string& next)> on_progress;
};

struct CriticalSpeed {
  static constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  std::string method;
  bool is_found = true;    ///< false: the range does not hold it; `reason` says what was measured
  double value = 0.0;      ///< between the two below; nan if it was not found
  double low = 0.0;        ///< the highest value tried with steady running; nan: none
  double high = 0.0;       ///< the lowest value tried with a lasting motion; nan: none
  double largest = 0.0;    ///< |observed coordinate| of the motion at `high`
  double frequency = 0.0;  ///< of the motion at `high` [Hz]; 0: it does not repeat, or none
  std::string motion;  ///< what that motion is: "periodic", "chaotic"; empty: none was simulated
  int trials = 0;
  double linear = nan;          ///< v_c by eigenvalues, where the method looks at them
  std::string mode;             ///< that begins to grow there
  std::string wheelset;         ///< that moves most at `high`
  double wheelset_range = 0.0;  ///< its y, peak to peak [m]
  std::string disturbance;      ///< from which the motion at `high` came, if it was a new one
  double simulated = 0.0;       ///< time, of all trials [s]
  std::string reason;           ///< why it ended
  std::string left_out;         ///< modes that do not decay and are not hunting (hunting_modes.h)
};

/// The nonlinear critical speed. Between `low` and `high` (`high` must hunt, `low` must not, but for
/// "auto"):
///
///   auto               eigenvalues over the range, then simulation (hunting_speed.h)
///   falling            at `high` a large disturbance, then the speed is lowered from motion to
///                      motion, steps halved where it dies: the lowest speed with a limit cycle;
///                      then again from there by dopri5 with tolerance 1e-6, where the scenario's
///                      integrator is bdf with a larger one (up to 400 states)
///   disturbance        at each speed the scenario's [initial] disturbance: does it die out?
///   small-disturbance  growth of a tiny disturbance, simulated: where it changes its sign (the
///                      linear critical speed without eigenvalues)
///   continuation       the lowest fold of the branches of limit cycles that leave steady running, or
///                      the linear critical speed if none has one below; then simulation asks
///                      whether another motion lasts below, whose own branch is followed
///                      (lower_branch.h)
///
///   axle-force         the scenario as it is, run at each speed: does the r.m.s. of an axle's
///                      lateral force exceed the acceptance limit (axle_force.h)? Bisection
///
/// Any other parameter of the family does as well. Throws RunError if `high` does not hunt or `low`
/// does; "auto", and "falling" where it never stops hunting, return without having found it.
CriticalSpeed find_critical_speed(const scenario::Family& family, const std::string& method,
                                  double low, double high, const CriticalSpeedOptions& options);

}  // namespace fourfoot::analysis
