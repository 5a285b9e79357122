#include "analysis/bifurcation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "analysis/disturbances.h"
#include "analysis/observed.h"
#include "analysis/operating_point.h"
#include "analysis/overturning.h"
#include "base/error.h"

namespace fourfoot::analysis {

namespace {

class Sweep {
 public:
  Sweep(const scenario::Family& family, const BifurcationOptions& options)
      : family_(family), options_(options) {}

  /// The point at `value`, from what the last one was.
  BifurcationPoint visit(double value, const std::string& name, bool disturb) {
    // Where it only rests, nothing is simulated that would ask.
    if (options_.settle.is_cancelled && options_.settle.is_cancelled()) throw RunError("stopped");
    OperatingPoint operating =
        make_operating_point(family_, value, options_.settle.t, last_ ? &*last_ : nullptr);
    BifurcationPoint point;
    point.value = value;
    point.sweep = name;
    point.growth = get_growth(operating);
    if (is_moving()) {
      point.motion = run(operating, operating.adopt(*last_, motion_.state));
    } else if (!operating.equilibrium) {
      point.motion = explain(operating);
    } else if (disturb) {
      DisturbedMotion tried = try_disturbances(operating, {options_.disturbance}, options_.settle);
      tried_ = std::move(tried.tried);
      point.motion = std::move(tried.motion);
    } else if (operating.is_stable()) {
      point.motion = rest(operating);
    } else {
      point.motion = run(operating, operating.displace(options_.start_displacement));
    }
    motion_ = point.motion;
    last_ = std::move(operating);
    return point;
  }

  /// A small cycle near steady running may hide a large one beside it. Where this sweep's motion is
  /// small, disturbances are tried at the same value; the first that leads to a large motion, which
  /// the sweep then goes on with.
  std::optional<Settled> enlarge() {
    if (!is_small()) return std::nullopt;
    for (const Disturbance& shape : list_disturbances(*last_)) {
      Settled motion = run(*last_, put(*last_, shape, options_.disturbance));
      if (!is_lasting(motion.kind) || is_small(motion)) continue;
      motion.disturbance = shape.name;
      motion_ = motion;
      return motion;
    }
    return std::nullopt;
  }

  /// Between a value with a lasting motion (this sweep's last) and one without: the highest value
  /// without, and the lowest with. A motion that comes from far may die where one that comes from near
  /// lasts. So the value without is tried again from the nearest motion; where this lasts, the search
  /// goes on below, down to `lowest` (nan instead of a value without: the motion lasts there, too).
  std::pair<double, double> narrow(double without, double with, double lowest) {
    const double near = 2.0 * options_.resolution;
    double from = with;  // of the motion that died at `without`
    for (;;) {
      while (with - without > options_.resolution) {
        const double middle = 0.5 * (with + without);
        if (take_to(middle)) {
          with = middle;
        } else {
          without = middle;
          from = with;
        }
      }
      if (from - without <= near || !take_to(without)) return {without, with};
      with = without;
      for (double step = near; with > lowest; step *= 2.0) {
        without = std::max(lowest, with - step);
        from = with;
        if (!take_to(without)) break;
        with = without;
      }
      if (with <= lowest) return {BifurcationLimits::nan, with};
    }
  }

  BifurcationPoint start(double value, double factor, const std::string& name) const {
    const OperatingPoint operating = make_operating_point(family_, value, options_.settle.t);
    BifurcationPoint point;
    point.value = value;
    point.sweep = name;
    point.growth = get_growth(operating);
    point.motion =
        operating.equilibrium ? run(operating, operating.disturb(factor)) : explain(operating);
    return point;
  }

  bool is_moving() const { return last_ && is_lasting(motion_.kind); }
  bool is_small() const { return is_moving() && is_small(motion_); }
  /// The value from which on the car overturns, as far as it was met; nan.
  double overturns_from() const { return overturns_from_; }
  /// The disturbances that were tried last.
  const std::string& tried() const { return tried_; }

 private:
  /// Whether the motion lasts at another value; if so it is the last.
  bool take_to(double value) {
    OperatingPoint operating = make_operating_point(family_, value, options_.settle.t, &*last_);
    const Settled motion = run(operating, operating.adopt(*last_, motion_.state));
    if (!is_lasting(motion.kind)) return false;
    motion_ = motion;
    last_ = std::move(operating);
    return true;
  }
  bool is_small(const Settled& motion) const {
    return motion.wheelset_range < 0.2 * options_.disturbance;
  }
  static double get_growth(const OperatingPoint& operating) {
    return operating.mode ? operating.mode->value.real() : std::numeric_limits<double>::quiet_NaN();
  }

  Settled run(const OperatingPoint& operating, const VecX& start) const {
    return settle(*operating.system, start, operating.prepare(options_.settle));
  }

  /// Why there is no steady running.
  Settled explain(const OperatingPoint& operating) const {
    Settled motion;
    const Overturning found =
        find_overturning(family_, operating.value, last_ ? &*last_ : nullptr, options_.settle);
    motion.kind = found.is_found ? MotionKind::overturned : MotionKind::diverged;
    motion.reason = found.reason.empty() ? operating.fault : found.reason;
    if (found.is_found && !(overturns_from_ < found.from)) overturns_from_ = found.from;
    return motion;
  }

  Settled rest(const OperatingPoint& operating) const {
    Observed observed(*operating.system, options_.settle.observed, options_.settle.t);
    Settled out;
    out.kind = MotionKind::stationary;
    out.state = operating.equilibrium->state;
    out.mean = observed.calc(out.state).x;
    out.largest = std::abs(out.mean);
    out.reason = "steady running, stable by its eigenvalues";
    return out;
  }

  const scenario::Family& family_;
  const BifurcationOptions& options_;
  std::optional<OperatingPoint> last_;
  Settled motion_;
  std::string tried_;
  mutable double overturns_from_ = BifurcationLimits::nan;
};

/// Where the growth of steady running changes its sign, between two values.
double find_critical(const scenario::Family& family, const BifurcationOptions& options, double low,
                     double high, double growth_low, double growth_high) {
  std::optional<OperatingPoint> near;
  for (int i = 0; i < 40 && high - low > std::min(options.resolution, 0.01); ++i) {
    // Bisection now and then, since false position may cling to one end.
    const double part = i % 3 == 2 ? 0.5 : growth_low / (growth_low - growth_high);
    const double value = low + (high - low) * std::clamp(part, 0.02, 0.98);
    near = make_operating_point(family, value, options.settle.t, near ? &*near : nullptr);
    if (!near->mode) break;
    const double growth = near->mode->value.real();
    (growth < 0.0 ? low : high) = value;
    (growth < 0.0 ? growth_low : growth_high) = growth;
  }
  return 0.5 * (low + high);
}

/// v_c, from the growths along one sweep.
double find_critical(const scenario::Family& family, const BifurcationOptions& options,
                     const std::vector<BifurcationPoint>& points) {
  const BifurcationPoint* before = nullptr;
  std::vector<const BifurcationPoint*> sorted;
  for (const BifurcationPoint& point : points) {
    if (!std::isnan(point.growth)) sorted.push_back(&point);
  }
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto* a, const auto* b) { return a->value < b->value; });
  for (const BifurcationPoint* point : sorted) {
    if (before != nullptr && before->growth < 0.0 && point->growth >= 0.0)
      return find_critical(family, options, before->value, point->value, before->growth,
                           point->growth);
    before = point;
  }
  return BifurcationLimits::nan;
}

class Diagram {
 public:
  Diagram(const scenario::Family& family, const std::vector<double>& values,
          const BifurcationOptions& options)
      : family_(family), values_(values), options_(options), up_(family, options) {
    total_ = static_cast<double>(values.size()) *
             ((options.up ? 1.0 : 0.0) + (options.down ? 1.0 : 0.0) +
              static_cast<double>(options.factors.size()));
  }

  void go_up() {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const bool moved = up_.is_moving();
      if (!add(up_.visit(values_[i], "up", false))) {
        top_ = i;
        limits.diverges_from = values_[i];
        limits.overturns_from = up_.overturns_from();
        return;
      }
      if (!moved && up_.is_moving()) note_hunting(values_[i], i > 0 ? values_[i - 1] : nan);
    }
  }

  void go_down() {
    const bool goes_on = options_.up && top_ == values_.size() && up_.is_moving();
    Sweep down = goes_on ? up_ : Sweep(family_, options_);
    if (goes_on) {
      BifurcationPoint turn = points.back();
      turn.sweep = "down";
      enlarge(down, turn);
      add(std::move(turn));
      --top_;
    }
    bool disturb = !goes_on;
    for (std::size_t i = top_; i-- > 0;) {
      const Sweep before = down;
      BifurcationPoint point = down.visit(values_[i], "down", disturb);
      if (!before.is_small()) enlarge(down, point);
      add(std::move(point));
      if (disturb) tried_ = down.tried();
      // Once nothing moves any more, steady running is kept; until something has, each value is
      // tried.
      disturb = disturb && !down.is_moving();
      if (down.is_moving()) note_hunting(values_[i], nan);
      // (One that moved had a value above.)
      if (before.is_moving() && !down.is_moving()) narrow(before, values_[i], values_[i + 1]);
    }
  }

  void start_anew() {
    for (const double factor : options_.factors) {
      for (const double value : values_)
        add(up_.start(value, factor, fmt::format("start {:g}", factor)));
    }
  }

  /// v_n does not lie above v_c, where steady running is unstable; what is missing is explained.
  void conclude() {
    if (limits.steady_up_to < limits.critical && limits.hunts_from > limits.critical)
      limits.hunts_from = limits.critical;
    const auto add_note = [&](const std::string& text) {
      limits.note += (limits.note.empty() ? "" : "; ") + text;
    };
    if (limits.steady_up_to >= limits.critical)
      add_note("above v_c motions came to rest beside the unstable steady running");
    if (std::isnan(limits.hunts_from) && !tried_.empty())
      add_note("no motion lasts; tried at each value: " + tried_);
    if (!std::isnan(limits.overturns_from))
      add_note(fmt::format("overturns from {:.5g} on: nothing is said about hunting above",
                           limits.overturns_from));
  }

  std::vector<BifurcationPoint> points;
  BifurcationLimits limits;

 private:
  static constexpr double nan = BifurcationLimits::nan;

  bool add(BifurcationPoint point) {
    points.push_back(std::move(point));
    if (options_.on_point) options_.on_point(points.back());
    if (options_.on_progress) options_.on_progress(static_cast<double>(points.size()) / total_);
    return !is_lost(points.back().motion.kind);
  }

  static void enlarge(Sweep& sweep, BifurcationPoint& point) {
    if (std::optional<Settled> larger = sweep.enlarge()) point.motion = std::move(*larger);
  }

  void note_hunting(double value, double below) {
    if (limits.hunts_from <= value) return;
    limits.hunts_from = value;
    limits.steady_up_to = below;
  }

  void narrow(Sweep from, double without, double with) {
    if (limits.hunts_from < with) return;
    limits.steady_up_to = without;
    limits.hunts_from = with;
    if (options_.resolution <= 0.0) return;
    const auto [low, high] = from.narrow(without, with, values_.front());
    limits.steady_up_to = low;
    limits.hunts_from = high;
  }

  const scenario::Family& family_;
  const std::vector<double>& values_;
  const BifurcationOptions& options_;
  Sweep up_;
  std::size_t top_ = values_.size();
  double total_ = 0.0;
  std::string tried_;  ///< disturbances, where nothing moved
};

}  // namespace

std::vector<BifurcationPoint> find_bifurcation(const scenario::Family& family,
                                               const std::vector<double>& values,
                                               const BifurcationOptions& options,
                                               BifurcationLimits* limits) {
  Diagram diagram(family, values, options);
  if (options.up) diagram.go_up();
  if (options.down) diagram.go_down();
  diagram.start_anew();
  if (limits != nullptr) {
    if (options.resolution > 0.0)
      diagram.limits.critical = find_critical(family, options, diagram.points);
    diagram.conclude();
    *limits = diagram.limits;
  }
  return std::move(diagram.points);
}

}  // namespace fourfoot::analysis
