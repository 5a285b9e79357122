#include "analysis/motion_track.h"

#include <algorithm>
#include <cmath>

namespace fourfoot::analysis {

void MotionTrack::Range::add(double x) {
  low = std::min(low, x);
  high = std::max(high, x);
}

void MotionTrack::Range::add(const Range& other) {
  low = std::min(low, other.low);
  high = std::max(high, other.high);
}

void MotionTrack::sample(double t, double x) {
  const auto second = static_cast<std::size_t>(t);
  // A step may be longer than a second.
  while (seconds_.size() <= second) seconds_.emplace_back().add(x);
  seconds_.back().add(x);
}

std::vector<std::size_t> MotionTrack::list_maxima() const {
  std::vector<std::size_t> maxima;
  for (std::size_t i = 0; i < extremes_.size(); ++i) {
    if (extremes_[i].is_maximum) maxima.push_back(i);
  }
  return maxima;
}

MotionTrack::Range MotionTrack::calc_range(std::size_t first, std::size_t last) const {
  Range range;
  for (std::size_t i = first; i <= last; ++i) range.add(extremes_[i].x);
  return range;
}

MotionTrack::Range MotionTrack::calc_range_since(double t) const {
  Range range;
  for (std::size_t i = extremes_.size(); i-- > 0 && extremes_[i].t >= t;) range.add(extremes_[i].x);
  if (range.high < range.low && !seconds_.empty()) return seconds_.back();
  return range;
}

MotionTrack::Range MotionTrack::calc_recent(std::size_t seconds, std::size_t skipped) const {
  Range range;
  const std::size_t full = seconds_.empty() ? 0 : seconds_.size() - 1;
  for (std::size_t i = 0; i < seconds; ++i) {
    if (i + skipped < full) range.add(seconds_[full - 1 - skipped - i]);
  }
  return range;
}

bool MotionTrack::is_quiet(double quiet) const {
  constexpr double noise = 0.05;
  const std::size_t n = extremes_.size();
  if (n < 8) return false;
  const auto swing = [&](std::size_t i) { return std::abs(extremes_[i].x - extremes_[i - 1].x); };
  double spread = 0.0;
  for (std::size_t i = n - 7; i < n; ++i) spread = std::max(spread, swing(i));
  if (spread >= quiet) return false;
  // Small and growing is not at rest. Of beats the larger of two swings tells.
  return spread < noise * quiet ||
         std::max(swing(n - 1), swing(n - 2)) < std::max(swing(n - 7), swing(n - 6));
}

bool MotionTrack::is_still(double quiet) const {
  constexpr std::size_t span = 4;
  constexpr double noise = 0.05;
  if (seconds_.size() <= 2 * span) return false;
  const double now = calc_recent(span).size(), before = calc_recent(span, span).size();
  return now < quiet && (now < before || now < noise * quiet);
}

bool MotionTrack::is_cycle(const std::vector<std::size_t>& maxima, std::size_t m,
                           const CycleLimits& limits) const {
  // A fiftieth of a per cent in 200 returns.
  constexpr double no_drift = 1e-6;
  const std::size_t looks = 6, n = maxima.size();
  if (n < 2 * looks * m + m + 1) return false;
  const double size =
      std::max(calc_range(maxima[n - 1 - m], extremes_.size() - 1).size(), limits.least);
  const auto change = [&](std::size_t k) {
    return (extremes_[maxima[k]].displacement - extremes_[maxima[k - m]].displacement)
               .cwiseAbs()
               .maxCoeff() /
           size;
  };
  double now = 0.0, before = 0.0;
  for (std::size_t i = 0; i < looks; ++i) {
    now = std::max(now, change(n - 1 - i));
    before = std::max(before, change(n - 1 - looks * m - i));
  }
  if (now > limits.tolerance) return false;
  const double ratio = std::pow(now / before, 1.0 / static_cast<double>(looks));
  if (ratio < 1.0 && now * ratio / (1.0 - ratio) <= limits.tolerance &&
      is_steady(maxima, m, limits.drift))
    return true;
  return now <= limits.noise &&
         is_steady(maxima, m, std::min(std::max(0.1 * limits.noise, no_drift), limits.drift));
}

double MotionTrack::calc_swing(std::size_t maximum) const {
  return maximum > 0 ? extremes_[maximum].x - extremes_[maximum - 1].x : 0.0;
}

bool MotionTrack::is_steady(const std::vector<std::size_t>& maxima, std::size_t m,
                            double most) const {
  constexpr double errors = 3.0;
  for (std::size_t n = 24; n <= 96 && (n - 1) * m < maxima.size(); n *= 2) {
    const double count = static_cast<double>(n), middle = 0.5 * (count - 1.0);
    double mean = 0.0, slope = 0.0, rest = 0.0;
    const auto swing = [&](std::size_t k) {  // k = 0 is the first of the n
      return calc_swing(maxima[maxima.size() - 1 - (n - 1 - k) * m]);
    };
    for (std::size_t k = 0; k < n; ++k) mean += swing(k) / count;
    const double squares = count * (count * count - 1.0) / 12.0;
    for (std::size_t k = 0; k < n; ++k)
      slope += (static_cast<double>(k) - middle) * (swing(k) - mean) / squares;
    for (std::size_t k = 0; k < n; ++k)
      rest += std::pow(swing(k) - mean - slope * (static_cast<double>(k) - middle), 2);
    const double error = std::sqrt(rest / (count - 2.0) / squares);
    if (std::abs(slope) + errors * error <= most * mean) return true;
  }
  return false;
}

double MotionTrack::calc_fall(const std::vector<std::size_t>& maxima) const {
  const std::size_t third = maxima.size() / 3;
  if (third < 4) return 0.0;
  double mean[3] = {0.0, 0.0, 0.0};
  for (std::size_t k = 0; k < 3 * third; ++k)
    mean[k / third] += calc_swing(maxima[k]) / static_cast<double>(third);
  const double before = mean[0] - mean[1], now = mean[1] - mean[2];
  if (!(before > 0.0 && now > 0.0)) return 0.0;
  // Half of what is left lies between the limits 0 and all of it.
  const bool slows_down = now < before;
  if (slows_down && mean[2] - now * now / (before - now) > 0.5 * mean[2]) return 0.0;
  return (mean[0] - mean[2]) / mean[0];
}

double MotionTrack::calc_trend(const std::vector<std::size_t>& maxima) const {
  const double n = static_cast<double>(maxima.size());
  double sx = 0.0, sxx = 0.0, si = 0.0, sii = 0.0, six = 0.0;
  for (std::size_t k = 0; k < maxima.size(); ++k) {
    const double i = static_cast<double>(k), x = extremes_[maxima[k]].x - extremes_[maxima[0]].x;
    sx += x;
    sxx += x * x;
    si += i;
    sii += i * i;
    six += i * x;
  }
  const double spread = (n * sxx - sx * sx) * (n * sii - si * si);
  return spread > 0.0 ? (n * six - si * sx) / std::sqrt(spread) : 0.0;
}

double MotionTrack::calc_spread(const std::vector<std::size_t>& maxima, std::size_t from,
                                std::size_t to) const {
  Range range;
  for (std::size_t i = from; i < to; ++i) range.add(extremes_[maxima[i]].x);
  return range.size();
}

}  // namespace fourfoot::analysis
