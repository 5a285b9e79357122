#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "analysis/hunting_modes.h"
#include "analysis/settle.h"
#include "scenario/family.h"

namespace fourfoot::analysis {

struct BifurcationPoint {
  double value = 0.0;  ///< of the parameter
  std::string sweep;   ///< "up", "down", "start 2"
  double growth =
      0.0;  ///< of steady running [1/s], of the modes that may hunt; nan if there is none
  Settled motion;
  std::vector<LeftOutMode>
      left_out;  ///< modes of steady running that do not decay and are not hunting
};

struct BifurcationOptions {
  SettleOptions settle;  ///< its integrator is replaced by the scenario's
  bool up = true, down = true;
  /// Extended analysis: at every value also from steady running with so many times the scenario's
  /// [initial] disturbance on it, to find motions that exist side by side.
  std::vector<double> factors;
  double start_displacement =
      5e-4;  ///< on steady running that is unstable, largest displacement [m, rad]
  /// On the way down while nothing moves [m]: disturbances of several shapes (disturbances.h).
  double disturbance = 1e-2;
  double resolution = 0.0;  ///< to which the limits below are found; 0: not looked for
  std::function<void(double fraction)> on_progress;
  std::function<void(const BifurcationPoint&)> on_point;  ///< each, as soon as it is found
};

/// Where the motion changes its kind, in a diagram.
struct BifurcationLimits {
  double critical = nan;      ///< v_c: where steady running loses its stability first
  double steady_up_to = nan;  ///< v_n lies between the highest value at which motions die out ...
  double hunts_from = nan;  ///< ... and the lowest with a lasting one (a value given, if the first)
  double diverges_from = nan;   ///< v_s: the lowest value without a bounded motion, on the way up
  double overturns_from = nan;  ///< the car overturns in its curve: no steady running above
  std::string note;             ///< what was measured where a limit is missing or differs
  static constexpr double nan = std::numeric_limits<double>::quiet_NaN();
};

/// What a vehicle settles to over a parameter: upwards and downwards, each value starting from what
/// the one before has settled to, so that both branches show where two motions are possible.
/// Steady running is kept as long as its eigenvalues are stable (it would stay there for ever) and
/// displaced where they are not. A sweep ends where the motion diverges, or where there is neither
/// steady running nor a motion to go on from. `values` ascend. With `limits`, and a resolution, the
/// values where motions begin and end are narrowed down between those given.
std::vector<BifurcationPoint> find_bifurcation(const scenario::Family& family,
                                               const std::vector<double>& values,
                                               const BifurcationOptions& options,
                                               BifurcationLimits* limits = nullptr);

}  // namespace fourfoot::analysis
