#pragma once

#include <algorithm>
#include <cmath>

#include "contact/geometry/patch.h"
#include "contact/geometry/pose.h"
#include "math/dual.h"

namespace fourfoot::contact {

/// Where the lowest point of a wheel's tape circle is against its rail, mirrored (contact_table.h).
template <class T>
struct WheelPlace {
  T u, v, roll;
};

/// y, z, roll: of the axle against this rail, mirrored to the left.
template <class T>
WheelPlace<T> calc_wheel_place(const T& y, const T& z, const T& roll, const T& yaw,
                               double half_span, double radius) {
  using std::cos;
  using std::sin;
  const T c = cos(roll), s = sin(roll);
  return {T(y + (half_span * c + radius * s) * cos(yaw) - half_span),
          T(z + half_span * s + radius * (1.0 - c)), roll};
}

inline WheelPlace<double> calc_wheel_place(Side side, const WheelsetPose& pose,
                                           const RailShifts& shifts, double half_span,
                                           double radius) {
  const bool is_left = side == Side::left;
  const double sign = is_left ? 1.0 : -1.0;
  const double y =
      sign * pose.y - 0.5 * shifts.gauge_variation - (is_left ? shifts.y_l : -shifts.y_r);
  const double z = pose.z - (is_left ? shifts.z_l : shifts.z_r);
  return calc_wheel_place(y, z, sign * pose.roll, pose.yaw, half_span, radius);
}

/// Smooth maximum of two heights, within 7 um of the greater one.
template <class T>
T calc_merged_height(const T& a, const T& b) {
  using std::exp;
  using std::log;
  constexpr double soft = 10e-6;
  const bool a_is_higher = get_value(a) > get_value(b);
  const T high = a_is_higher ? a : b, low = a_is_higher ? b : a;
  const T share = exp(T((low - high) * (1.0 / soft)));
  return T(high + soft * log(T(1.0 + share)));
}

/// The channels of a node: penetration less depth * cos(angle), which hardly depends on the depth
/// and so is interpolated well, place on the wheel, radius, angle, theta / yaw (yaw is never quite
/// 0), curvatures, existence. For two zones merged the first is the overlap at the ridge between
/// them instead (the penetration is the greater one of the zones'), and the curvature is that for
/// penetration = depth, which has no corner where the zones are equally deep.
inline void store_node(const Patch& p, double radius, double yaw, double depth, float* out) {
  out[0] = static_cast<float>(p.penetration - depth * std::cos(p.angle));
  out[1] = static_cast<float>(p.y_wheel);
  out[2] = static_cast<float>(p.radius - radius);
  out[3] = static_cast<float>(p.angle);
  out[4] = static_cast<float>(p.theta / yaw);
  out[5] = static_cast<float>(p.curvature_x);
  out[6] = static_cast<float>(std::log(std::max(p.curvature_y_region, 1e-3)));
  out[7] = 1.0f;
}
inline void store_merged_node(const Patch& p, double ridge, double radius, double yaw, double depth,
                              float* out) {
  store_node(p, radius, yaw, depth, out);
  out[0] = static_cast<float>(ridge - depth * std::cos(p.angle));
  out[6] =
      static_cast<float>(std::log(std::max(p.curvature_y_region, 1e-3) * depth / p.penetration));
}

}  // namespace fourfoot::contact
