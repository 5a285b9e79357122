#include "analysis/motion_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/divergence.h"

namespace fourfoot::analysis {

void MotionJudge::set_steady(const std::vector<Observed::Value>& values) {
  steady_.clear();
  for (const Observed::Value& value : values) steady_.push_back(value.x);
}

void MotionJudge::sample(double t, const std::vector<Observed::Value>& values) {
  for (std::size_t i = 0; i < tracks_.size(); ++i) tracks_[i].sample(t, values[i].x);
}

void MotionJudge::choose_lead() {
  constexpr std::size_t seconds = 4;
  constexpr double least_part = 0.2;
  std::size_t most = 0;
  for (std::size_t i = 1; i < tracks_.size(); ++i) {
    if (tracks_[i].calc_recent(seconds).size() > tracks_[most].calc_recent(seconds).size())
      most = i;
  }
  const double range = tracks_[most].calc_recent(seconds).size();
  lead_ = tracks_[0].calc_recent(seconds).size() >= least_part * range ? 0 : most;
}

bool MotionJudge::judge(double t, const std::vector<Observed::Value>& now, bool is_still,
                        Settled& out) {
  if (is_at_rest(now, is_still, out) || is_periodic(out)) return true;
  if (t < next_conclusion_) return false;
  next_conclusion_ += options_.longest;
  return conclude(now, out);
}

void MotionJudge::finish(Settled& out) const {
  // About steady running that is unstable nothing dies out.
  if (options_.growth > 0.0) return;
  const double part = tracks_[lead_].calc_fall(list_second_half());
  if (!(part > 0.0)) return;
  out.kind = MotionKind::fading;
  out.reason =
      fmt::format("it falls to its end ({:.3g} % in the second half of the time), towards nothing",
                  100.0 * part);
}

std::vector<std::size_t> MotionJudge::list_second_half() const {
  std::vector<std::size_t> maxima = tracks_[lead_].list_maxima();
  maxima.erase(maxima.begin(), maxima.begin() + static_cast<std::ptrdiff_t>(maxima.size() / 2));
  return maxima;
}

/// Maxima of the second half of the motion, in two halves: has it become something that lasts?
bool MotionJudge::conclude(const std::vector<Observed::Value>& now, Settled& out) const {
  const MotionTrack& lead = tracks_[lead_];
  const std::vector<std::size_t> maxima = list_second_half();
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
    if (drifts || spread > 0.02 || last.size() < 0.95 * first.size() ||
        !lead.is_steady(maxima, 1, options_.drift)) {
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
    rest(out, "came to rest but for noise", now);
    return true;
  }
  return tell_lasting(maxima, out);
}

bool MotionJudge::tell_lasting(const std::vector<std::size_t>& maxima, Settled& out) const {
  const std::vector<MotionExtreme>& extremes = tracks_[lead_].extremes();
  std::vector<VecX> returns;
  for (const std::size_t i : maxima) returns.push_back(extremes[i].displacement);
  const double per_return = calc_divergence(returns);
  if (std::isnan(per_return)) {
    out.reason = "too few cycles to tell what it is";
    return false;
  }
  out.exponent = per_return * static_cast<double>(maxima.size() - 1) /
                 (extremes[maxima.back()].t - extremes[maxima.front()].t);
  out.kind = per_return > options_.chaos ? MotionKind::chaotic : MotionKind::quasi_periodic;
  out.reason = "lasts without coming to a point of the return map";
  return true;
}

bool MotionJudge::is_at_rest(const std::vector<Observed::Value>& now, bool is_still,
                             Settled& out) const {
  const bool quiet = std::all_of(tracks_.begin(), tracks_.end(), [&](const MotionTrack& track) {
    return track.is_quiet(options_.quiet) || track.is_still(options_.quiet);
  });
  if (!quiet && !is_still) return false;
  out.largest = std::abs(now.front().x);
  out.mean = now.front().x;
  out.peak_to_peak = 0.0;
  rest(out, "came to rest", now);
  return true;
}

/// Nothing rests at steady running that is unstable; away from it there may be another rest.
void MotionJudge::rest(Settled& out, const char* reason,
                       const std::vector<Observed::Value>& now) const {
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
void MotionJudge::put(double t, Settled& out) const {
  const MotionTrack::Range range = tracks_[0].calc_range_since(t);
  out.largest = std::max(std::abs(range.low), std::abs(range.high));
  out.peak_to_peak = range.size();
  out.mean = range.middle();
}

bool MotionJudge::is_periodic(Settled& out) const {
  const MotionTrack& lead = tracks_[lead_];
  if (lead.extremes().empty() || !lead.extremes().back().is_maximum) return false;
  const std::vector<std::size_t> maxima = lead.list_maxima();
  const std::size_t n = maxima.size();
  const auto time_of = [&](std::size_t i) { return lead.extremes()[maxima[i]].t; };
  const MotionTrack::CycleLimits limits{options_.quiet, options_.tolerance,
                                        20.0 * std::max(options_.integrator.rtol, 1e-9),
                                        options_.drift};
  for (std::size_t m = 1; m <= static_cast<std::size_t>(options_.most_returns); ++m) {
    if (!lead.is_cycle(maxima, m, limits)) continue;
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

}  // namespace fourfoot::analysis
