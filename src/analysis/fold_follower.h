#pragma once

#include <string>

#include "analysis/periodic_orbit.h"

namespace fourfoot::analysis {

/// Motions over the first parameter, for each value of the second one.
using FlowFamilies = std::function<FlowFamily(double second)>;

/// A fold that goes from one value of the second parameter to the next. What is carried on is an
/// orbit beside it, on the side of larger values: it is well defined where the fold itself, at the
/// corner of a flange, is not. A copy goes its own way.
class FoldFollower {
 public:
  FoldFollower(FlowFamilies families, const ContinuationOptions& options);

  /// The fold below an orbit (at lower values of the first parameter). `is_simulated`: state and
  /// period of a motion that may count several periods as one. False with the fault.
  bool begin(double second, const PeriodicOrbit& beside, bool is_simulated = false);
  /// To `second`, by way of values between where that is too far: moved as the last two folds did,
  /// until there are two as `hint` tells (change of the first parameter by that of the second). False with the fault.
  bool advance(double second, double hint);

  const std::string& fault() const { return fault_; }
  const Fold& fold() const { return fold_; }

 private:
  bool advance_halved(double second, int halvings);
  bool locate(double second, double value, bool is_simulated = false);
  void keep(double second, const Branch& branch);

  FlowFamilies families_;
  ContinuationOptions options_;
  Fold fold_;
  PeriodicOrbit beside_;
  double second_ = 0.0, slope_ = 0.0;
  bool has_fold_ = false, has_slope_ = false;
  std::string fault_;
};

}  // namespace fourfoot::analysis
