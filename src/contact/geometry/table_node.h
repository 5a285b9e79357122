#pragma once

#include <algorithm>
#include <cmath>

#include "contact/geometry/patch.h"
#include "contact/geometry/pose.h"

namespace fourfoot::contact {

/// Where the lowest point of a wheel's tape circle is against its rail, mirrored (contact_table.h).
struct WheelPlace {
  double u = 0.0, v = 0.0, roll = 0.0;
};

inline WheelPlace calc_wheel_place(Side side, const WheelsetPose& pose, const RailShifts& shifts,
                                   double half_span, double radius) {
  const bool is_left = side == Side::left;
  const double sign = is_left ? 1.0 : -1.0;
  const double y =
      sign * pose.y - 0.5 * shifts.gauge_variation - (is_left ? shifts.y_l : -shifts.y_r);
  const double z = pose.z - (is_left ? shifts.z_l : shifts.z_r);
  const double roll = sign * pose.roll;
  const double c = std::cos(roll), s = std::sin(roll);
  return {y + (half_span * c + radius * s) * std::cos(pose.yaw) - half_span,
          z + half_span * s + radius * (1.0 - c), roll};
}

/// The channels of a node: depth, place on the wheel, radius, angle, theta / yaw, curvatures.
inline void store_node(const Patch& p, double radius, double yaw, float* out) {
  out[0] = static_cast<float>(p.penetration);
  out[1] = static_cast<float>(p.y_wheel);
  out[2] = static_cast<float>(p.radius - radius);
  out[3] = static_cast<float>(p.angle);
  out[4] = static_cast<float>(yaw != 0.0 ? p.theta / yaw : std::tan(p.angle));
  out[5] = static_cast<float>(p.curvature_x);
  out[6] = static_cast<float>(std::log(std::max(p.curvature_y_region, 1e-3)));
  out[7] = 0.0f;
}

inline void load_node(const float* v, double radius, double yaw, Patch& p) {
  p.penetration = static_cast<double>(v[0]);
  p.y_wheel = static_cast<double>(v[1]);
  p.radius = radius + static_cast<double>(v[2]);
  p.z_wheel = -static_cast<double>(v[2]);
  p.angle = static_cast<double>(v[3]);
  p.theta = static_cast<double>(v[4]) * yaw;
  p.curvature_x = static_cast<double>(v[5]);
  p.curvature_y_region = p.curvature_y = std::exp(static_cast<double>(v[6]));
}

}  // namespace fourfoot::contact
