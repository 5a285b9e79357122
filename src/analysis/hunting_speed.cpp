#include "analysis/hunting_speed.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/carry_down.h"
#include "analysis/disturbances.h"
#include "analysis/observed.h"
#include "analysis/operating_point.h"
#include "analysis/overturning.h"
#include "analysis/task_pool.h"
#include "base/error.h"

namespace fourfoot::analysis {

namespace {

/// A value at which something was simulated.
struct HuntingTrial {
  OperatingPoint operating;
  Settled motion;
  std::string tried, chosen;
  int trials = 0;
  double simulated = 0.0;
  bool hunts() const { return is_lasting(motion.kind); }
};

class HuntingSearch {
 public:
  HuntingSearch(const scenario::Family& family, const CriticalSpeedOptions& options)
      : family_(family), options_(options) {
    out_.method = "auto";
    // Lasts or dies out is all that is asked: steady running is stable at the values tried, so what
    // has become small and falls is not followed to its end. Cycles are, since near a fold what
    // passes slowly is like one.
    options_.settle.quiet = std::max(options_.settle.quiet, 1e-4);
  }

  CriticalSpeed find(double low, double high) {
    // A coordinate that is not there is told before anything is looked at.
    if (!options_.settle.observed.empty())
      Observed(*family_(low).system, options_.settle.observed, options_.settle.t);
    scan(low, high);
    if (points_.empty()) return out_;
    if (!(get_growth(points_.front()) < 0.0))
      return give_up(
          fmt::format("steady running is unstable already at {:g} ({}, growth {:.3g} "
                      "1/s): begin lower",
                      low, points_.front().mode->name, get_growth(points_.front())));
    std::optional<HuntingTrial> hunting = begin();
    if (!hunting) return out_;
    bracket(low, std::move(*hunting));
    return out_;
  }

 private:
  static double get_growth(const OperatingPoint& operating) {
    return operating.mode ? operating.mode->value.real() : CriticalSpeed::nan;
  }

  /// In rounds: the scan with the first motion, those of the bracket that are left, the proof, the
  /// search below. Each takes about the same time.
  void show(double gap, double left_behind, const std::string& next) {
    if (!options_.on_progress) return;
    const double left = gap > options_.resolution
                            ? std::ceil(std::log(gap / options_.resolution) / std::log(3.0))
                            : 0.0;
    options_.on_progress(rounds_ / (rounds_ + left + left_behind), next);
    rounds_ += 1.0;
  }

  void tell(double value, const std::string& outcome) const {
    if (options_.on_trial) options_.on_trial(value, outcome);
  }

  CriticalSpeed give_up(const std::string& reason) {
    out_.is_found = false;
    out_.value = out_.low = out_.high = CriticalSpeed::nan;
    out_.reason = reason + (out_.left_out.empty() ? "" : "; " + out_.left_out);
    return out_;
  }

  /// Works at all values, on threads; what comes of each depends on its value alone.
  template <class Result>
  std::vector<Result> at(const std::vector<double>& values,
                         const std::function<Result(double)>& work) const {
    std::vector<Result> results(values.size());
    run_tasks(
        values.size(), options_.threads, make_counter(values.size()),
        [&](std::size_t i) { results[i] = work(values[i]); }, options_.settle.is_cancelled);
    if (options_.settle.is_cancelled && options_.settle.is_cancelled()) throw RunError("stopped");
    return results;
  }

  // --- eigenvalues ---

  void scan(double low, double high) {
    show(high - low, 4.0, "eigenvalues");
    const int n = std::max(2, static_cast<int>(std::ceil((high - low) / options_.scan_step)) + 1);
    std::vector<double> values;
    for (int i = 0; i < n; ++i) values.push_back(low + (high - low) * i / (n - 1));
    points_ = at<OperatingPoint>(values, [&](double value) {
      return make_operating_point(family_, value, options_.settle.t);
    });
    const auto lost = std::find_if(points_.begin(), points_.end(), [](const OperatingPoint& p) {
      return !p.equilibrium || !p.mode;
    });
    if (lost == points_.begin()) {
      give_up("no steady running at the lowest value: " + lost->fault);
      points_.clear();
      return;
    }
    if (lost != points_.end()) {
      const Overturning found =
          find_overturning(family_, lost->value, &*(lost - 1), options_.settle);
      end_ = found.reason.empty() ? lost->fault : found.reason;
      tell(lost->value, end_);
      points_.erase(lost, points_.end());
    }
    std::vector<LeftOutMode> left_out;
    for (const OperatingPoint& point : points_)
      left_out.insert(left_out.end(), point.left_out.begin(), point.left_out.end());
    out_.left_out = describe_left_out(left_out);
    find_linear();
    tell(points_.back().value,
         std::isnan(out_.linear)
             ? fmt::format("eigenvalues at {} values: none grows (least damped: {})",
                           points_.size(), points_.back().mode->name)
             : fmt::format("eigenvalues at {} values: v_c = {:.5g} ({})", points_.size(),
                           out_.linear, out_.mode));
  }

  void find_linear() {
    std::size_t i = 1;
    while (i < points_.size() && !(get_growth(points_[i]) >= 0.0)) ++i;
    if (i >= points_.size() || !(get_growth(points_[0]) < 0.0)) return;
    OperatingPoint a = points_[i - 1], b = points_[i];
    above_ = i;
    for (int k = 0; k < 40 && b.value - a.value > 0.01; ++k) {
      const double ga = get_growth(a), gb = get_growth(b);
      // Bisection now and then, since false position may cling to one end.
      const double part = k % 3 == 2 ? 0.5 : std::clamp(ga / (ga - gb), 0.02, 0.98);
      OperatingPoint c = make_operating_point(family_, a.value + part * (b.value - a.value),
                                              options_.settle.t, &a);
      if (!c.mode) break;
      (get_growth(c) < 0.0 ? a : b) = std::move(c);
    }
    out_.linear = 0.5 * (a.value + b.value);
    out_.mode = b.mode->name;
  }

  // --- simulation ---

  HuntingTrial disturb(double value, bool is_proof) const {
    HuntingTrial trial;
    trial.operating = make_operating_point(family_, value, options_.settle.t);
    if (!trial.operating.equilibrium) return trial;
    SettleOptions settle_options = options_.settle;
    // Any hunting does to begin with; whether it has a period need not be known.
    if (!is_proof) settle_options.longest = std::min(settle_options.longest, 20.0);
    DisturbedMotion found = try_disturbances(
        trial.operating, {options_.disturbance, 1000, true, is_proof, options_.threads},
        settle_options);
    trial.motion = std::move(found.motion);
    trial.tried = std::move(found.tried);
    trial.chosen = std::move(found.chosen);
    trial.trials = found.trials;
    trial.simulated = found.simulated;
    return trial;
  }

  /// From the motion of a higher value.
  HuntingTrial adopt(double value, const HuntingTrial& from) const {
    HuntingTrial trial;
    trial.operating = make_operating_point(family_, value, options_.settle.t, &from.operating);
    const SettleOptions prepared = trial.operating.prepare(options_.settle);
    trial.motion = settle(*trial.operating.system,
                          trial.operating.adopt(from.operating, from.motion.state), prepared);
    trial.simulated = trial.motion.time;
    trial.trials = 1;
    return trial;
  }

  /// The same; where it dies out, along the hunting mode.
  HuntingTrial lower(double value, const HuntingTrial& from) const {
    HuntingTrial trial = adopt(value, from);
    if (trial.hunts() || !trial.operating.equilibrium) return trial;
    DisturbedMotion found =
        try_disturbances(trial.operating, {options_.disturbance, 1}, options_.settle);
    trial.trials += found.trials;
    trial.simulated += found.simulated;
    if (found.chosen.empty()) return trial;
    trial.motion = std::move(found.motion);
    trial.chosen = std::move(found.chosen);
    return trial;
  }

  void note(const HuntingTrial& trial) {
    out_.trials += trial.trials;
    out_.simulated += trial.simulated;
    tell(trial.operating.value,
         describe_outcome(trial.motion) +
             (trial.chosen.empty() ? std::string() : " after " + trial.chosen));
  }

  /// A hunting motion to begin with: of those found that of the lowest value.
  std::optional<HuntingTrial> begin() {
    const double low = points_.front().value, top = points_.back().value;
    std::vector<std::vector<double>> rounds = {{top, 0.75 * top + 0.25 * low},
                                               {0.5 * (top + low), 0.875 * top + 0.125 * low}};
    if (above_ > 0) rounds.insert(rounds.begin(), {points_[above_].value});
    std::string tried;
    for (const std::vector<double>& values : rounds) {
      show(values.front() - low, 3.0, fmt::format("disturbances at {:.5g}", values.front()));
      std::optional<HuntingTrial> best;
      for (HuntingTrial& trial :
           at<HuntingTrial>(values, [&](double value) { return disturb(value, false); })) {
        note(trial);
        if (!trial.tried.empty()) tried = trial.tried;
        if (!trial.hunts() || (best && best->operating.value < trial.operating.value)) continue;
        best = std::move(trial);
      }
      if (best) return best;
    }
    if (above_ > 0) {
      // Nothing to follow, but above v_c nothing rests.
      out_.low = out_.high = out_.value = out_.linear;
      out_.reason = "v_c: no motion above it could be followed further down";
      return std::nullopt;
    }
    give_up(
        fmt::format("no mode grows up to {:.5g} (least damped there: {}, {:.3g} 1/s), and "
                    "nothing lasts at {:.5g}, {:.5g}, {:.5g}, {:.5g} after {}{}",
                    top, points_.back().mode->name, get_growth(points_.back()), top, rounds[0][1],
                    rounds[1][1], rounds[1][0], tried, end_.empty() ? "" : "; " + end_));
    return std::nullopt;
  }

  void keep(const HuntingTrial& trial) {
    out_.largest = trial.motion.largest;
    out_.frequency = trial.motion.period > 0.0 ? trial.motion.maxima / trial.motion.period : 0.0;
    out_.motion = get_word(trial.motion.kind);
    out_.wheelset = trial.motion.wheelset;
    out_.wheelset_range = trial.motion.wheelset_range;
    if (!trial.chosen.empty()) out_.disturbance = trial.chosen;
  }

  void bracket(double low, HuntingTrial hunting) {
    double b = hunting.operating.value;
    if (b > out_.linear) b = out_.linear;  // false where there is none
    keep(hunting);
    std::vector<HuntingTrial> others = find_others(hunting);
    const auto get_low = [&] { return stable_.empty() ? low : stable_.back(); };
    out_.reason = "ended without proof: lower motions were found again and again";
    for (int proofs = 0; proofs < 12; ++proofs) {
      while (b - get_low() > options_.resolution) {
        const double third = (b - get_low()) / 3.0;
        show(b - get_low(), 2.0,
             fmt::format("trials at {:.5g} and {:.5g}", get_low() + third, b - third));
        narrow({get_low() + third, b - third}, b, hunting);
      }
      if (stable_.empty()) narrow({low}, b, hunting);
      if (stable_.empty()) {
        give_up(fmt::format("it still hunts at {:g}, the lowest value: begin lower", low));
        out_.high = low;
        return;
      }
      if (std::optional<HuntingTrial> other = follow_others(others)) {
        hunting = std::move(*other);
        descend(low, b, hunting);
        --proofs;  // there are three others at most
        continue;
      }
      show(0.0, 2.0, fmt::format("disturbances at {:.5g}", stable_.back()));
      HuntingTrial proof = disturb(stable_.back(), true);
      note(proof);
      if (!proof.hunts()) {
        std::optional<HuntingTrial> other = search_below(low);
        if (!other) {
          out_.reason = fmt::format("below it dies out, also after {}{}", proof.tried, searched_);
          break;
        }
        proof = std::move(*other);
      }
      hunting = std::move(proof);
      descend(low, b, hunting);
    }
    out_.low = get_low();
    out_.high = b;
    out_.value = 0.5 * (out_.low + out_.high);
  }

  /// What else lasts where the search begins: a small motion may hide a large one.
  std::vector<HuntingTrial> find_others(const HuntingTrial& hunting) {
    show(0.0, 3.0, fmt::format("large disturbances at {:.5g}", hunting.operating.value));
    DisturbanceOptions how;
    how.size = options_.disturbance;
    how.threads = options_.threads;
    OtherMotions found =
        find_other_motions(hunting.operating, hunting.motion, how, options_.settle);
    out_.trials += found.trials;
    out_.simulated += found.simulated;
    std::vector<HuntingTrial> others;
    for (Settled& motion : found.motions) {
      tell(hunting.operating.value, describe_outcome(motion) + " after " + motion.disturbance);
      HuntingTrial other;
      other.operating = hunting.operating;
      other.chosen = motion.disturbance;
      other.motion = std::move(motion);
      others.push_back(std::move(other));
    }
    return others;
  }

  /// Lowers the others to where the first motion has died out; the first that lasts there.
  std::optional<HuntingTrial> follow_others(std::vector<HuntingTrial>& others) {
    while (!others.empty()) {
      HuntingTrial other = std::move(others.back());
      others.pop_back();
      const std::string chosen = other.chosen;
      const auto take_to = [&](double value) {
        show(0.0, 2.0, fmt::format("another motion at {:.5g}", value));
        HuntingTrial next = adopt(value, other);
        note(next);
        if (next.hunts()) other = std::move(next);
        return other.operating.value == value;
      };
      if (carry_down(other.operating.value, stable_.back(), options_.resolution, take_to)) {
        other.chosen = chosen;
        return other;
      }
    }
    return std::nullopt;
  }

  /// Where cycles lie side by side, the one followed need not be the lowest. Of what lasts up to 6 %
  /// below the bracket that of the lowest value.
  std::optional<HuntingTrial> search_below(double low) {
    std::vector<double> values;
    for (const double part : {0.06, 0.04, 0.02}) {
      const double value = stable_.back() - part * std::abs(stable_.back());
      if (value > low) values.push_back(value);
    }
    if (values.empty()) return std::nullopt;
    show(0.0, 1.0, fmt::format("disturbances down to {:.5g}", values.front()));
    searched_ = fmt::format("; nor at {:.5g}", fmt::join(values.rbegin(), values.rend(), ", "));
    for (HuntingTrial& trial :
         at<HuntingTrial>(values, [&](double value) { return disturb(value, true); })) {
      note(trial);
      if (trial.hunts()) return std::move(trial);
    }
    return std::nullopt;
  }

  /// Lowers a motion found anew in steps of 2 and 4 % until it dies out. Where other motions have
  /// died out says nothing of this one.
  void descend(double low, double& b, HuntingTrial& hunting) {
    constexpr double step = 0.02;
    keep(hunting);
    b = hunting.operating.value;
    stable_.clear();
    for (bool goes_on = true; goes_on;) {
      const double from = b, far = from - 2.0 * step * std::abs(from);
      if (!(far > low)) return;
      show(b - far, 2.0, fmt::format("trials at {:.5g} and {:.5g}", far, 0.5 * (far + from)));
      narrow({far, 0.5 * (far + from)}, b, hunting);
      goes_on = b == far;
    }
  }

  /// Lowers `b` to the lowest value that hunts, and notes those below that do not.
  void narrow(const std::vector<double>& values, double& b, HuntingTrial& hunting) {
    std::vector<HuntingTrial> trials =
        at<HuntingTrial>(values, [&](double value) { return lower(value, hunting); });
    for (const HuntingTrial& trial : trials) note(trial);
    for (HuntingTrial& trial : trials) {
      if (trial.hunts()) {
        b = trial.operating.value;
        keep(trial);
        hunting = std::move(trial);
        return;
      }
      stable_.push_back(trial.operating.value);
    }
  }

  const scenario::Family& family_;
  CriticalSpeedOptions options_;
  CriticalSpeed out_;
  std::vector<OperatingPoint> points_;  ///< of the scan, up to where steady running ends
  std::vector<double> stable_;          ///< values at which motions died out, ascending
  std::size_t above_ = 0;               ///< the first of them above v_c; 0: none
  std::string searched_;                ///< in words: where nothing lasted below the bracket
  std::string end_;                     ///< why steady running ends
  double rounds_ = 0.0;                 ///< of the work that are done
};

}  // namespace

CriticalSpeed find_hunting_speed(const scenario::Family& family, double low, double high,
                                 const CriticalSpeedOptions& options) {
  return HuntingSearch(family, options).find(low, high);
}

}  // namespace fourfoot::analysis
