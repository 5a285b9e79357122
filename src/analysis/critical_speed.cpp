#include "analysis/critical_speed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/branch_verdict.h"
#include "analysis/falling_speed.h"
#include "analysis/hunting_modes.h"
#include "analysis/hunting_speed.h"
#include "analysis/lower_branch.h"
#include "analysis/operating_point.h"
#include "analysis/root_locus.h"
#include "base/error.h"

namespace fourfoot::analysis {

namespace {

class Search {
 public:
  Search(const scenario::Family& family, const CriticalSpeedOptions& options)
      : family_(family), options_(options) {}

  CriticalSpeed find_disturbance(double low, double high) {
    out_.method = "disturbance";
    const auto hunts = [&](double value) {
      const OperatingPoint operating = make_operating_point(family_, value, options_.settle.t);
      if (operating.scenario.initial.empty())
        throw RunError("method \"disturbance\" needs an [initial] disturbance in the scenario");
      const Settled motion = run(operating, operating.disturb(1.0));
      if (lasts_or_is_lost(motion)) keep_motion(value, motion, out_);
      return lasts_or_is_lost(motion);
    };
    if (!hunts(high))
      throw RunError(fmt::format("at {:g} the disturbance dies out: begin higher", high));
    if (hunts(low)) throw RunError(fmt::format("at {:g} it hunts already: begin lower", low));
    out_.low = low;
    out_.high = high;
    while (out_.high - out_.low > options_.resolution) {
      const double middle = 0.5 * (out_.low + out_.high);
      show(high - low, out_.high - out_.low, middle);
      if (!hunts(middle)) out_.low = middle;  // keep_motion lowers `high`
    }
    out_.value = 0.5 * (out_.low + out_.high);
    out_.reason = "resolution reached";
    return out_;
  }

  CriticalSpeed find_axle_force(double low, double high) {
    out_.method = "axle-force";
    const auto measure = [&](double value) {
      const AxleForce found =
          measure_axle_force(family_(value), options_.axle_force, options_.settle.is_cancelled);
      ++out_.trials;
      const std::string outcome =
          found.fault.empty()
              ? fmt::format("{} r.m.s. {:.4g} kN at {:.3g} Hz, limit {:.4g} kN", found.axle,
                            1e-3 * found.rms, found.frequency, 1e-3 * found.limit)
              : found.fault;
      if (options_.on_trial) options_.on_trial(value, outcome);
      if (found.is_unstable()) {
        out_.high = value;
        out_.frequency = found.frequency;
        out_.reason = "the limit is exceeded from there on (" + outcome + "); resolution reached";
      }
      return found.is_unstable();
    };
    if (!measure(high))
      throw RunError(fmt::format("at {:g} the axle forces keep their limit: begin higher", high));
    if (measure(low))
      throw RunError(fmt::format("at {:g} the axle forces exceed their limit: begin lower", low));
    out_.low = low;
    while (out_.high - out_.low > options_.resolution) {
      const double middle = 0.5 * (out_.low + out_.high);
      show(high - low, out_.high - out_.low, middle);
      if (!measure(middle)) out_.low = middle;
    }
    out_.value = 0.5 * (out_.low + out_.high);
    return out_;
  }

  CriticalSpeed find_small(double low, double high) {
    out_.method = "small-disturbance";
    double a = low, b = high, fa = grow(a), fb = grow(b);
    if (!(fa < 0.0))
      throw RunError(fmt::format("at {:g} a small disturbance grows: begin lower", a));
    if (!(fb > 0.0))
      throw RunError(fmt::format("at {:g} a small disturbance dies out: begin higher", b));
    int side = 0;
    while (b - a > options_.resolution && out_.trials < 40) {
      const double c = (fa * b - fb * a) / (fa - fb), fc = grow(c);
      if (std::abs(fc) < 0.25 * options_.resolution * (fb - fa) / (b - a)) {
        a = c - 0.5 * options_.resolution;
        b = c + 0.5 * options_.resolution;
        break;
      }
      if (fc > 0.0) {
        b = c;
        fb = fc;
        if (side > 0) fa *= 0.5;
        side = 1;
      } else {
        a = c;
        fa = fc;
        if (side < 0) fb *= 0.5;
        side = -1;
      }
    }
    out_.low = a;
    out_.high = b;
    out_.value = 0.5 * (a + b);
    out_.reason = "growth changes its sign; resolution reached";
    return out_;
  }

  CriticalSpeed find_by_continuation(double low, double high) {
    out_.method = "continuation";
    std::vector<double> values;
    const int count =
        std::max(2, static_cast<int>(std::ceil((high - low) / options_.first_step)) + 1);
    for (int i = 0; i < count; ++i) values.push_back(low + (high - low) * i / (count - 1));
    RootLocusOptions locus_options;
    locus_options.t = options_.settle.t;
    locus_options.is_cancelled = options_.settle.is_cancelled;
    const RootLocus locus = find_root_locus(family_, values, locus_options);
    out_.left_out = describe_left_out(list_left_out(locus));
    ContinuationOptions options = options_.continuation;
    options.t = options_.settle.t;
    options.observed = options_.settle.observed;
    options.value_from = low;
    options.value_to = high;
    options.find_specials = false;
    options.is_cancelled = options_.settle.is_cancelled;
    std::vector<Branch> branches;
    for (const Crossing& crossing : locus.crossings) {
      if (!crossing.destabilises || !crossing.hunts || !(crossing.frequency > 0.0)) continue;
      show_part(0.1, fmt::format("branch from the Hopf point at {:.5g}", crossing.value));
      branches.push_back(follow_branch(family_, crossing.value, options));
    }
    if (branches.empty())
      throw RunError("steady running does not begin to oscillate between these speeds" +
                     (out_.left_out.empty() ? "" : "; " + out_.left_out));
    check_low_end(branches, low);
    const LowerBranch lower = search_lower(branches, options);
    branches.insert(branches.end(), lower.branches.begin(), lower.branches.end());
    judge_branches(branches, low, out_);
    out_.reason += "; " + lower.told;
    out_.simulated = lower.simulated;
    if (lower.lasts_at < out_.value) out_.value = out_.low = out_.high = lower.lasts_at;
    return out_;
  }

 private:
  LowerBranch search_lower(const std::vector<Branch>& branches,
                           const ContinuationOptions& continuation) const {
    LowerBranchOptions options;
    options.settle = options_.settle;
    options.disturbance = options_.disturbance;
    options.threads = options_.threads;
    options.continuation = continuation;
    options.on_progress = [&](const std::string& what) { show_part(0.6, what); };
    return find_lower_branch(family_, branches, options);
  }

  Settled run(const OperatingPoint& operating, const VecX& start) {
    Settled motion = settle(*operating.system, start, operating.prepare(options_.settle));
    ++out_.trials;
    out_.simulated += motion.time;
    if (options_.on_trial) options_.on_trial(operating.value, describe_outcome(motion));
    return motion;
  }

  static std::vector<LeftOutMode> list_left_out(const RootLocus& locus) {
    std::vector<LeftOutMode> all;
    for (std::size_t i = 0; i < locus.values.size(); ++i)
      for (const Mode& mode : locus.modes[i]) add_left_out(locus.values[i], mode, all);
    return all;
  }

  void show_part(double fraction, const std::string& next) const {
    if (options_.on_progress) options_.on_progress(fraction, next);
  }

  /// How far a bracket has shrunk from `first` to the resolution.
  void show(double first, double gap, double value) const {
    if (!options_.on_progress) return;
    const double all = std::log(first / options_.resolution);
    const double done = all > 0.0 ? std::clamp(std::log(first / gap) / all, 0.0, 1.0) : 1.0;
    options_.on_progress(0.2 + 0.8 * done, fmt::format("trial at {:.5g}", value));
  }

  double grow(double value) {
    const OperatingPoint operating = make_operating_point(family_, value, options_.settle.t);
    SettleOptions settle_options = options_.settle;
    settle_options.integrator = operating.scenario.integrator;
    // So small a motion needs tolerances to match, and those a high order: with real profiles bdf
    // is held to the second and would take a hundred times as many steps.
    settle_options.integrator.rtol = std::min(settle_options.integrator.rtol, 1e-9);
    settle_options.integrator.atol =
        std::min(settle_options.integrator.atol, 1e-6 * options_.small_disturbance / 1e-3);
    if (settle_options.integrator.method == "bdf") settle_options.integrator.method = "dopri5";
    // The coordinate that moves most tells the mode from what else is there.
    if (settle_options.observed.empty() && operating.mode && !operating.mode->shares.empty()) {
      const ModeShare& most = operating.mode->shares.front();
      if (most.coordinate != "chi") settle_options.observed = most.body + "/" + most.coordinate;
    }
    const double period = operating.mode && operating.mode->frequency() > 0.0
                              ? 1.0 / operating.mode->frequency()
                              : 1.0;
    const double growth =
        measure_growth(*operating.system, operating.displace(options_.small_disturbance),
                       8.0 * period, 16.0 * period, settle_options);
    ++out_.trials;
    if (options_.on_trial) options_.on_trial(value, fmt::format("growth {:.3g} 1/s", growth));
    return growth;
  }

  const scenario::Family& family_;
  const CriticalSpeedOptions& options_;
  CriticalSpeed out_;
};

}  // namespace

CriticalSpeed find_critical_speed(const scenario::Family& family, const std::string& method,
                                  double low, double high, const CriticalSpeedOptions& options) {
  if (method == "auto") return find_hunting_speed(family, low, high, options);
  if (method == "falling") return find_falling_speed(family, low, high, options);
  Search search(family, options);
  if (method == "disturbance") return search.find_disturbance(low, high);
  if (method == "small-disturbance") return search.find_small(low, high);
  if (method == "axle-force") return search.find_axle_force(low, high);
  return search.find_by_continuation(low, high);
}

}  // namespace fourfoot::analysis
