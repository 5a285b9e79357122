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

/// Whether the contact angle is beyond `angle` at ways to `side`, each found from where the last one
/// stood.
class Outward {
 public:
  Outward(const WheelsetOnTrack& wheelset, Side side, double angle)
      : walk_(wheelset), side_(side), angle_(angle) {}
  bool is_beyond(double way) {
    const auto point = walk_.find(side_ == Side::left ? way : -way);
    return point && get_angle(*point, side_) > angle_;
  }

 private:
  CharacteristicWalk walk_;
  Side side_;
  double angle_;
};

/// The first coarse way that is beyond, from the middle outward, then the first fine one before it by
/// halves: on half a millimetre the angle passes its bound once.
double find_clearance(const WheelsetOnTrack& wheelset, Side side, double angle) {
  Outward outward(wheelset, side, angle);
  const int count = static_cast<int>(std::floor(range / coarse + 1e-9));
  int first = 0;
  while (first <= count && !outward.is_beyond(first * coarse)) ++first;
  if (first > count) return std::numeric_limits<double>::infinity();
  if (first == 0) return 0.0;
  const double rough = first * coarse, from = rough - coarse;
  int low = 0, high = static_cast<int>(std::floor(coarse / fine + 1e-9));
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (outward.is_beyond(from + middle * fine) ? high : low) = middle;
  }
  return std::min(rough, from + high * fine);
}

}  // namespace

FlangeClearance find_flange_clearance(const WheelsetOnTrack& wheelset, double angle) {
  return {find_clearance(wheelset, Side::left, angle),
          find_clearance(wheelset, Side::right, angle)};
}

}  // namespace fourfoot::contact
