#include "evaluate/sections.h"

#include <algorithm>
#include <cmath>

namespace fourfoot::evaluate {

namespace {

double interpolate(const std::vector<double>& s, const std::vector<double>& y, double at) {
  if (y.empty()) return 0.0;
  const auto above = std::upper_bound(s.begin(), s.end(), at);
  if (above == s.begin()) return y.front();
  if (above == s.end()) return y.back();
  const auto i = static_cast<std::size_t>(above - s.begin());
  const double part = (at - s[i - 1]) / (s[i] - s[i - 1]);
  return y[i - 1] + part * (y[i] - y[i - 1]);
}

constexpr int kind_transition = -1, no_zone = -2;

int find_zone(double curvature, const Limits& limits) {
  const double radius = 1.0 / std::max(std::abs(curvature), 1e-299);
  for (std::size_t i = 0; i < limits.zones.size(); ++i)
    if (radius >= limits.zones[i].radius_min * (1.0 - 1e-9) &&
        radius < limits.zones[i].radius_max * (1.0 - 1e-9))
      return static_cast<int>(i);
  return no_zone;
}

bool is_curve(int kind, const Limits& limits) {
  return kind >= 0 && limits.zones[static_cast<std::size_t>(kind)].is_curve();
}

struct Stretch {
  int kind = no_zone;
  bool is_left = false;
  double from = 0.0, to = 0.0;
};

std::vector<Stretch> classify(const TrackProfile& track, const Limits& limits, double from,
                              double to) {
  std::vector<Stretch> stretches;
  const auto at = [&](double s) { return interpolate(track.s, track.curvature, s); };
  const auto count = static_cast<std::size_t>(std::max(1.0, std::ceil(to - from)));
  const double step = (to - from) / static_cast<double>(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double s = from + (static_cast<double>(i) + 0.5) * step, curvature = at(s);
    const double rate = std::abs(at(s + 5.0) - at(s - 5.0)) / 10.0;
    const int kind = rate > limits.transition_rate ? kind_transition : find_zone(curvature, limits);
    const bool is_left = curvature > 0.0;
    const bool goes_on = !stretches.empty() && stretches.back().kind == kind &&
                         (stretches.back().is_left == is_left || !is_curve(kind, limits));
    if (!goes_on) stretches.push_back({kind, is_left, s - 0.5 * step, 0.0});
    stretches.back().to = s + 0.5 * step;
  }
  return stretches;
}

}  // namespace

double TrackProfile::calc_curvature(double at) const {
  return interpolate(s, curvature, at);
}

Layout cut_sections(const TrackProfile& track, const Limits& limits, double from, double to) {
  Layout layout;
  layout.zone_length.assign(limits.zones.size(), 0.0);
  for (const Stretch& stretch : classify(track, limits, from, to)) {
    if (stretch.kind == kind_transition) {
      // The look over 10 m makes a transition seem 5 m longer at both ends.
      const double begin = stretch.from + 5.0, end = std::max(begin, stretch.to - 5.0);
      layout.transitions.push_back(
          {begin, end, interpolate(track.s, track.curvature, begin),
           interpolate(track.s, track.curvature, end),
           interpolate(track.s, track.roll, end) - interpolate(track.s, track.roll, begin)});
    }
    if (stretch.kind < 0) continue;
    const auto zone = static_cast<std::size_t>(stretch.kind);
    const double length = limits.zones[zone].section, whole = stretch.to - stretch.from;
    layout.zone_length[zone] += whole;
    const auto pieces = static_cast<std::size_t>(whole / length + 1e-9);
    for (std::size_t i = 0; i < pieces; ++i) {
      const double begin = stretch.from + static_cast<double>(i) * length;
      const double middle = begin + 0.5 * length;
      layout.sections.push_back({zone, begin, begin + length,
                                 interpolate(track.s, track.curvature, middle),
                                 interpolate(track.s, track.roll, middle)});
    }
  }
  return layout;
}

}  // namespace fourfoot::evaluate
