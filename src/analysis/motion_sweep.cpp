#include "analysis/motion_sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/carry_down.h"
#include "analysis/disturbances.h"
#include "analysis/observed.h"
#include "analysis/overturning.h"
#include "base/error.h"

namespace fourfoot::analysis {

namespace {

double get_growth(const OperatingPoint& operating) {
  return operating.mode ? operating.mode->value.real() : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

BifurcationPoint MotionSweep::visit(double value, const std::string& name, bool disturb) {
  // Where it only rests, nothing is simulated that would ask.
  if (options_.settle.is_cancelled && options_.settle.is_cancelled()) throw RunError("stopped");
  OperatingPoint operating =
      make_operating_point(family_, value, options_.settle.t, last_ ? &*last_ : nullptr);
  BifurcationPoint point;
  point.value = value;
  point.sweep = name;
  point.growth = get_growth(operating);
  point.left_out = operating.left_out;
  if (is_moving()) {
    point.motion = run(operating, operating.adopt(*last_, motion_.state));
  } else if (!operating.equilibrium) {
    point.motion = explain(operating);
  } else if (disturb) {
    DisturbedMotion tried =
        try_disturbances(operating, {options_.disturbance, 1000, true}, options_.settle);
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

std::optional<Settled> MotionSweep::enlarge() {
  if (!is_small()) return std::nullopt;
  std::vector<Disturbance> shapes = list_disturbances(*last_);
  for (Disturbance& large : list_large_disturbances(*last_)) shapes.push_back(std::move(large));
  constexpr double larger = 1.5;
  for (const Disturbance& shape : shapes) {
    Settled motion = run(*last_, put(*last_, shape, options_.disturbance));
    if (!is_lasting(motion.kind)) continue;
    if (motion.wheelset_range < larger * motion_.wheelset_range) continue;
    motion.disturbance = shape.name;
    motion_ = motion;
    return motion;
  }
  return std::nullopt;
}

std::pair<double, double> MotionSweep::narrow(double without, double with, double lowest) {
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
    if (from - without <= 2.0 * options_.resolution || !take_to(without)) return {without, with};
    with = without;
    without = descend(with, lowest);
    from = with;
    if (std::isnan(without)) return {without, with};
  }
}

double MotionSweep::descend(double& with, double lowest) {
  for (double step = 2.0 * options_.resolution; with > lowest; step *= 2.0) {
    const double without = std::max(lowest, with - step);
    if (!take_to(without)) return without;
    with = without;
  }
  return BifurcationLimits::nan;
}

std::optional<std::pair<double, double>> MotionSweep::search_below(
    double low, double lowest, const std::vector<BifurcationPoint>& others) {
  std::optional<std::pair<double, double>> found;
  for (double value = low; value >= std::max(lowest, (1.0 - search_span) * low);) {
    if (!find_other(value, value == low ? others : std::vector<BifurcationPoint>())) {
      value -= search_step * low;
      continue;
    }
    double with = value;
    const double without = descend(with, lowest);
    found = std::isnan(without) ? std::pair{without, with} : narrow(without, with, lowest);
    if (std::isnan(found->first)) break;
    low = value = found->first;
  }
  return found;
}

/// A lasting motion at this value, which the sweep then goes on with.
bool MotionSweep::find_other(double value, const std::vector<BifurcationPoint>& others) {
  motion_ = {};
  motion_.kind = MotionKind::stationary;
  visit(value, "", true);
  if (is_moving()) return true;
  for (const BifurcationPoint& other : others) {
    last_ = make_operating_point(family_, other.value, options_.settle.t);
    motion_ = other.motion;
    if (carry_to(value)) return true;
  }
  return false;
}

/// The same in steps of 2 %.
bool MotionSweep::carry_to(double value) {
  if (last_->value <= value) return take_to(value);
  return carry_down(last_->value, value, options_.resolution,
                    [this](double next) { return take_to(next); });
}

BifurcationPoint MotionSweep::start(double value, double factor, const std::string& name) const {
  const OperatingPoint operating = make_operating_point(family_, value, options_.settle.t);
  BifurcationPoint point;
  point.value = value;
  point.sweep = name;
  point.growth = get_growth(operating);
  point.left_out = operating.left_out;
  point.motion =
      operating.equilibrium ? run(operating, operating.disturb(factor)) : explain(operating);
  return point;
}

/// Whether the motion lasts at another value; if so it is the last.
bool MotionSweep::take_to(double value) {
  OperatingPoint operating = make_operating_point(family_, value, options_.settle.t, &*last_);
  const Settled motion = run(operating, operating.adopt(*last_, motion_.state));
  if (!is_lasting(motion.kind)) return false;
  motion_ = motion;
  last_ = std::move(operating);
  return true;
}

Settled MotionSweep::run(const OperatingPoint& operating, const VecX& start) const {
  return settle(*operating.system, start, operating.prepare(options_.settle));
}

/// Why there is no steady running.
Settled MotionSweep::explain(const OperatingPoint& operating) const {
  Settled motion;
  const Overturning found =
      find_overturning(family_, operating.value, last_ ? &*last_ : nullptr, options_.settle);
  motion.kind = found.is_found ? MotionKind::overturned : MotionKind::diverged;
  motion.reason = found.reason.empty() ? operating.fault : found.reason;
  if (found.is_found && !(overturns_from_ < found.from)) overturns_from_ = found.from;
  return motion;
}

Settled MotionSweep::rest(const OperatingPoint& operating) const {
  Observed observed(*operating.system, options_.settle.observed, options_.settle.t);
  Settled out;
  out.kind = MotionKind::stationary;
  out.state = operating.equilibrium->state;
  out.mean = observed.calc(out.state).x;
  out.largest = std::abs(out.mean);
  out.reason = "steady running, stable by its eigenvalues";
  return out;
}

}  // namespace fourfoot::analysis
