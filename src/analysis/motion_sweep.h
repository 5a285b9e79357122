#pragma once

#include <optional>
#include <utility>

#include "analysis/bifurcation.h"
#include "analysis/operating_point.h"

namespace fourfoot::analysis {

/// Goes from value to value of a bifurcation diagram, each motion starting from the last one.
class MotionSweep {
 public:
  MotionSweep(const scenario::Family& family, const BifurcationOptions& options)
      : family_(family), options_(options) {}

  /// The point at `value`, from what the last one was.
  BifurcationPoint visit(double value, const std::string& name, bool disturb);

  /// A small cycle near steady running may hide a large one beside it. Where this sweep's motion swings
  /// less than the disturbance (10 mm), disturbances are tried at the same value, large ones, too; the
  /// first that leads to a motion half as large again or more, which the sweep then goes on with.
  std::optional<Settled> enlarge();

  /// Between a value with a lasting motion (this sweep's last) and one without: the highest value
  /// without, and the lowest with. A motion that comes from far may die where one that comes from near
  /// lasts. So the value without is tried again from the nearest motion; where this lasts, the search
  /// goes on below, down to `lowest` (nan instead of a value without: the motion lasts there, too).
  std::pair<double, double> narrow(double without, double with, double lowest);

  /// Down from `with`, where the motion lasts, in growing steps; `with` goes along. The value at
  /// which it has died out, nan if it lasts at `lowest`.
  double descend(double& with, double lowest);

  /// Below `low`, where the motion followed so far dies out, another one may last. At `low` and at
  /// steps down to 6 % of it below, not below `lowest`, disturbances of all shapes and the motions
  /// `others` of the line are tried; the first that lasts is followed down as above. The same of the
  /// limit found, again and again. The bracket; nothing if no other motion was found.
  std::optional<std::pair<double, double>> search_below(
      double low, double lowest, const std::vector<BifurcationPoint>& others);

  /// Fresh, as `factor` times the scenario's [initial] disturbance leads to it.
  BifurcationPoint start(double value, double factor, const std::string& name) const;

  bool is_moving() const { return last_ && is_lasting(motion_.kind); }
  bool is_small() const { return is_moving() && is_small(motion_); }
  /// The value from which on the car overturns, as far as it was met; nan.
  double overturns_from() const { return overturns_from_; }
  /// The disturbances that were tried last.
  const std::string& tried() const { return tried_; }

  /// Of search_below, relative to the value: how far, and in steps of what.
  static constexpr double search_span = 0.06, search_step = 0.02;

 private:
  bool take_to(double value);
  bool carry_to(double value);
  bool find_other(double value, const std::vector<BifurcationPoint>& others);
  bool is_small(const Settled& motion) const {
    return motion.wheelset_range < options_.disturbance;
  }
  Settled run(const OperatingPoint& operating, const VecX& start) const;
  Settled explain(const OperatingPoint& operating) const;
  Settled rest(const OperatingPoint& operating) const;

  const scenario::Family& family_;
  const BifurcationOptions& options_;
  std::optional<OperatingPoint> last_;
  Settled motion_;
  std::string tried_;
  mutable double overturns_from_ = BifurcationLimits::nan;
};

}  // namespace fourfoot::analysis
