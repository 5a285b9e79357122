#include "contact/geometry/flange_clearance.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fourfoot::contact {
namespace {

constexpr double range = 20e-3, coarse = 0.5e-3, fine = 0.01e-3;  // [m]

double get_angle(const CharacteristicPoint& point, Side side) {
  return std::abs(side == Side::left ? point.angle_l : point.angle_r);
}

/// The first way to `side` of [from, to] whose contact angle is beyond `angle`. Way after way from
/// the middle outward, each from where the last one stood; those beyond the first are not needed.
double find_first(const WheelsetOnTrack& wheelset, Side side, double angle, double from, double to,
                  double step) {
  const double sign = side == Side::left ? 1.0 : -1.0;
  const int count = static_cast<int>(std::floor((to - from) / step + 1e-9));
  CharacteristicWalk walk(wheelset);
  for (int i = 0; i <= count; ++i) {
    const double way = from + i * step;
    const auto point = walk.find(sign * way);
    if (point && get_angle(*point, side) > angle) return way;
  }
  return std::numeric_limits<double>::infinity();
}

double find_clearance(const WheelsetOnTrack& wheelset, Side side, double angle) {
  const double rough = find_first(wheelset, side, angle, 0.0, range, coarse);
  if (!std::isfinite(rough)) return rough;
  return std::min(rough,
                  find_first(wheelset, side, angle, std::max(0.0, rough - coarse), rough, fine));
}

}  // namespace

FlangeClearance find_flange_clearance(const WheelsetOnTrack& wheelset, double angle) {
  return {find_clearance(wheelset, Side::left, angle),
          find_clearance(wheelset, Side::right, angle)};
}

}  // namespace fourfoot::contact
