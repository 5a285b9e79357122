#include "analysis/limit_curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/lowest_motion.h"
#include "analysis/root_locus.h"

namespace fourfoot::analysis {

namespace {

void add_note(LimitPoint& point, const std::string& text) {
  point.note += (point.note.empty() ? "" : "; ") + text;
}

std::vector<double> spread_values(double from, double to, int count) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(from + (to - from) * i / (count - 1));
  return values;
}

/// v_c: the lowest Hopf point.
void find_hopf(const scenario::Family& family, const ContinuationOptions& options,
               LimitPoint& point) {
  constexpr int count = 17;
  const double low = options.value_from, high = options.value_to;
  RootLocusOptions search;
  search.t = options.t;
  search.is_cancelled = options.is_cancelled;
  const RootLocus locus = find_root_locus(family, spread_values(low, high, count), search);
  if (locus.critical && *locus.critical <= low) {
    add_note(point, fmt::format("steady running is unstable already at {:g}", low));
    return;
  }
  for (const Crossing& crossing : locus.crossings) {
    if (!(crossing.frequency > 0.0) || !crossing.destabilises || !crossing.hunts) continue;
    point.hopf = crossing.value;
    point.hopf_frequency = crossing.frequency;
    return;
  }
  add_note(point, fmt::format("no Hopf point between {:g} and {:g}", low, high));
}

/// The lowest fold at each value of the second parameter.
class FoldCurve {
 public:
  FoldCurve(const Families& families, const ContinuationOptions& options,
            std::vector<LimitPoint>& points, const TellProgress& tell)
      : families_(families), options_(options), points_(points), tell_(tell) {
    flows_ = [this](double second) {
      return make_flows(families_(second), options_.t, options_.observed);
    };
    sweep_.settle.t = options.t;
    sweep_.settle.observed = options.observed;
    sweep_.settle.is_cancelled = options.is_cancelled;
    sweep_.resolution = 0.1 * options.parameter_scale;
    kept_.resize(points.size());
    branch_.resize(points.size(), -1);
    lost_.resize(points.size());
  }

  void find() {
    for (std::size_t i = 0; i < points_.size(); ++i) {
      tell(i, "fold");
      if (i > 0) follow(i - 1, i);
      if (!kept_[i]) begin(i);
      if (kept_[i]) look_below(i);
    }
    for (std::size_t i = points_.size() - 1; i-- > 0;) {
      if (branch_[i] == branch_[i + 1]) continue;
      tell(i, "fold, followed back");
      follow(i + 1, i);
    }
    for (std::size_t i = 0; i < points_.size(); ++i) write(i);
  }

 private:
  void tell(std::size_t i, const std::string& what) const {
    const double fraction = static_cast<double>(i) / static_cast<double>(points_.size());
    if (tell_) tell_(fraction, fmt::format("{} at {:g}", what, points_[i].second));
  }

  /// A motion passes a fold slowly, and a coarse integrator may end it on either side.
  double calc_margin(double value) const {
    return std::max(0.2 * options_.parameter_scale, 5e-3 * std::abs(value));
  }

  /// The fold at one value followed to another one; kept if it is the lower one there.
  void follow(std::size_t from, std::size_t to) {
    if (!kept_[from]) return;
    const LimitPoint &a = points_[from], &b = points_[to];
    FoldFollower next = *kept_[from];
    if (!next.advance(b.second, (b.hopf - a.hopf) / (b.second - a.second))) {
      if (!kept_[to]) lost_[to] = next.fault();
      return;
    }
    if (kept_[to] && !(next.fold().value < kept_[to]->fold().value)) return;
    kept_[to] = std::move(next);
    branch_[to] = branch_[from];
  }

  /// By simulation, from the upper half of the range.
  void begin(std::size_t i) {
    std::vector<double> starts;
    for (const double part : {1.0, 0.875, 0.75, 0.625, 0.5})
      starts.push_back(options_.value_from + part * (options_.value_to - options_.value_from));
    const scenario::Family family = families_(points_[i].second);
    const auto motion = find_lowest_motion(family, starts, options_.value_from, sweep_);
    if (motion)
      take(i, *motion);
    else
      lost_[i] = "no motion lasted in the upper half of the range";
  }

  /// Motions that last below the fold have a lower one.
  void look_below(std::size_t i) {
    constexpr int most = 4;
    const scenario::Family family = families_(points_[i].second);
    for (int round = 0; round < most; ++round) {
      const double fold = kept_[i]->fold().value;
      const double below = fold - calc_margin(fold);
      if (!(below > options_.value_from)) return;
      const auto motion = find_motion_below(family, below, options_.value_from, sweep_);
      if (!motion || !take(i, *motion)) return;
      if (!(kept_[i]->fold().value < fold)) return;
    }
  }

  /// The fold of a simulated motion, if it is near where that ends.
  bool take(std::size_t i, const LowestMotion& motion) {
    if (std::isnan(motion.without)) {
      lost_[i] = fmt::format("a motion lasts at {:g}, the lowest value: begin lower", motion.with);
      kept_[i].reset();
      return false;
    }
    std::string fault = "it is not periodic";
    for (const double lift : {0.2, 0.5, 0.0, 1.0, 2.0}) {
      const BifurcationPoint start = motion.lift(motion.with + lift * options_.parameter_scale);
      if (start.motion.kind != MotionKind::periodic) continue;
      PeriodicOrbit orbit;
      orbit.value = start.value;
      orbit.state = start.motion.state;
      orbit.period = start.motion.period;
      FoldFollower found(flows_, options_);
      if (!found.begin(points_[i].second, orbit, true)) {
        fault = found.fault();
        continue;
      }
      fault = fmt::format("the branch above turns back at {:.6g}", found.fold().value);
      if (found.fold().value > motion.with + calc_margin(motion.with)) continue;
      kept_[i] = std::move(found);
      branch_[i] = branches_++;
      return true;
    }
    lost_[i] = fmt::format("simulated motions last down to {:.6g}, no fold was found there: {}",
                           motion.with, fault);
    kept_[i].reset();
    return false;
  }

  void write(std::size_t i) {
    LimitPoint& point = points_[i];
    if (!kept_[i]) {
      add_note(point, lost_[i]);
      return;
    }
    point.fold = kept_[i]->fold().value;
    point.orbit = kept_[i]->fold().orbit;
    if (i > 0 && kept_[i - 1] && branch_[i] != branch_[i - 1])
      add_note(point, "fold of another branch than before");
    if (point.fold > point.hopf) add_note(point, "limit cycles begin at the Hopf point");
  }

  const Families& families_;
  const ContinuationOptions& options_;
  std::vector<LimitPoint>& points_;
  const TellProgress& tell_;
  FlowFamilies flows_;
  BifurcationOptions sweep_;
  std::vector<std::optional<FoldFollower>> kept_;
  std::vector<int> branch_;        ///< of each point, numbered as they were found; -1: none
  std::vector<std::string> lost_;  ///< why there is none
  int branches_ = 0;
};

}  // namespace

void follow_fold(const FlowFamilies& families, const std::vector<double>& seconds,
                 const PeriodicOrbit& beside, const ContinuationOptions& options,
                 std::vector<LimitPoint>& points) {
  points.resize(seconds.size());
  FoldFollower fold(families, options);
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    points[i].second = seconds[i];
    const double hint =
        i > 0 ? (points[i].hopf - points[i - 1].hopf) / (seconds[i] - seconds[i - 1]) : 0.0;
    if (!(i == 0 ? fold.begin(seconds[0], beside) : fold.advance(seconds[i], hint))) {
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
                                          const ContinuationOptions& options,
                                          const TellProgress& tell) {
  std::vector<LimitPoint> points(seconds.size());
  if (points.empty()) return points;
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    points[i].second = seconds[i];
    find_hopf(families(seconds[i]), options, points[i]);
  }
  FoldCurve(families, options, points, tell).find();
  return points;
}

}  // namespace fourfoot::analysis
