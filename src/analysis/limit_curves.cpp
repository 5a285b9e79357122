#include "analysis/limit_curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/branch_walk.h"
#include "analysis/disturbances.h"
#include "analysis/root_locus.h"
#include "base/error.h"

namespace fourfoot::analysis {

namespace {

constexpr int most_halvings = 4;

/// A fold that goes from one value of the second parameter to the next. What is carried on is an
/// orbit beside it, on the side of larger values: it is well defined where the fold itself, at the
/// corner of a flange, is not.
class FoldFollower {
 public:
  FoldFollower(const FlowFamilies& families, const ContinuationOptions& options)
      : families_(families), options_(options) {
    options_.most_folds = 1;
    options_.find_specials = false;
    options_.most_orbits = 40;
    options_.largest_step = std::min(options_.largest_step, 1.5);
    options_.value_from = -1e300;
    options_.value_to = 1e300;
    options_.on_orbit = {};
  }

  bool begin(double second, const PeriodicOrbit& beside) {
    beside_ = beside;
    return locate(second, beside.value);
  }

  /// To `second`, by way of values between where that is too far.
  bool advance(double second, int halvings = 0) {
    // Too low a value has no orbit at all; the side of larger ones is wide.
    for (const double lift : {0.0, 0.5, 1.5}) {
      const double value = beside_.value + slope_ * (second - second_);
      if (locate(second, value + lift * options_.parameter_scale)) return true;
    }
    if (halvings >= most_halvings) return false;
    const double middle = 0.5 * (second_ + second);
    return advance(middle, halvings + 1) && advance(second, halvings + 1);
  }
  /// How it may go on: as the Hopf point does. Without: as it went before.
  void suggest(double slope) { slope_ = slope; }

  const std::string& fault() const { return fault_; }
  const Fold& fold() const { return fold_; }

 private:
  bool locate(double second, double value) {
    BranchWalk walk(families_(second), options_);
    OrbitPoint point;
    point.value = beside_.value;
    point.state = beside_.state;
    point.period = beside_.period;
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

  void keep(double second, const Branch& branch) {
    const Fold& found = branch.folds.front();
    if (has_fold_ && second != second_) slope_ = (found.value - fold_.value) / (second - second_);
    has_fold_ = true;
    second_ = second;
    fold_ = found;
    beside_ = branch.orbits.front();
    for (const PeriodicOrbit& orbit : branch.orbits) {
      if (orbit.value < found.value + 0.5 * options_.parameter_scale) break;
      beside_ = orbit;
    }
  }

  const FlowFamilies& families_;
  ContinuationOptions options_;
  Fold fold_;
  PeriodicOrbit beside_;
  double second_ = 0.0, slope_ = 0.0;
  bool has_fold_ = false;
  std::string fault_;
};

void add_note(LimitPoint& point, const std::string& text) {
  point.note += (point.note.empty() ? "" : "; ") + text;
}

std::vector<double> spread_values(double from, double to, int count) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(from + (to - from) * i / (count - 1));
  return values;
}

/// The Hopf point nearest to `near`; without: the lowest.
std::optional<Crossing> find_hopf(const scenario::Family& family, const std::vector<double>& values,
                                  const ContinuationOptions& options, const double* near) {
  RootLocusOptions locus;
  locus.t = options.t;
  locus.is_cancelled = options.is_cancelled;
  std::optional<Crossing> best;
  for (const Crossing& crossing : find_root_locus(family, values, locus).crossings) {
    if (!(crossing.frequency > 0.0) || !crossing.destabilises) continue;
    if (best &&
        (near == nullptr || std::abs(crossing.value - *near) > std::abs(best->value - *near)))
      continue;
    best = crossing;
  }
  return best;
}

void follow_hopf(const Families& families, const ContinuationOptions& options,
                 std::vector<LimitPoint>& points) {
  const double low = options.value_from, high = options.value_to;
  std::optional<double> last;
  for (LimitPoint& point : points) {
    const scenario::Family family = families(point.second);
    std::optional<Crossing> found;
    if (last) {
      const double way = 0.1 * (high - low);
      found = find_hopf(family,
                        spread_values(std::max(low, *last - way), std::min(high, *last + way), 5),
                        options, &*last);
    }
    if (!found) found = find_hopf(family, spread_values(low, high, 17), options, nullptr);
    if (!found) {
      add_note(point, fmt::format("no Hopf point between {:g} and {:g}", low, high));
      continue;
    }
    point.hopf = found->value;
    point.hopf_frequency = found->frequency;
    last = found->value;
  }
}

/// An orbit beside the fold that a motion comes to which is simulated near the top of the range;
/// nothing with the reason in `note`.
std::optional<PeriodicOrbit> find_first_fold(const scenario::Family& family,
                                             const ContinuationOptions& options,
                                             std::string& note) {
  ContinuationOptions down = options;
  down.most_folds = 1;
  down.find_specials = false;
  SettleOptions settle;
  settle.t = options.t;
  settle.observed = options.observed;
  settle.is_cancelled = options.is_cancelled;
  note = "no periodic motion was simulated in the upper half of the range";
  for (const double part : {1.0, 0.875, 0.75, 0.625, 0.5}) {
    const double value = options.value_from + part * (options.value_to - options.value_from);
    const OperatingPoint operating = make_operating_point(family, value, options.t);
    if (!operating.equilibrium) continue;
    const DisturbedMotion found = try_disturbances(operating, {}, settle);
    if (found.motion.kind != MotionKind::periodic) continue;
    const Branch branch =
        follow_from_motion(family, value, found.motion.state, found.motion.period, down);
    const auto near =
        std::find_if(branch.orbits.rbegin(), branch.orbits.rend(), [&](const auto& o) {
          return !branch.folds.empty() && o.value < value &&
                 o.value < branch.folds.front().value + options.parameter_scale;
        });
    if (!branch.folds.empty()) return near != branch.orbits.rend() ? *near : branch.orbits.back();
    note = fmt::format("the motion simulated at {:g} leads to no fold: {}", value, branch.end);
  }
  return std::nullopt;
}

}  // namespace

void follow_fold(const FlowFamilies& families, const std::vector<double>& seconds,
                 const PeriodicOrbit& beside, const ContinuationOptions& options,
                 std::vector<LimitPoint>& points) {
  points.resize(seconds.size());
  FoldFollower fold(families, options);
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    points[i].second = seconds[i];
    const double slope =
        i > 0 ? (points[i].hopf - points[i - 1].hopf) / (seconds[i] - seconds[i - 1]) : 0.0;
    if (std::isfinite(slope)) fold.suggest(slope);
    if (!(i == 0 ? fold.begin(seconds[0], beside) : fold.advance(seconds[i]))) {
      add_note(points[i], "the fold was lost: " + fold.fault());
      for (std::size_t k = i + 1; k < seconds.size(); ++k) {
        points[k].second = seconds[k];
        add_note(points[k], fmt::format("the fold was lost at {:g}", seconds[i]));
      }
      return;
    }
    points[i].fold = fold.fold().value;
    points[i].orbit = fold.fold().orbit;
  }
}

std::vector<LimitPoint> find_limit_curves(const Families& families,
                                          const std::vector<double>& seconds,
                                          const ContinuationOptions& options) {
  std::vector<LimitPoint> points(seconds.size());
  for (std::size_t i = 0; i < seconds.size(); ++i) points[i].second = seconds[i];
  if (points.empty()) return points;
  follow_hopf(families, options, points);
  std::string note;
  const auto first = find_first_fold(families(seconds.front()), options, note);
  if (!first) {
    for (LimitPoint& point : points) add_note(point, note);
    return points;
  }
  const FlowFamilies flows = [&](double second) {
    return make_flows(families(second), options.t, options.observed);
  };
  follow_fold(flows, seconds, *first, options, points);
  return points;
}

}  // namespace fourfoot::analysis
