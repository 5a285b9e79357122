#include "analysis/fold_follower.h"

#include <algorithm>
#include <cmath>

#include "analysis/branch_walk.h"
#include "base/error.h"

namespace fourfoot::analysis {

FoldFollower::FoldFollower(FlowFamilies families, const ContinuationOptions& options)
    : families_(std::move(families)), options_(options) {
  options_.most_folds = 1;
  options_.find_specials = false;
  options_.most_orbits = 80;
  options_.largest_step = std::min(options_.largest_step, 1.5);
  options_.value_from = -1e300;
  options_.value_to = 1e300;
  options_.on_orbit = {};
}

bool FoldFollower::begin(double second, const PeriodicOrbit& beside, bool is_simulated) {
  beside_ = beside;
  return locate(second, beside.value, is_simulated);
}

bool FoldFollower::advance(double second, double hint) {
  if (!has_slope_) slope_ = std::isfinite(hint) ? hint : 0.0;
  return advance_halved(second, 0);
}

bool FoldFollower::advance_halved(double second, int halvings) {
  constexpr int most_halvings = 4;
  // Too low a value has no orbit at all; the side of larger ones is wide.
  for (const double lift : {0.0, 0.5, 1.5}) {
    const double value = beside_.value + slope_ * (second - second_);
    if (locate(second, value + lift * options_.parameter_scale)) return true;
  }
  if (halvings >= most_halvings) return false;
  const double middle = 0.5 * (second_ + second);
  return advance_halved(middle, halvings + 1) && advance_halved(second, halvings + 1);
}

bool FoldFollower::locate(double second, double value, bool is_simulated) {
  BranchWalk walk(families_(second), options_);
  OrbitPoint point;
  point.value = beside_.value;
  point.state = beside_.state;
  point.period = beside_.period;
  if (is_simulated) {
    try {
      point.period = find_least_period(walk.newton().build_flow(value), point.state, point.period);
    } catch (const RunError&) {  // the correction runs into the same and says so
    }
  }
  VecX step = VecX::Zero(walk.newton().build_flow(value).size() + 2);
  step[step.size() - 1] = (value - beside_.value) / options_.parameter_scale;
  walk.newton().move(point, step);
  if (walk.newton().correct(point, true) == 0) {
    fault_ = walk.fault();
    return false;
  }
  Branch branch;
  walk.newton().linearise(point);
  point.tangent = -VecX::Unit(step.size(), step.size() - 1);
  walk.newton().find_tangent(point);
  walk.walk(point, branch);
  if (branch.folds.empty()) {
    fault_ = branch.end;
    return false;
  }
  keep(second, branch);
  return true;
}

void FoldFollower::keep(double second, const Branch& branch) {
  const Fold& found = branch.folds.front();
  if (has_fold_ && second != second_) {
    slope_ = (found.value - fold_.value) / (second - second_);
    has_slope_ = true;
  }
  has_fold_ = true;
  second_ = second;
  fold_ = found;
  beside_ = branch.orbits.front();
  for (const PeriodicOrbit& orbit : branch.orbits) {
    if (orbit.value < found.value + 0.5 * options_.parameter_scale) break;
    beside_ = orbit;
  }
}

}  // namespace fourfoot::analysis
