#pragma once

#include <vector>

#include "contact/geometry/wheel_rail_pair.h"

namespace fourfoot::contact {

/// Where a rigid tread touches its rail, and the gap between them as a smooth function of the pose:
/// the constraint of contact by constraints [Escalona2018, Eqs. 35-43]. The gap is the soft one of
/// rigid.h over the tread alone,
///
///   G = -e ln( sum_k w_k exp(-D_k / e) h / L ),     D_k distance of the wheel's parallel circle k
///
/// from the rail, circles h = 0.25 mm apart along the meridian, L = 5 mm. The window w_k is 1 on
/// the tread and falls to 0 between the meridian's angles `angle_begin` and `angle_end`: what is
/// steeper belongs to the flange, which is elastic (constraint_wheel.h). As w falls the constraint
/// lets the wheel sink by -e ln w, and the elastic patch at the same point takes over, smoothly.
///
///   dG = <dD>,  ddG = <ddD> - (<dD dD> - <dD><dD>) / e,  <.> mean with the weights w exp(-D / e)
///
/// exactly (of this sum, not of an integral that it stands for). A reaction N does N dG, so it acts
/// at the mean position along the mean normal, and does no work on a wheel that slides over the rail.
///
/// Softness e. An elastic patch of the approach delta feels the profiles over its width: with a
/// parabolic gap c s^2 / 2 its centre is a mean whose weights (depth^2.5) have the variance
/// delta / (4 c); these here have e / c. So e = delta / 4 sees the profiles as a loaded wheel does:
/// 20 um for the usual 80 um (50 to 60 kN). e -> 0: points that jump.
///
/// Lateral curvature as an ellipse needs it: e / variance of the position across, which is c for a
/// parabola, and a mean where curvatures jump (the elastic patch's curvature_y_region likewise).
struct TreadOptions {
  double softness = 20e-6;    ///< e [m]
  double angle_begin = 0.35;  ///< [rad]
  double angle_end = 0.70;    ///< [rad]
};

/// Contact of one wheel, in mirrored axes (always the left wheel); derivatives by y, z, roll, yaw.
struct TreadContact {
  using Vec4 = Eigen::Matrix<double, 4, 1>;
  using Mat4 = Eigen::Matrix<double, 4, 4>;
  bool exists = false;
  double gap = 0.0;  ///< G [m]
  Vec4 gradient = Vec4::Zero();
  Mat4 hessian = Mat4::Zero();
  Vec3 arm = Vec3::Zero();   ///< mean position, from the axle's middle, in T's axes [m]
  double s = 0.0;            ///< mean position on the wheel's meridian [m]
  double radius = 0.0;       ///< mean rolling radius [m]
  double curvature_x = 0.0;  ///< sums of wheel's and rail's curvatures [1/m]
  double curvature_y = 0.0;
};

/// The circles of one wheel's tread. Immutable.
class TreadSurface {
 public:
  TreadSurface() = default;
  TreadSurface(const WheelRailPair& pair, const TreadOptions& options);

  /// `scratch` grows at its first use only.
  TreadContact calc(const WheelRailPair& pair, const AxleFrame& axle,
                    std::vector<double>& scratch) const;

  /// Arc length of the wheel's meridian at which the tread ends.
  double edge() const { return circles_.empty() ? 0.0 : circles_.front().s; }

 private:
  struct Circle {
    double s, w, r;            ///< position, axial position, radius
    double cosine, curvature;  ///< of the meridian
    double relief;             ///< -e ln(window)
  };
  TreadOptions options_;
  std::vector<Circle> circles_;  ///< from the flange outward
};

}  // namespace fourfoot::contact
