#pragma once

#include <limits>
#include <string>

#include "analysis/operating_point.h"

namespace fourfoot::analysis {

/// Why steady running ends in a curve: does the car overturn?
struct Overturning {
  bool is_found = false;
  double up_to = std::numeric_limits<double>::quiet_NaN();  ///< highest value with steady running
  double from = std::numeric_limits<double>::quiet_NaN();   ///< lowest value without
  double inner_share = 1.0;  ///< of the weight, on the wheels of the unloaded side, at `up_to`
  std::string reason;        ///< in words; empty if nothing was measured
};

/// Between a value with steady running and `lost`, which has none, the limit is found by bisection,
/// to 0.1 % of `lost`; the car overturns if the wheels of one side carry next to nothing there (5 %
/// of the weight or less). `near`: a value with steady running, if one is known; else 0.8, 0.6, 0.4
/// and 0.2 times `lost` are tried, as fits a speed. Needs wheel loads (channels ".../left/Q"); on
/// straight track nothing is looked for.
Overturning find_overturning(const scenario::Family& family, double lost,
                             const OperatingPoint* near, const SettleOptions& options);

}  // namespace fourfoot::analysis
