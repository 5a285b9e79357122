#pragma once

#include "contact/wheel_force.h"

namespace fourfoot::contact {

/// Axes K of the rail as it really runs under a wheel: x along (1, dy, dz + twist), y level, z
/// completing them; T's own axes where the rail has no slopes.
///
/// A rail is searched as a cylinder along x. Seen in K it is one, whatever its slopes, so patches
/// are found there and their positions turned back: the axle's yaw that counts is the one against the
/// rail, and the contact point moves up the wheel where the rail rises. Both matter to first order.
/// On a flank of angle gamma the arm's part r tan(gamma) (yaw - dy) along the rail, times the
/// wheel's spin, is most of the lateral creepage (yaw - dy) / cos(gamma); and without r dz a wheel
/// that climbs a slope without slipping would show the lateral creepage dz sin(gamma).
///
/// K turns about the rail's own position at the frame. The rail is straight over the lead of the
/// contact. Its profile is taken for the same in K's section plane as in T's: the two differ by the
/// square of the slopes.
class RailAxes {
 public:
  using Mat4 = Eigen::Matrix<double, 4, 4>;

  /// `half_span`: the rail's distance from the track's middle [m]; `axle_height` of pose.z = 0.
  RailAxes(const RailUnderWheel& rail, Side side, double half_span, double axle_height);

  bool is_turned() const { return is_turned_; }
  const Mat3& R_TK() const { return R_TK_; }

  /// A pose in T against the undisplaced rail, seen in K.
  WheelsetPose turn(const WheelsetPose& pose) const;
  /// The same where the axle's direction is known (calc_axle_direction).
  WheelsetPose turn(const WheelsetPose& pose, const Vec3& axle) const;
  /// d(pose in K)/d(pose in T), each y, z, roll, yaw.
  Mat4 calc_turn_derivative(const WheelsetPose& pose) const;

  /// Patches found for the pose in K, turn(pose in T): their points p_TC from K to T.
  void turn_back(const WheelsetPose& in_T, const WheelsetPose& in_K, PatchList& patches) const;
  /// The same with derivatives: by the pose in T, arms in T's axes.
  void turn_back(const WheelsetPose& in_T, const WheelsetPose& in_K, PatchList& patches,
                 PatchGradients& gradients) const;

 private:
  Vec3 calc_middle(const WheelsetPose& pose) const {
    return Vec3(0.0, pose.y, axle_height_ + pose.z);
  }

  Mat3 R_TK_ = Mat3::Identity();
  Vec3 pivot_;  ///< in T [m]
  double axle_height_;
  bool is_turned_;
};

}  // namespace fourfoot::contact
