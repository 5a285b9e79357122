#include "analysis/bifurcation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

#include "analysis/motion_sweep.h"
#include "analysis/operating_point.h"

namespace fourfoot::analysis {

namespace {

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
    MotionSweep down = goes_on ? up_ : MotionSweep(family_, options_);
    if (goes_on) {
      BifurcationPoint turn = points.back();
      turn.sweep = "down";
      enlarge(down, turn);
      add(std::move(turn));
      --top_;
    }
    bool disturb = !goes_on;
    for (std::size_t i = top_; i-- > 0;) {
      const MotionSweep before = down;
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

  /// Below v_n for motions that none of the ways came by.
  void search_below() {
    const double low = std::fmin(limits.steady_up_to, limits.critical);
    if (!(options_.resolution > 0.0) || std::isnan(limits.steady_up_to)) return;
    MotionSweep sweep(family_, options_);
    const auto found = sweep.search_below(low, values_.front(), list_cycles());
    if (found) std::tie(limits.steady_up_to, limits.hunts_from) = *found;
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
    if (const std::string others = describe_left_out(list_growing()); !others.empty())
      add_note(others);
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

  static void enlarge(MotionSweep& sweep, BifurcationPoint& point) {
    if (std::optional<Settled> larger = sweep.enlarge()) point.motion = std::move(*larger);
  }

  /// Lasting motions of different size, those of the lowest values.
  std::vector<BifurcationPoint> list_cycles() const {
    constexpr std::size_t most = 3;
    constexpr double alike = 1.5;
    std::vector<BifurcationPoint> sorted, cycles;
    for (const BifurcationPoint& point : points) {
      if (is_lasting(point.motion.kind)) sorted.push_back(point);
    }
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.value < b.value; });
    for (const BifurcationPoint& point : sorted) {
      const double size = point.motion.wheelset_range;
      const bool is_known = std::any_of(cycles.begin(), cycles.end(), [&](const auto& cycle) {
        const double other = cycle.motion.wheelset_range;
        return std::max(size, other) < alike * std::min(size, other);
      });
      if (!is_known && cycles.size() < most) cycles.push_back(point);
    }
    return cycles;
  }

  /// Instabilities that are not hunting.
  std::vector<LeftOutMode> list_growing() const {
    std::vector<LeftOutMode> all;
    for (const BifurcationPoint& point : points) {
      for (const LeftOutMode& mode : point.left_out)
        if (mode.grows()) all.push_back(mode);
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.value < b.value; });
    return all;
  }

  void note_hunting(double value, double below) {
    if (limits.hunts_from <= value) return;
    limits.hunts_from = value;
    limits.steady_up_to = below;
  }

  void narrow(MotionSweep from, double without, double with) {
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
  MotionSweep up_;
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
    if (options.down) diagram.search_below();
    diagram.conclude();
    *limits = diagram.limits;
  }
  return std::move(diagram.points);
}

}  // namespace fourfoot::analysis
