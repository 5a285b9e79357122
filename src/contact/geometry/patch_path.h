#pragma once

#include <cmath>
#include <limits>

#include "contact/geometry/patch.h"
#include "contact/geometry/pose.h"
#include "math/small_angle.h"

namespace fourfoot::contact {

/// Patches of one wheel and the pose that they were found at, both in the rail's axes.
struct PatchSample {
  WheelsetPose pose;
  PatchList patches;

  /// Keeps as many patches as there are.
  void set(const WheelsetPose& at, const PatchList& found);
};

/// A sample with the derivatives of its patches.
struct PatchSlopes {
  PatchSample at;
  PatchGradients gradients;                        ///< by the pose in the rail's axes
  unsigned number = 0;                             ///< counts the samples; 0: none yet
  Eigen::Vector2d yaw = Eigen::Vector2d::UnitX();  ///< its cosine and sine
  WheelsetPose watched;  ///< where places that the search has not seen were looked for last
  double clear = 0.0;    ///< how far the wheel may move from there until one could touch [m]

  void set(const WheelsetPose& pose, const PatchList& found, const PatchGradients& slopes);
  void copy(const PatchSlopes& other);
};

/// Derivatives of a patch's penetration by y, z, roll, yaw of the pose, by the envelope theorem: as if the
/// overlap's centre were its deepest point.
Eigen::Vector4d calc_depth_gradient(const WheelsetPose& pose, double axle_height,
                                    const Patch& patch);
/// The same with the cosine and the sine of the yaw.
Eigen::Vector4d calc_depth_gradient(const WheelsetPose& pose, const Eigen::Vector2d& yaw,
                                    double axle_height, const Patch& patch);
inline Eigen::Vector2d calc_direction(double angle) {
  const auto [sine, cosine] = calc_sine_cosine(angle);
  return {cosine, sine};
}

/// How far patches may move between two moments for what lies between to be computed from them.
struct PathLimits {
  double way = 2e-3;          ///< over the wheel's profile [m]
  double since = 2e-3;        ///< the same since the derivatives were made [m]
  double angle = 10e-3;       ///< change of the contact angle [rad]
  double curvature = 0.05;    ///< relative change of the curvature of the overlap
  double penetration = 1e-7;  ///< misfit of penetrations and their mean gradient [m]
  double aside = 0.02;  ///< relative change of that curvature by the pose's distance from the way
};

/// The patches of one wheel between two moments at which they were found: what a row of results
/// between two steps needs, without another search.
///
/// Penetration at pose x, at the share h of the time from moment a to moment b:
///
///   delta = (1 - h) delta_a + h delta_b - h (1 - h) / 2 (g_b - g_a).(x_b - x_a)
///           + ((1 - h) g_a + h g_b).e,    e = x - (1 - h) x_a - h x_b
///   g     = -n.(dp/dy, dp/dz, dp/droll, dp/dyaw) + r   of the wheel's point p in the patch
///
/// exact where delta is quadratic in the pose: at a minimum of the separation the contact point's
/// own way does not count (envelope theorem). n and p are those of the overlap's centre with its
/// mean angle, where the theorem asks for the deepest point: r is the difference at the last sample
/// with exact derivatives. Angle, arm, curvatures and weight run linearly in time, plus their last
/// derivatives times e. Forces are then computed at the exact motion, so they follow a vibration of
/// the wheel on its contact spring between two steps.
///
/// e is not small in a step of a multistep method: patches are found at the predicted state, and
/// the corrected one is micrometres off.
///
/// Range: both moments and the sample with derivatives list the same patches, which have moved
/// little (PathLimits); else `calc` says false, and the patches are to be found. Checked with
/// searches at the same poses (tests/reference/contact-geometry).
class PatchPath {
 public:
  /// Forgets the past: the next moment begins a path.
  void forget() { t_[0] = t_[1] = std::numeric_limits<double>::quiet_NaN(); }
  /// The next moment, later than the last one, and the last derivatives.
  void add(double t, const PatchSample& sample, const PatchSlopes& slopes);
  const PatchSample& get_latest() const { return end(); }
  /// Patches at t and a pose there. False: out of range, `out` is not touched.
  bool calc(double t, const WheelsetPose& pose, double axle_height, PatchList& out,
            const PathLimits& limits = {}) const;

 private:
  const PatchSample& begin() const { return samples_[1 - last_]; }
  const PatchSample& end() const { return samples_[last_]; }

  PatchSample samples_[2];
  int last_ = 1;
  double t_[2] = {std::numeric_limits<double>::quiet_NaN(),
                  std::numeric_limits<double>::quiet_NaN()};  ///< before, last [s]
  PatchSlopes slopes_;
};

}  // namespace fourfoot::contact
