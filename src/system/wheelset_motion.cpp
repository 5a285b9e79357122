#include "system/wheelset_motion.h"

#include <cmath>

#include "math/rotation.h"

namespace fourfoot::system {

using contact::WheelsetMotion;
using multibody::BodyWorkspace;

WheelsetMotion calc_motion(const ProfileContact& contact, const BodyWorkspace& b,
                           const MovingFrame& frame) {
  const Vec3 arm = b.R_TC * contact.middle_C;
  const Vec3 position = b.p_TB + arm;
  WheelsetMotion m;
  m.pose.y = position.y();
  m.pose.z = position.z() - contact.axle_height;
  const Vec3 e = b.R_TC.col(1);
  m.pose.roll = calc_atan2(e.z(), std::sqrt(e.x() * e.x() + e.y() * e.y()));
  m.pose.yaw = calc_atan2(-e.x(), e.y());
  // The middle lies on the spin axis: the carrier's rotation and the body's move it alike.
  m.v = frame.v_NT_T + frame.w_NT_T.cross(position) + b.v_TB_T + (b.R_TC * b.w_TB_C).cross(arm);
  m.w = frame.w_NT_T + b.R_TC * b.w_TB_C;
  return m;
}

Eigen::Matrix<double, 10, 12> calc_motion_derivative(const ProfileContact& contact,
                                                     const BodyWorkspace& b,
                                                     const MovingFrame& frame) {
  const Mat3& R = b.R_TC;
  const Vec3 arm = R * contact.middle_C;
  const Mat3 turn = -R * skew(contact.middle_C);  // of the middle, by dtheta_C
  const Mat3 spin = -R * skew(b.w_TB_C);          // of R w, by dtheta_C
  Eigen::Matrix<double, 10, 12> d = Eigen::Matrix<double, 10, 12>::Zero();
  d(0, 1) = d(1, 2) = 1.0;
  d.block<2, 3>(0, 3) = turn.bottomRows<2>();
  // The axle's direction e = R e_y turns by -R_z e_x + ...: de = R (dtheta x e_y).
  Mat3 axle;
  axle << R.col(2), Vec3::Zero(), -R.col(0);
  const double cosine2 = R(0, 1) * R(0, 1) + R(1, 1) * R(1, 1);
  d.block<1, 3>(2, 3) = axle.row(2) / std::sqrt(cosine2);
  d.block<1, 3>(3, 3) = (R(0, 1) * axle.row(1) - R(1, 1) * axle.row(0)) / cosine2;
  const Vec3 w = R * b.w_TB_C;
  d.block<3, 3>(4, 0) = skew(frame.w_NT_T);
  d.block<3, 3>(4, 3) = skew<double>(frame.w_NT_T + w) * turn - skew(arm) * spin;
  d.block<3, 3>(4, 6).setIdentity();
  d.block<3, 3>(4, 9) = -skew(arm) * R;
  d.block<3, 3>(7, 3) = spin;
  d.block<3, 3>(7, 9) = R;
  return d;
}

bool is_near_rails(const contact::WheelsetPose& pose) {
  constexpr double far = 0.1, steep = 0.3;  // [m], [rad]
  return std::abs(pose.y) < far && std::abs(pose.z) < far && std::abs(pose.roll) < steep &&
         std::abs(pose.yaw) < steep;
}

}  // namespace fourfoot::system
