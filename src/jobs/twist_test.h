#pragma once

#include <functional>

#include "base/setting.h"
#include "evaluate/figure.h"
#include "input/scenario_source.h"
#include "jobs/limits_file.h"

namespace fourfoot::jobs {

/// What the rig does to the standing vehicle, and what its wheels say.
struct TwistRig {
  double pivot_distance = 0.0;  ///< 2a* [m]; of a vehicle without bogies its wheelbase
  double wheelbase = 0.0;       ///< 2a+ of the first bogie [m]; 0: it has none
  double body_twist = 0.0;      ///< change of cross level over 2a* [m]
  double bogie_twist = 0.0;     ///< and over 2a+ [m]
  struct Wheel {
    std::string name;
    double level = 0.0;              ///< Q on level track [N]
    double forth = 0.0, back = 0.0;  ///< Q at the whole twist, one way and the other [N]
    double unrest = 0.0;             ///< largest change of Q while the twist holds [N]
    double least() const { return forth < back ? forth : back; }
  };
  std::vector<Wheel> wheels;
};

struct TwistHooks {
  /// How much of the whole is done, and which test runs; may be empty.
  std::function<void(double fraction, const std::string& test)> on_progress;
  std::function<bool()> is_cancelled;  ///< may be empty
};

struct TwistTestResult {
  TwistRig rig;
  evaluate::Evaluation evaluation;
};

/// Safety on twisted track by simulation of the stationary tests (EN 14363, methods 2 and 3):
///
/// 1. Rig. The vehicle of the scenario crawls over straight track on which each wheelset has a
///    stretch of its own, shorter than the distance to the next: there the cross level goes to its
///    share of the twist, holds, goes back, then the same the other way. So each wheelset stands on
///    jacks of its own, and friction in the suspension is gone through both ways.
///        cross level of wheelset j = +- h* / 2 +- h+ / 2     (front and rear, outer and inner axle)
///        rig_unloading = (Q0 - Q) / Q0
/// 2. Flat curve. A slow run into a flat curve; quasi-static Y of the outer wheel that leads a bogie,
///        rig_Y_Q = Y (curve) / Q (rig, the smaller)
/// 3. Yaw resistance. Moment of the wheel-rail forces about the bogie's middle in that curve, which
///    the suspension balances,  yaw_resistance X = |M| / (2a+ P),  P: axle load.
///
/// Throws InputError for a vehicle that has one wheelset, or no wheel forces; RunError if a run
/// ends early (a wheel climbs), with why.
TwistTestResult run_twist_test(const input::ScenarioSource& scenario,
                               const std::vector<Setting>& set, const LimitsFile& limits,
                               const TwistHooks& hooks);

}  // namespace fourfoot::jobs
