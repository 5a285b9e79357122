#include "analysis/falling_speed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "analysis/carry_down.h"
#include "analysis/disturbances.h"
#include "analysis/operating_point.h"
#include "base/error.h"

namespace fourfoot::analysis {

namespace {

class FallingSearch {
 public:
  FallingSearch(const scenario::Family& family, const CriticalSpeedOptions& options)
      : family_(family), options_(options) {
    out_.method = "falling";
  }

  CriticalSpeed find(double low, double high) {
    OperatingPoint operating = make_operating_point(family_, high, options_.settle.t);
    if (!operating.equilibrium) throw RunError(operating.fault);
    out_.left_out = describe_left_out(operating.left_out);
    show(0.0, high);
    DisturbedMotion begin =
        try_disturbances(operating, {options_.disturbance, 1000, true}, options_.settle);
    Settled motion = std::move(begin.motion);
    out_.trials += begin.trials;
    tell(high, motion);
    if (begin.chosen.empty()) {
      throw RunError(is_lost(motion.kind)
                         ? fmt::format("at {:g} there is no bounded motion ({}): begin lower", high,
                                       motion.reason)
                         : fmt::format("at {:g} all disturbances die out ({}): begin higher", high,
                                       begin.tried));
    }
    out_.disturbance = begin.chosen;
    lasting_.push_back({std::move(operating), motion});
    keep_motion(high, motion, out_);
    std::vector<Lasting> others = find_others();
    lower(low, options_.first_step, options_.first_step);
    for (Lasting& other : others) {
      if (out_.is_found) follow(other, low);
    }
    if (out_.is_found) search_below(low);
    if (out_.is_found) confirm(low);
    if (out_.is_found) out_.value = 0.5 * (out_.low + out_.high);
    return out_;
  }

 private:
  /// A value at which a motion lasts.
  struct Lasting {
    OperatingPoint operating;
    Settled motion;
  };

  /// What else lasts where the search begins, by large disturbances: a small motion may hide a large
  /// one.
  std::vector<Lasting> find_others() {
    const Lasting& first = lasting_.back();
    DisturbanceOptions how;
    how.size = options_.disturbance;
    how.threads = options_.threads;
    OtherMotions found = find_other_motions(first.operating, first.motion, how, options_.settle);
    out_.trials += static_cast<int>(found.motions.size());  // those told
    out_.simulated += found.simulated;
    std::vector<Lasting> others;
    for (Settled& motion : found.motions) {
      if (options_.on_trial)
        options_.on_trial(first.operating.value,
                          describe_outcome(motion) + " after " + motion.disturbance);
      others.push_back({first.operating, std::move(motion)});
    }
    return others;
  }

  /// Lowers another motion; where it lasts below the first one, the search goes on with it.
  void follow(Lasting& other, double low) {
    const std::string disturbance = other.motion.disturbance;
    const auto take_to = [&](double value) {
      show(1.0, value);
      OperatingPoint next =
          make_operating_point(family_, value, options_.settle.t, &other.operating);
      Settled motion = run(next, next.adopt(other.operating, other.motion.state));
      if (!is_lasting(motion.kind)) return false;
      other = {std::move(next), std::move(motion)};
      return true;
    };
    if (!carry_down(other.operating.value, out_.low, options_.resolution, take_to)) return;
    out_.disturbance = disturbance;
    keep_motion(other.operating.value, other.motion, out_);
    lasting_.push_back(std::move(other));
    lower(low, options_.first_step, options_.first_step);
  }

  /// Lowers the value from the last motion that lasts: by steps that double from `step` to `longest`
  /// until it dies out, then by halved ones.
  void lower(double low, double step, double longest) {
    bool has_died = false;
    const double top = out_.high;
    double first_gap = 0.0;
    while (!has_died || out_.high - out_.low > options_.resolution) {
      const Lasting& from = lasting_.back();
      const double value = std::max(out_.high - step, low);
      show(has_died ? 0.3 + 0.7 * calc_narrowed(first_gap, out_.high - out_.low)
                    : 0.3 * (top - value) / (top - low),
           value);
      OperatingPoint next =
          make_operating_point(family_, value, options_.settle.t, &from.operating);
      const Settled trial = run(next, next.adopt(from.operating, from.motion.state));
      if (lasts_or_is_lost(trial)) {
        keep_motion(value, trial, out_);
        lasting_.push_back({std::move(next), trial});
      } else {
        out_.low = value;
        if (!has_died) first_gap = out_.high - value;
        has_died = true;
      }
      if (out_.high <= low) {
        out_.is_found = false;
        out_.low = out_.value = CriticalSpeed::nan;
        out_.reason = fmt::format("it still hunts at {:g}, the lowest value: begin lower", low);
        return;
      }
      step = has_died ? 0.5 * (out_.high - out_.low) : std::min(2.0 * step, longest);
    }
    out_.reason = "the motion dies out below; resolution reached";
  }

  /// From 0 to 1 as the bracket shrinks from `first` to the resolution.
  double calc_narrowed(double first, double gap) const {
    if (!(first > options_.resolution)) return 1.0;
    return std::log(first / gap) / std::log(first / options_.resolution);
  }

  /// Other motions below the bracket; what lasts is lowered in the same way.
  void search_below(double low) {
    part_ = 1;
    double next = out_.low - first_below * std::abs(out_.low), end = calc_search_end(low);
    while (next >= end) {
      show(0.0, next);
      OperatingPoint operating =
          make_operating_point(family_, next, options_.settle.t, &lasting_.back().operating);
      if (!operating.equilibrium) return;
      DisturbedMotion found = try_disturbances(
          operating, {options_.disturbance, 1000, true, true, options_.threads}, options_.settle);
      ++out_.trials;  // told as one
      tell_all(next, found);
      if (found.chosen.empty()) {
        next -= search_step * std::abs(out_.low);
        continue;
      }
      out_.disturbance = found.chosen;
      keep_motion(next, found.motion, out_);
      lasting_.push_back({std::move(operating), std::move(found.motion)});
      lower(low, options_.first_step, options_.first_step);
      if (!out_.is_found) return;
      next = out_.low - first_below * std::abs(out_.low);
      end = calc_search_end(low);
    }
  }

  double calc_search_end(double low) const {
    return std::max(low, out_.low - search_span * std::abs(out_.low));
  }

  /// The same about the bracket found by an integrator as exact as continuation's: a coarse one may
  /// end a motion, or keep it, some tenths of a m/s from where it ends. Other methods than the usual
  /// one are the user's own choice.
  void confirm(double low) {
    const OperatingPoint& found = lasting_.back().operating;
    const integrate::Options& given = found.scenario.integrator;
    const bool is_coarse = std::max(given.rtol, given.atol) > 2.0 * exact;
    if (given.method != "bdf" || !is_coarse || found.system->size() > largest_exact) return;
    is_exact_ = true;
    part_ = 2;
    for (; !lasting_.empty(); lasting_.pop_back()) {
      Lasting& last = lasting_.back();
      const double value = last.operating.value;
      show(0.0, value);
      const Settled again = run(last.operating, last.motion.state);
      if (!lasts_or_is_lost(again)) continue;
      last.motion = again;
      keep_motion(value, again, out_);
      lower(low, options_.resolution, options_.first_step);
      out_.reason += fmt::format("; found again with a tolerance of {:g}", exact);
      return;
    }
    throw RunError(fmt::format("with a tolerance of {:g} the motion dies out at {:g}: begin higher",
                               exact, out_.high));
  }

  Settled run(const OperatingPoint& operating, const VecX& start) {
    SettleOptions prepared = operating.prepare(options_.settle);
    if (is_exact_) {
      prepared.integrator.method = "dopri5";
      prepared.integrator.rtol = prepared.integrator.atol = exact;
    }
    Settled motion = settle(*operating.system, start, prepared);
    ++out_.trials;
    tell(operating.value, motion);
    return motion;
  }

  void tell(double value, const Settled& motion) {
    out_.simulated += motion.time;
    if (options_.on_trial) options_.on_trial(value, describe_outcome(motion));
  }

  void tell_all(double value, const DisturbedMotion& found) {
    out_.simulated += found.simulated;
    if (!options_.on_trial) return;
    options_.on_trial(value, describe_outcome(found.motion) + " after " +
                                 (found.chosen.empty() ? found.tried : found.chosen));
  }

  /// The three parts of the work take about the same time.
  void show(double fraction, double value) const {
    if (!options_.on_progress) return;
    constexpr double parts = 3.0;
    options_.on_progress((part_ + std::clamp(fraction, 0.0, 1.0)) / parts,
                         fmt::format("trial at {:.5g}", value));
  }

  const scenario::Family& family_;
  const CriticalSpeedOptions& options_;
  CriticalSpeed out_;
  std::vector<Lasting> lasting_;  ///< the lowest value last
  bool is_exact_ = false;
  int part_ = 0;                             ///< of the work
  static constexpr double exact = 1e-6;      ///< tolerance
  static constexpr int largest_exact = 400;  ///< states: track needs short steps
  /// Of the search below, relative to the value. It begins a little below: beside its end a motion
  /// dies out slowly.
  static constexpr double first_below = 2e-3, search_step = 0.02, search_span = 0.06;
};

}  // namespace

void keep_motion(double value, const Settled& motion, CriticalSpeed& out) {
  out.high = value;
  out.largest = motion.largest;
  out.wheelset = motion.wheelset;
  out.wheelset_range = motion.wheelset_range;
  out.frequency = motion.period > 0.0 ? 1.0 / motion.period : 0.0;
  out.motion = get_word(motion.kind);
}

CriticalSpeed find_falling_speed(const scenario::Family& family, double low, double high,
                                 const CriticalSpeedOptions& options) {
  return FallingSearch(family, options).find(low, high);
}

}  // namespace fourfoot::analysis
