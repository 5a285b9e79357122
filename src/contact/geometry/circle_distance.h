#pragma once

#include <cmath>

#include "contact/geometry/search.h"

/// A parallel circle of a wheel (axial position w, radius r) over the rail, all mirrored to the left
/// wheel. The point of the circle nearest to the rail is at an angle theta that makes n . dp/dtheta
/// zero, so the distance D has the first derivatives of the fixed body point, and the second ones
///
///   ddD = D_qq - D_q,theta D_q,theta / D_theta,theta,     q = (y, z, roll, yaw)
namespace fourfoot::contact {

struct CirclePoint {
  double sin_theta = 0.0, cos_theta = 1.0;
  double across = 0.0, height = 0.0;  ///< in the axle's half-turned axes
  double x = 0.0, y = 0.0, z = 0.0;   ///< from the axle's middle

  /// The point at theta.
  void put(const AxleFrame& axle, double w, double r);
  /// theta for the rail's normal (0, ny, nz).
  void turn_towards(const AxleFrame& axle, double ny, double nz);
};

struct DistanceDerivatives {
  Eigen::Matrix<double, 4, 1> gradient;
  Eigen::Matrix<double, 4, 4> hessian;
};
inline void CirclePoint::put(const AxleFrame& a, double w, double r) {
  across = w * a.cos_roll + r * cos_theta * a.sin_roll;
  height = w * a.sin_roll - r * cos_theta * a.cos_roll;
  x = r * sin_theta * a.cos_yaw - across * a.sin_yaw;
  y = r * sin_theta * a.sin_yaw + across * a.cos_yaw;
  z = height;
}

inline void CirclePoint::turn_towards(const AxleFrame& a, double ny, double nz) {
  const double num = -a.sin_yaw * ny, den = a.cos_roll * nz - a.cos_yaw * a.sin_roll * ny;
  const double norm = 1.0 / std::sqrt(num * num + den * den);
  sin_theta = num * norm * (den < 0.0 ? -1.0 : 1.0);
  cos_theta = std::abs(den) * norm;
}

/// At the nearest point of a circle of radius r, with its foot on the rail. Inline: the innermost loop of
/// rigid treads.
[[gnu::always_inline]] inline DistanceDerivatives calc_distance_derivatives(const AxleFrame& a,
                                                                            double r,
                                                                            const CirclePoint& p,
                                                                            const RailFoot& foot) {
  using Vec4 = Eigen::Matrix<double, 4, 1>;
  using Mat4 = Eigen::Matrix<double, 4, 4>;
  DistanceDerivatives out;
  const double ty = foot.point.ty, tz = foot.point.tz, ny = -tz, nz = ty;
  const double rs = r * p.sin_theta, rc = r * p.cos_theta;
  // (y, z) of the point by (y, z, roll, yaw), and by theta.
  Vec4 py, pz;
  py << 1.0, 0.0, -p.height * a.cos_yaw, p.x;
  pz << 0.0, 1.0, p.across, 0.0;
  const double y_theta = rc * a.sin_yaw - rs * a.sin_roll * a.cos_yaw, z_theta = rs * a.cos_roll;
  out.gradient = ny * py + nz * pz;
  // The distance in the plane bends along the rail's tangent.
  const double bend = -foot.point.curvature / (1.0 - foot.point.curvature * foot.distance);
  const Vec4 along = ty * py + tz * pz;
  const double along_theta = ty * y_theta + tz * z_theta;
  Mat4 h = bend * along * along.transpose();
  h(2, 2) += ny * (-p.across * a.cos_yaw) + nz * (-p.height);
  h(2, 3) += ny * p.height * a.sin_yaw;
  h(3, 2) = h(2, 3);
  h(3, 3) -= ny * p.y;
  Vec4 q_theta = bend * along_theta * along;
  q_theta(2) += ny * (-rs * a.cos_roll * a.cos_yaw) + nz * (-rs * a.sin_roll);
  q_theta(3) += ny * (rc * a.cos_yaw + rs * a.sin_roll * a.sin_yaw);
  const double theta_theta = bend * along_theta * along_theta +
                             ny * (-rs * a.sin_yaw - rc * a.sin_roll * a.cos_yaw) +
                             nz * (rc * a.cos_roll);
  out.hessian = h - q_theta * q_theta.transpose() / theta_theta;
  return out;
}

}  // namespace fourfoot::contact
