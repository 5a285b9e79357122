#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/family.h"
#include "analysis/settle.h"

namespace fourfoot::analysis {

struct BifurcationOptions {
  SettleOptions settle;  ///< its integrator is replaced by the scenario's
  bool up = true, down = true;
  /// Extended analysis: at every value also from steady running with so many times the scenario's
  /// [initial] disturbance on it, to find motions that exist side by side.
  std::vector<double> factors;
  double kick = 5e-4;   ///< on steady running that is unstable, largest displacement [m, rad]
  double shove = 1e-2;  ///< on the first value downwards if nothing moves there [m, rad]
  std::function<void(double fraction)> on_progress;
};

struct BifurcationPoint {
  double value = 0.0;   ///< of the parameter
  std::string sweep;    ///< "up", "down", "start 2"
  double growth = 0.0;  ///< largest real part of steady running [1/s]; nan if there is none
  Settled motion;
};

/// What a vehicle settles to over a parameter: upwards and downwards, each value starting from what
/// the one before has settled to, so that both branches show where two motions are possible.
/// Steady running is kept as long as its eigenvalues are stable (it would stay there for ever) and
/// kicked where they are not. A sweep ends where the motion diverges. `values` ascend.
std::vector<BifurcationPoint> find_bifurcation(const Family& family,
                                               const std::vector<double>& values,
                                               const BifurcationOptions& options);

}  // namespace fourfoot::analysis
