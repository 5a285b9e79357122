#pragma once

#include <cmath>
#include <vector>

#include "contact/geometry/pose.h"
#include "math/types.h"
#include "profile/profile.h"

namespace fourfoot::contact {

/// The axle's attitude, ready for use: R_TS = Rz(yaw) Rx(roll), and where its middle is.
struct AxleFrame {
  double y = 0.0, z = 0.0;  ///< of the axle's middle in T [m]; z from the rail tops
  double cos_roll = 1.0, sin_roll = 0.0, cos_yaw = 1.0, sin_yaw = 0.0;
  double tan_yaw = 0.0, cos_beta = 1.0, sin_beta = 0.0;  ///< tan(beta) = tan(yaw) sin(roll)

  AxleFrame() = default;
  AxleFrame(double y_, double z_, double roll, double yaw) : y(y_), z(z_) {
    cos_roll = std::cos(roll);
    sin_roll = std::sin(roll);
    cos_yaw = std::cos(yaw);
    sin_yaw = std::sin(yaw);
    tan_yaw = sin_yaw / cos_yaw;
    const double tan_beta = tan_yaw * sin_roll;
    cos_beta = 1.0 / std::sqrt(1.0 + tan_beta * tan_beta);
    sin_beta = tan_beta * cos_beta;
  }
};

/// A point on the wheel's contour line and the line's direction there, seen along the rail.
struct ContourPoint {
  bool exists = false;
  double x = 0.0, y = 0.0, z = 0.0;  ///< in T [m]; x is how far the contact would lead
  double ny = 0.0, nz = -1.0;        ///< wheel's outward normal, which has no x component there
  double sin_theta = 0.0, cos_theta = 1.0;  ///< where round the wheel, from straight below forward
  double w = 0.0, r = 0.0;                  ///< axial position and radius
  profile::CurvePoint meridian;
};

/// Where such a point is, seen along the rail [m].
struct ContourPlace {
  double y, z;
};

/// A wheel as surface of revolution about its axle, in mirrored axes (always the left wheel).
///
///   p_S(s, theta) = (r sin(theta), w, -r cos(theta)),  w = half_span + y_H(s),  r = r0 - z_H(s)
///
/// The rail is a cylinder along x, so wheel and rail can only touch where the wheel's normal has no
/// x component: on the contour line that the wheel shows when looked at along x,
///   sin(theta - beta) = tan(yaw) cos(roll) cos(beta) dz_H/dy_H,   tan(beta) = tan(yaw) sin(roll),
/// one theta for each position s of the meridian, and none where the meridian is steeper than
/// 1 / tan(yaw). Projected along x this line is a plane curve whose normal is the surface's normal:
/// contact in space is contact of two plane curves, exactly. The x of its points is the lead or lag
/// of the contact. (The "trace line" of [Wang1984] is the same line for a straight axle.)
class WheelSurface {
 public:
  struct Sample {
    double w, r, slope, s;  ///< slope = dz_H/dy_H; samples with dy_H/ds <= 0 are left out
    int gentle = 0;         ///< how many samples from this one on, one after the other, are gentle
  };
  static constexpr double gentle_slope = 3.0;  ///< less steep than this (72 degrees) is gentle

  WheelSurface() = default;
  WheelSurface(const profile::Curve& curve, double half_span, double radius, double spacing);

  const profile::Curve& curve() const { return curve_; }
  double radius() const { return radius_; }
  double half_span() const { return half_span_; }
  double spacing() const { return spacing_; }
  double largest_radius() const { return largest_radius_; }
  const std::vector<Sample>& samples() const { return samples_; }

  ContourPoint calc(double s, const AxleFrame& axle) const;
  /// Its y and z alone, to the same bits; nan where it does not exist.
  ContourPlace calc_place(double s, const AxleFrame& axle) const;

 private:
  profile::Curve curve_;
  double half_span_ = 0.0;
  double radius_ = 0.0;
  double spacing_ = 0.0;
  double largest_radius_ = 0.0;
  std::vector<Sample> samples_;
};

}  // namespace fourfoot::contact
