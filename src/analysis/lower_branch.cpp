#include "analysis/lower_branch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "analysis/disturbances.h"
#include "analysis/operating_point.h"
#include "analysis/task_pool.h"
#include "base/error.h"

namespace fourfoot::analysis {

namespace {

/// A motion that lasts, and how it was begun.
struct LastingMotion {
  OperatingPoint operating;
  Settled motion;
  std::string begun;
};

/// "wheelset_2 12.3 mm peak to peak at 53"
std::string describe(const LastingMotion& lasting) {
  return fmt::format("{} at {:.5g} after {}", describe_outcome(lasting.motion),
                     lasting.operating.value, lasting.begun);
}

bool is_like(double a, double b) {
  constexpr double alike = 0.04;
  return std::abs(a - b) < alike * std::max(std::abs(a), std::abs(b));
}

bool is_alike(const Settled& a, const Settled& b) {
  return a.kind == b.kind && a.wheelset == b.wheelset &&
         is_like(a.wheelset_range, b.wheelset_range) &&
         (a.kind != MotionKind::periodic || is_like(a.period, b.period));
}

/// Whether an orbit between two neighbours of the branch, at this value, moves like it. Simulation
/// may count several periods as one.
bool lies_on(const Branch& branch, double value, const Settled& motion) {
  constexpr double most_periods = 8.5;
  if (motion.kind != MotionKind::periodic) return false;
  for (std::size_t i = 1; i < branch.orbits.size(); ++i) {
    const PeriodicOrbit &a = branch.orbits[i - 1], &b = branch.orbits[i];
    if ((a.value - value) * (b.value - value) > 0.0) continue;
    const double part = a.value == b.value ? 0.5 : (value - a.value) / (b.value - a.value);
    const auto at = [&](double from, double to) { return from + part * (to - from); };
    const double period = at(a.period, b.period), times = std::round(motion.period / period);
    // Names of wheelsets: "wheelset_3/y" of orbits, "wheelset_3" of motions.
    const bool is_same_wheelset =
        a.wheelset.compare(0, motion.wheelset.size(), motion.wheelset) == 0;
    if (is_same_wheelset && times >= 1.0 && times < most_periods &&
        is_like(times * period, motion.period) &&
        is_like(at(a.wheelset_range, b.wheelset_range), motion.wheelset_range))
      return true;
  }
  return false;
}

class LowerSearch {
 public:
  LowerSearch(const scenario::Family& family, const std::vector<Branch>& branches,
              const LowerBranchOptions& options)
      : family_(family), options_(options), branches_(branches), given_(branches.size()) {}

  LowerBranch find() {
    constexpr int most = 3;
    for (int round = 0; round < most; ++round) {
      const auto limit = find_lowest_limit(branches_);
      if (!limit) break;
      std::optional<LastingMotion> lower = find_motion_below(limit->value);
      if (!lower) {
        tell(fmt::format("{} simulations ({}) find no motion that lasts below {:.6g}", out_.trials,
                         tried_, limit->value));
        break;
      }
      if (!follow(*lower, limit->value)) break;
    }
    out_.branches.assign(branches_.begin() + static_cast<std::ptrdiff_t>(given_), branches_.end());
    return out_;
  }

 private:
  void tell(const std::string& text) { out_.told += (out_.told.empty() ? "" : "; ") + text; }
  void show(const std::string& what) const {
    if (options_.on_progress) options_.on_progress(what);
  }
  bool is_in_range(double value) const {
    return value >= options_.continuation.value_from && value <= options_.continuation.value_to;
  }

  /// The lowest motion that lasts below `limit`.
  std::optional<LastingMotion> find_motion_below(double limit) {
    constexpr double parts[] = {-0.06, -0.04, -0.02, -0.002, 0.02, 0.05};
    constexpr double margin = 5e-4;
    std::vector<double> values;
    for (const double part : parts) {
      const double value = limit + part * std::abs(limit);
      if (is_in_range(value)) values.push_back(value);
    }
    show(fmt::format("disturbances from {:.5g} to {:.5g}", values.empty() ? limit : values.front(),
                     values.empty() ? limit : values.back()));
    std::vector<LastingMotion> lasting = disturb(values);
    tried_ = fmt::format("disturbances of all shapes at {:.5g}, and motions from above lowered",
                         fmt::join(values, ", "));
    const double below = limit - margin * std::abs(limit);
    if (!is_in_range(below)) return std::nullopt;
    for (LastingMotion& motion : lasting) {
      if (motion.operating.value > below) {
        show(fmt::format("a motion is lowered from {:.5g}", motion.operating.value));
        if (!lower(motion, below)) continue;
      }
      if (confirm(motion)) return std::move(motion);
    }
    return std::nullopt;
  }

  /// What lasts at these values, in their order, and lies on no branch; each motion once.
  std::vector<LastingMotion> disturb(const std::vector<double>& values) {
    struct Task {
      const OperatingPoint* operating;
      Disturbance shape;
      Settled motion;
    };
    std::vector<OperatingPoint> points;
    for (const double value : values)
      points.push_back(make_operating_point(family_, value, options_.settle.t));
    std::vector<Task> tasks;
    for (const OperatingPoint& point : points) {
      for (const Disturbance& shape : list_disturbances(point))
        tasks.push_back({&point, shape, {}});
      for (const Disturbance& shape : list_large_disturbances(point))
        tasks.push_back({&point, shape, {}});
    }
    run_tasks(
        tasks.size(), options_.threads, make_counter(tasks.size()),
        [&](std::size_t i) {
          Task& task = tasks[i];
          task.motion = settle(*task.operating->system,
                               put(*task.operating, task.shape, options_.disturbance),
                               task.operating->prepare(options_.settle));
        },
        options_.settle.is_cancelled);
    if (options_.settle.is_cancelled && options_.settle.is_cancelled()) throw RunError("stopped");
    std::vector<LastingMotion> found;
    for (const Task& task : tasks) {
      count(task.motion);
      const double value = task.operating->value;
      if (!is_lasting(task.motion.kind)) continue;
      const bool is_followed = std::any_of(branches_.begin(), branches_.end(), [&](const auto& b) {
        return lies_on(b, value, task.motion);
      });
      const bool is_known = std::any_of(found.begin(), found.end(), [&](const auto& other) {
        return other.operating.value == value && is_alike(other.motion, task.motion);
      });
      if (!is_followed && !is_known)
        found.push_back({*task.operating, task.motion, task.shape.name});
    }
    return found;
  }

  /// Whether the motion lasts down to `below`; it is the one there then.
  bool lower(LastingMotion& motion, double below) {
    constexpr double shortest = 5e-4;
    double step = 0.5 * (motion.operating.value - below);
    while (motion.operating.value > below) {
      const double value = std::max(below, motion.operating.value - step);
      OperatingPoint next =
          make_operating_point(family_, value, options_.settle.t, &motion.operating);
      if (!next.system) return false;
      const Settled trial = settle(*next.system, next.adopt(motion.operating, motion.motion.state),
                                   next.prepare(options_.settle));
      count(trial);
      if (is_lasting(trial.kind)) {
        motion.motion = trial;
        motion.operating = std::move(next);
        continue;
      }
      step *= 0.5;
      if (step < shortest * std::abs(below)) return false;
    }
    return true;
  }

  /// Coarse integrators keep some motions below the fold of their branch.
  bool confirm(LastingMotion& motion) {
    constexpr double exact = 1e-6;
    constexpr int largest = 400;  // states: track needs short steps
    SettleOptions prepared = motion.operating.prepare(options_.settle);
    integrate::Options& integrator = prepared.integrator;
    const bool is_coarse = std::max(integrator.rtol, integrator.atol) > 2.0 * exact;
    if (integrator.method != "bdf" || !is_coarse || motion.operating.system->size() > largest)
      return true;
    integrator.method = "dopri5";
    integrator.rtol = integrator.atol = exact;
    motion.motion = settle(*motion.operating.system, motion.motion.state, prepared);
    count(motion.motion);
    return is_lasting(motion.motion.kind);
  }

  void count(const Settled& motion) {
    ++out_.trials;
    out_.simulated += motion.time;
  }

  /// The branch of a simulated motion, added if it has a fold below `limit`.
  bool follow(const LastingMotion& lower, double limit) {
    const std::string found = fmt::format(
        "simulation finds a motion that lasts below {:.6g} and "
        "lies on none of the branches ({})",
        limit, describe(lower));
    show(fmt::format("branch of a motion at {:.5g}", lower.operating.value));
    out_.lasts_at = lower.operating.value;
    if (lower.motion.kind != MotionKind::periodic) {
      tell(found + "; it is not periodic and is not followed");
      return false;
    }
    Branch branch = follow_from_motion(family_, lower.operating.value, lower.motion.state,
                                       lower.motion.period, options_.continuation);
    if (branch.orbits.empty()) {
      tell(found + "; " + branch.end);
      return false;
    }
    double lowest = std::numeric_limits<double>::infinity();
    for (const Fold& fold : branch.folds) lowest = std::min(lowest, fold.value);
    branches_.push_back(std::move(branch));
    if (!(lowest < limit)) {
      tell(found + "; its branch has no fold below: " + branches_.back().end);
      return false;
    }
    out_.lasts_at = std::numeric_limits<double>::quiet_NaN();
    tell(fmt::format("{}; its own branch turns back at {:.6g}", found, lowest));
    return true;
  }

  const scenario::Family& family_;
  const LowerBranchOptions& options_;
  std::vector<Branch> branches_;
  std::size_t given_;
  std::string tried_;
  LowerBranch out_;
};

}  // namespace

std::optional<LowestLimit> find_lowest_limit(const std::vector<Branch>& branches) {
  std::optional<LowestLimit> lowest;
  const auto take = [&](double value, std::size_t branch, const Fold* fold) {
    if (!lowest || value < lowest->value) lowest = LowestLimit{value, branch, fold};
  };
  for (std::size_t i = 0; i < branches.size(); ++i) {
    const Branch& branch = branches[i];
    if (branch.orbits.empty()) continue;
    if (branch.start == Branch::Start::hopf) take(branch.hopf, i, nullptr);
    for (const Fold& fold : branch.folds) take(fold.value, i, &fold);
  }
  return lowest;
}

LowerBranch find_lower_branch(const scenario::Family& family, const std::vector<Branch>& branches,
                              const LowerBranchOptions& options) {
  return LowerSearch(family, branches, options).find();
}

}  // namespace fourfoot::analysis
