#pragma once

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
/// At the nearest point of a circle of radius r, with its foot on the rail.
DistanceDerivatives calc_distance_derivatives(const AxleFrame& axle, double r,
                                              const CirclePoint& point, const RailFoot& foot);

}  // namespace fourfoot::contact
