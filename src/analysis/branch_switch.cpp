#include "analysis/branch_switch.h"

#include <algorithm>
#include <cmath>

#include "analysis/branch_return.h"
#include "analysis/branch_walk.h"

namespace fourfoot::analysis {

namespace {

/// The first orbits of the branch that leaves a point.
class BranchSwitch {
 public:
  BranchSwitch(const FlowFamily& family, const SpecialPoint& point,
               const ContinuationOptions& options)
      : family_(family), point_(point), options_(options) {}

  /// To one side; a half without orbits says why.
  Branch follow(double side, const ContinuationOptions& options) {
    Branch half;
    BranchWalk walk(family_, options);
    OrbitPoint first;
    if (begin(walk, side, first)) {
      walk.walk(first, half);
    } else {
      half.ending = Branch::End::no_start;
      half.end = "no orbit was found beside the point: " + fault_;
    }
    return half;
  }

 private:
  bool begin(BranchWalk& walk, double side, OrbitPoint& first) {
    bool is_found = false;
    for (const double length : {1.0, 0.5, 0.25, 0.12, 2.0, 4.0}) {
      // A longer step is no cure for one that a fold lies within.
      if (is_found && length > 1.0) break;
      OrbitPoint trial;
      if (!try_step(walk, side * length * options_.first_step, trial)) continue;
      first = std::move(trial);
      is_found = true;
      if (!is_behind_fold(first)) break;
    }
    return is_found;
  }

  bool try_step(BranchWalk& walk, double step, OrbitPoint& trial) {
    constexpr double most_aside = 2.0;
    const bool is_doubled = point_.kind == SpecialPoint::Kind::period_doubling;
    OrbitPoint from;
    from.value = point_.orbit.value;
    from.state = point_.orbit.state;
    from.period = is_doubled ? 2.0 * point_.orbit.period : point_.orbit.period;
    from.tangent = std::copysign(1.0, step) * point_.direction;
    trial = from;
    walk.newton().move(trial, step * point_.direction);
    if (!walk.begin(trial, false, OrbitNewton::Effort::thorough)) {
      fault_ = walk.fault();
      return false;
    }
    const VecX aside = walk.newton().calc_way(from, trial) - step * point_.direction;
    if (aside.norm() <= most_aside * std::abs(step)) return true;
    fault_ = "the nearest orbit is too far away";
    return false;
  }

  /// The parameter has gone one way since the point and goes the other way now.
  bool is_behind_fold(const OrbitPoint& first) const {
    const double done = first.value - point_.orbit.value;
    return done * first.tangent[first.tangent.size() - 1] < 0.0;
  }

  const FlowFamily& family_;
  const SpecialPoint& point_;
  const ContinuationOptions& options_;
  std::string fault_;
};

/// Whether the first orbits of the other side are those of `half` (a mirror image has the same amplitudes).
bool is_mirrored(BranchSwitch& other, const Branch& half, const ContinuationOptions& options) {
  constexpr int compared = 6;
  ContinuationOptions few = options;
  few.most_orbits = compared;
  few.find_specials = false;
  few.on_orbit = {};
  const Branch first = other.follow(-1.0, few);
  if (first.orbits.empty() || half.orbits.empty()) return false;
  return std::all_of(first.orbits.begin(), first.orbits.end(), [&](const PeriodicOrbit& orbit) {
    return lies_on(orbit, half.orbits, options.parameter_scale);
  });
}

PeriodicOrbit make_first_orbit(const SpecialPoint& point) {
  PeriodicOrbit orbit = point.orbit;
  if (point.kind != SpecialPoint::Kind::period_doubling) return orbit;
  orbit.period *= 2.0;
  orbit.multipliers = orbit.multipliers.cwiseProduct(orbit.multipliers);
  orbit.largest_multiplier *= orbit.largest_multiplier;
  return orbit;
}

/// In their order along the branch: `back` backwards, the point, `on`.
void join(Branch back, const PeriodicOrbit& point, Branch on, Branch& branch) {
  branch.orbits = std::move(back.orbits);
  std::reverse(branch.orbits.begin(), branch.orbits.end());
  branch.orbits.push_back(point);
  branch.orbits.insert(branch.orbits.end(), on.orbits.begin(), on.orbits.end());
  branch.folds = std::move(back.folds);
  branch.folds.insert(branch.folds.end(), on.folds.begin(), on.folds.end());
  branch.specials = std::move(back.specials);
  branch.specials.insert(branch.specials.end(), on.specials.begin(), on.specials.end());
  branch.ending = back.is_complete() ? on.ending : back.ending;
  branch.end = "one way: " + back.end + "; the other way: " + on.end;
}

}  // namespace

std::optional<Departure> find_departure(const std::vector<Branch>& branches,
                                        const ContinuationOptions& options) {
  constexpr double near = 3.0, alike = 1e-3;  // of the tolerance; of the period
  const double width = near * options.special_tolerance * options.parameter_scale;
  for (std::size_t k = 0; k < branches.size(); ++k) {
    for (const SpecialPoint& point : branches[k].specials) {
      if (point.direction.size() == 0) continue;
      const Departure departure{k, point};
      const Branch wanted = make_branch(departure);
      const bool is_done = std::any_of(branches.begin(), branches.end(), [&](const Branch& other) {
        return other.parent >= 0 && std::abs(other.hopf - wanted.hopf) < width &&
               std::abs(other.hopf_frequency / wanted.hopf_frequency - 1.0) < alike;
      });
      if (!is_done) return departure;
    }
  }
  return std::nullopt;
}

Branch make_branch(const Departure& departure) {
  const SpecialPoint& point = departure.point;
  const bool is_doubled = point.kind == SpecialPoint::Kind::period_doubling;
  Branch branch;
  branch.start = is_doubled ? Branch::Start::period_doubling : Branch::Start::branch_point;
  branch.parent = static_cast<int>(departure.parent);
  branch.hopf = point.value;
  branch.hopf_frequency = 1.0 / (is_doubled ? 2.0 * point.orbit.period : point.orbit.period);
  return branch;
}

Branch follow_switched(const FlowFamily& family, const Departure& departure,
                       const ContinuationOptions& options) {
  const SpecialPoint& point = departure.point;
  const bool is_doubled = point.kind == SpecialPoint::Kind::period_doubling;
  Branch branch = make_branch(departure);
  BranchSwitch from(family, point, options);
  Branch on = from.follow(1.0, options);
  if (is_doubled || is_mirrored(from, on, options)) {
    branch.orbits = {make_first_orbit(point)};
    if (on.orbits.empty()) branch.orbits.clear();
    branch.orbits.insert(branch.orbits.end(), on.orbits.begin(), on.orbits.end());
    branch.folds = std::move(on.folds);
    branch.specials = std::move(on.specials);
    branch.ending = on.ending;
    branch.end = on.end;
    if (!is_doubled) branch.end += "; the other way the same orbits, mirrored";
    return branch;
  }
  Branch back = from.follow(-1.0, options);
  if (on.orbits.empty() && back.orbits.empty()) {
    branch.ending = on.ending;
    branch.end = on.end;
    return branch;
  }
  join(std::move(back), make_first_orbit(point), std::move(on), branch);
  return branch;
}

}  // namespace fourfoot::analysis
