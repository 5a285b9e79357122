#include "contact/geometry/laid_shape.h"

#include <algorithm>
#include <cmath>

#include "contact/geometry/rail_line_shape.h"
#include "profile/blend.h"

namespace fourfoot::contact {

namespace {

constexpr double turn_radius = 30e-3;  // r [m]
constexpr double most_stretch = 4.0;   // of turn against arc length
constexpr double most_angle = 1.4;     // [rad]
constexpr double node_spacing = 1e-3;  // narrower ripples of a measured curve do not count [m]

}  // namespace

LaidShape::LaidShape(const RailLineSection& section, SectionMatch match)
    : curve_(profile::place(section.shape, {false, 0.0, RailLineShape::offset, 0.0})) {
  const double top = profile::find_top(curve_);
  if (match == SectionMatch::arc_length) {
    s_ = {0.0, top, curve_.length()};
    x_ = {0.0, 1.0, 2.0};
    return;
  }
  s_ = {0.0};
  x_ = {0.0};
  add_gauge_side(top);
  s_.push_back(curve_.length());
  x_.push_back(2.0);
}

void LaidShape::add_gauge_side(double end) {
  const int n = std::max(1, static_cast<int>(std::ceil(end / node_spacing)));
  const double step = end / n;
  const auto calc_angle = [&](double s) {
    const profile::CurvePoint p = curve_.calc(s);
    return std::clamp(std::atan2(p.tz, p.ty), -most_angle, most_angle);
  };
  double least = calc_angle(0.0), sum = 0.0;
  for (int i = 1; i <= n; ++i) {
    const double s = i < n ? i * step : end, angle = calc_angle(s);
    sum += step + std::min(most_stretch * step, turn_radius * std::max(0.0, least - angle));
    least = std::min(least, angle);
    s_.push_back(s);
    x_.push_back(sum);
  }
  for (double& x : x_) x /= sum;
}

double LaidShape::interpolate(const std::vector<double>& at, const std::vector<double>& values,
                              double place) {
  const auto after = std::upper_bound(at.begin() + 1, at.end() - 1, place);
  const auto k = static_cast<std::size_t>(after - at.begin()) - 1;
  return values[k] + (place - at[k]) * ((values[k + 1] - values[k]) / (at[k + 1] - at[k]));
}

}  // namespace fourfoot::contact
