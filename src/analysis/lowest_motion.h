#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "analysis/bifurcation.h"

namespace fourfoot::analysis {

class MotionSweep;

/// A lasting motion, simulated, and the value below which it dies out.
struct LowestMotion {
  double without = BifurcationLimits::nan;  ///< the highest value without; nan: lasts at the lowest
  double with = BifurcationLimits::nan;     ///< the lowest value with it
  std::shared_ptr<const MotionSweep> sweep;  ///< there
  /// The same motion a little above `with`, where it is farther from its end.
  BifurcationPoint lift(double value) const;
};

/// Disturbances at each of `starts` until a motion lasts; this is lowered as far as it lasts, and
/// other motions are looked for below (MotionSweep::search_below). Nothing if none lasts at any.
std::optional<LowestMotion> find_lowest_motion(const scenario::Family& family,
                                               const std::vector<double>& starts, double lowest,
                                               const BifurcationOptions& options);

/// A motion at `value` or up to 6 % below, by disturbances, lowered likewise.
std::optional<LowestMotion> find_motion_below(const scenario::Family& family, double value,
                                              double lowest, const BifurcationOptions& options);

}  // namespace fourfoot::analysis
