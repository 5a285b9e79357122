#include "analysis/settle.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/divergence.h"
#include "analysis/endless_problem.h"
#include "analysis/motion_track.h"
#include "analysis/steady_motion.h"
#include "base/error.h"
#include "integrate/event_finder.h"
#include "integrate/registry.h"

namespace fourfoot::analysis {

namespace {

/// A motion that is still changing after the time given is followed up to so many times as long.
constexpr double most_extensions = 6.0;

/// Where the observed coordinate moves less than this part of what moves most, that one leads.
constexpr double least_part = 0.2;

class Settling {
 public:
  Settling(const system::System& system, const SettleOptions& options)
      : options_(options),
        motion_(system, options.t),
        problem_(system, options.observed, options.t),
        tracks_(problem_.watched().size()),
        integrator_(
            integrate::make_integrator(options.integrator.method, problem_, options.integrator)),
        finder_(problem_, 2) {
    if (options.steady.size() != system.size()) return;
    for (const Observed::Value& value : problem_.watched().calc(options.steady))
      steady_.push_back(value.x);
  }

  /// Simulates up to `until`; `is_done` is asked after each extreme of what leads and each second.
  void run(const VecX& start, double until, const std::function<bool()>& is_done) {
    base_ = start;
    integrator_->start(0.0, start);
    finder_.start(0.0, start);
    double next_look = 1.0;
    VecX y(start.size());
    while (integrator_->t() < until) {
      if (options_.is_cancelled && options_.is_cancelled()) throw RunError("stopped");
      integrator_->step(until);
      integrate::Event event;
      while (finder_.find_next(*integrator_, event)) {
        integrator_->interpolate(event.t, y);
        note(event, y);
        if (static_cast<std::size_t>(event.index) == lead_ && is_done()) return;
      }
      sample();
      if (integrator_->t() < next_look) continue;
      next_look = integrator_->t() + 1.0;
      lead_ = find_lead();
      if (is_done()) return;
    }
  }

  Settled find(const VecX& start) {
    Settled out;
    try {
      run(start, most_extensions * options_.longest, [&] { return judge(out); });
    } catch (const InputError&) {
      throw;
    } catch (const RunError& error) {
      if (options_.is_cancelled && options_.is_cancelled()) throw;
      out.kind = MotionKind::diverged;
      out.reason = error.what();
    }
    out.time = integrator_->t();
    out.state = integrator_->y();
    name_wheelset(out);
    return out;
  }

  const MotionTrack& observed() const { return tracks_.front(); }

 private:
  void note(const integrate::Event& event, const VecX& y) {
    MotionExtreme extreme;
    extreme.t = event.t;
    extreme.x = problem_.watched().calc(y)[static_cast<std::size_t>(event.index)].x;
    extreme.is_maximum = event.direction < 0;
    if (extreme.is_maximum)
      extreme.displacement = motion_.get_displacements(motion_.calc_difference(base_, y));
    tracks_[static_cast<std::size_t>(event.index)].add(std::move(extreme));
  }

  void sample() {
    const auto& values = problem_.watched().calc(integrator_->y());
    for (std::size_t i = 0; i < tracks_.size(); ++i)
      tracks_[i].sample(integrator_->t(), values[i].x);
  }

  std::size_t find_lead() const {
    constexpr std::size_t seconds = 4;
    std::size_t most = 0;
    for (std::size_t i = 1; i < tracks_.size(); ++i) {
      if (tracks_[i].calc_recent(seconds).size() > tracks_[most].calc_recent(seconds).size())
        most = i;
    }
    const double range = tracks_[most].calc_recent(seconds).size();
    return tracks_[0].calc_recent(seconds).size() >= least_part * range ? 0 : most;
  }

  /// What the wheelsets did in the last cycle, or in the last seconds.
  void name_wheelset(Settled& out) const {
    const ObservedSet& watched = problem_.watched();
    for (std::size_t i = 0; i < tracks_.size(); ++i) {
      if (!watched.is_wheelset(i)) continue;
      const double range = out.period > 0.0
                               ? tracks_[i].calc_range_since(out.time - 1.01 * out.period).size()
                               : tracks_[i].calc_recent(4).size();
      if (!out.wheelset.empty() && range <= out.wheelset_range) continue;
      out.wheelset = watched.name(i).substr(0, watched.name(i).rfind('/'));
      out.wheelset_range = range;
    }
    if (out.kind == MotionKind::stationary) out.wheelset_range = 0.0;
  }

  bool judge(Settled& out) {
    const std::vector<Observed::Value> now = problem_.watched().calc(integrator_->y());
    for (const Observed::Value& value : now) {
      if (std::abs(value.x) <= options_.largest && integrator_->y().allFinite()) continue;
      out.kind = MotionKind::diverged;
      out.reason = "a wheelset or the observed coordinate went beyond its limit";
      out.largest = std::abs(value.x);
      return true;
    }
    if (const system::Limit* broken = problem_.find_broken_limit(integrator_->y())) {
      out.kind = broken->kind == system::Limit::Kind::roll_over    ? MotionKind::overturned
                 : broken->kind == system::Limit::Kind::derailment ? MotionKind::derailed
                                                                   : MotionKind::diverged;
      out.reason = system::describe(*broken);
      out.largest = std::abs(now.front().x);
      return true;
    }
    if (is_at_rest(out, now) || is_periodic(out)) return true;
    if (integrator_->t() < next_conclusion_) return false;
    next_conclusion_ += options_.longest;
    return conclude(out);
  }

  /// Maxima of the second half of the motion, in two halves: has it become something that lasts?
  bool conclude(Settled& out) {
    const MotionTrack& lead = tracks_[lead_];
    std::vector<std::size_t> maxima = lead.list_maxima();
    maxima.erase(maxima.begin(), maxima.begin() + static_cast<std::ptrdiff_t>(maxima.size() / 2));
    const std::size_t n = maxima.size();
    if (n < 12) {
      out.reason = "too few cycles in the time given";
      return false;
    }
    const auto time_of = [&](std::size_t i) { return lead.extremes()[maxima[i]].t; };
    const auto first = lead.calc_range(maxima[0], maxima[n / 2]);
    const auto last = lead.calc_range(maxima[n / 2], maxima[n - 1]);
    put(time_of(n / 2), out);
    const double size = std::max(first.size(), last.size());
    const double spread = lead.calc_spread(maxima, n / 2, n) / size;
    const double before = lead.calc_spread(maxima, 0, n / 2) / size;
    const bool drifts = std::abs(lead.calc_trend(maxima)) > 0.9;
    if (drifts || std::abs(last.size() - first.size()) > 0.05 * size || spread < 0.5 * before) {
      if (drifts || spread > 0.02 || last.size() < 0.95 * first.size()) {
        out.reason = "still changing in the time given";
        return false;
      }
      out.kind = MotionKind::periodic;
      const auto half = n / 2;
      out.period = (time_of(n - 1) - time_of(half)) / static_cast<double>(n - 1 - half);
      out.maxima = 1;
      out.reason = "cycles still differ, by less and less";
      return true;
    }
    // What lasts below that without being a cycle is the integrator's tolerance, fed by kinks of
    // the contact forces.
    constexpr double noise = 10.0;
    if (last.size() < noise * options_.quiet) {
      out.peak_to_peak = 0.0;
      rest(out, "came to rest but for noise", problem_.watched().calc(integrator_->y()));
      return true;
    }
    return tell_lasting(lead, maxima, out);
  }

  bool tell_lasting(const MotionTrack& lead, const std::vector<std::size_t>& maxima,
                    Settled& out) const {
    std::vector<VecX> returns;
    for (const std::size_t i : maxima) returns.push_back(lead.extremes()[i].displacement);
    const double per_return = calc_divergence(returns);
    if (std::isnan(per_return)) {
      out.reason = "too few cycles to tell what it is";
      return false;
    }
    out.exponent = per_return * static_cast<double>(maxima.size() - 1) /
                   (lead.extremes()[maxima.back()].t - lead.extremes()[maxima.front()].t);
    out.kind = per_return > options_.chaos ? MotionKind::chaotic : MotionKind::quasi_periodic;
    out.reason = "lasts without coming to a point of the return map";
    return true;
  }

  bool is_at_rest(Settled& out, const std::vector<Observed::Value>& now) {
    VecX f;
    motion_.calc_rate(integrator_->y(), f);
    const double moving = (f.array() / motion_.rate_scales().array()).abs().maxCoeff();
    const bool quiet = std::all_of(tracks_.begin(), tracks_.end(), [&](const MotionTrack& track) {
      return track.is_quiet(options_.quiet) || track.is_still(options_.quiet);
    });
    if (!quiet && moving >= 1e-4) return false;
    out.largest = std::abs(now.front().x);
    out.mean = now.front().x;
    out.peak_to_peak = 0.0;
    rest(out, "came to rest", now);
    return true;
  }

  /// Nothing rests at steady running that is unstable; away from it there may be another rest.
  void rest(Settled& out, const char* reason, const std::vector<Observed::Value>& now) const {
    constexpr double near = 10.0;
    out.kind = MotionKind::stationary;
    out.reason = reason;
    if (!(options_.growth > 0.0) || steady_.empty()) return;
    for (std::size_t i = 0; i < steady_.size(); ++i)
      if (std::abs(now[i].x - steady_[i]) > near * options_.quiet) return;
    out.kind = MotionKind::unsettled;
    out.peak_to_peak = tracks_[0].calc_recent(4).size();
    out.reason = fmt::format(
        "too small to follow, and not at rest: steady running is unstable (growth {:.3g} 1/s)",
        options_.growth);
  }

  /// Figures of the observed coordinate since time t.
  void put(double t, Settled& out) const {
    const MotionTrack::Range range = tracks_[0].calc_range_since(t);
    out.largest = std::max(std::abs(range.low), std::abs(range.high));
    out.peak_to_peak = range.size();
    out.mean = range.middle();
  }

  bool is_periodic(Settled& out) const {
    const MotionTrack& lead = tracks_[lead_];
    if (lead.extremes().empty() || !lead.extremes().back().is_maximum) return false;
    const std::vector<std::size_t> maxima = lead.list_maxima();
    const std::size_t n = maxima.size();
    const auto time_of = [&](std::size_t i) { return lead.extremes()[maxima[i]].t; };
    const double noise = 20.0 * std::max(options_.integrator.rtol, 1e-9);
    for (std::size_t m = 1; m <= static_cast<std::size_t>(options_.most_returns); ++m) {
      if (!lead.is_cycle(maxima, m, options_.quiet, options_.tolerance, noise)) continue;
      out.kind = MotionKind::periodic;
      put(time_of(n - 1 - m), out);
      out.period = time_of(n - 1) - time_of(n - 1 - m);
      out.maxima = static_cast<int>(m);
      out.reason = "the return map came to a point";
      return true;
    }
    // For one that never settles: what it does now.
    if (n > 20) put(time_of(n - 20), out);
    return false;
  }

  const SettleOptions& options_;
  SteadyMotion motion_;
  EndlessProblem problem_;
  std::vector<MotionTrack> tracks_;  ///< of the observed coordinate, then of other wheelsets
  std::size_t lead_ = 0;
  std::unique_ptr<integrate::Integrator> integrator_;
  integrate::EventFinder finder_;
  VecX base_;
  std::vector<double> steady_;  ///< of all tracks
  double next_conclusion_ = options_.longest;
};

}  // namespace

const char* get_word(MotionKind kind) {
  switch (kind) {
    case MotionKind::stationary:
      return "stationary";
    case MotionKind::periodic:
      return "periodic";
    case MotionKind::quasi_periodic:
      return "quasi-periodic";
    case MotionKind::chaotic:
      return "chaotic";
    case MotionKind::diverged:
      return "diverged";
    case MotionKind::derailed:
      return "derailed";
    case MotionKind::overturned:
      return "overturned";
    case MotionKind::unsettled:
      return "unsettled";
  }
  return "";
}

std::string describe_outcome(const Settled& motion) {
  std::string text = get_word(motion.kind);
  if (is_lost(motion.kind)) return text + ": " + motion.reason;
  if (motion.kind == MotionKind::stationary || motion.wheelset.empty()) return text;
  text += fmt::format(", {} {:.3g} mm peak to peak", motion.wheelset, 1e3 * motion.wheelset_range);
  if (motion.period > 0.0)
    text += fmt::format(", {:.3g} Hz", static_cast<double>(motion.maxima) / motion.period);
  return text;
}

Settled settle(const system::System& system, const VecX& start, const SettleOptions& options) {
  return Settling(system, options).find(start);
}

double measure_growth(const system::System& system, const VecX& start, double from, double to,
                      const SettleOptions& options) {
  Settling settling(system, options);
  settling.run(start, to, [] { return false; });
  const std::vector<MotionExtreme>& e = settling.observed().extremes();
  double n = 0.0, st = 0.0, sl = 0.0, stt = 0.0, stl = 0.0;
  for (std::size_t i = 1; i < e.size(); ++i) {
    const double t = 0.5 * (e[i].t + e[i - 1].t), spread = std::abs(e[i].x - e[i - 1].x);
    if (t < from || spread <= 0.0) continue;
    const double l = std::log(spread);
    n += 1.0;
    st += t;
    sl += l;
    stt += t * t;
    stl += t * l;
  }
  if (n < 3.0) throw RunError("the motion does not oscillate: no growth can be measured");
  return (n * stl - st * sl) / (n * stt - st * st);
}

}  // namespace fourfoot::analysis
