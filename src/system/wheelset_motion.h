#pragma once

#include "system/local_motion.h"
#include "system/profile_contacts.h"

/// A wheelset as its contacts see it; used by this room only.
namespace fourfoot::system {

inline constexpr contact::Side wheel_sides[2] = {contact::Side::left, contact::Side::right};

/// Position and motion of the axle's middle. R_TC = Rz(yaw) Rx(roll) of a wheelset's carrier.
contact::WheelsetMotion calc_motion(const ProfileContact& contact,
                                    const multibody::BodyWorkspace& b, const MovingFrame& frame);

/// d(y, z, roll, yaw, v, w)/d(dp_T, dtheta_C, dv_T, dw_C).
Eigen::Matrix<double, 10, 12> calc_motion_derivative(const ProfileContact& contact,
                                                     const multibody::BodyWorkspace& b,
                                                     const MovingFrame& frame);

/// Beyond this a wheel does not stand on its rail in any sense (limits.cpp ends the run long
/// before), and the search would only find nonsense.
bool is_near_rails(const contact::WheelsetPose& pose);

/// Moment about the axle's middle, in T -> torque about the mass centre, in C.
inline Vec3 calc_torque(const ProfileContact& contact, const multibody::BodyWorkspace& b,
                        const Vec3& force, const Vec3& moment) {
  return b.R_TC.transpose() * moment + contact.middle_C.cross(b.R_TC.transpose() * force);
}

/// First and second derivative of (y, z, roll, yaw) of the axle's middle relative to T, with a_T
/// and alpha_C given: roll' = w_x, yaw' = w_z / cos(roll), p' = v + R (w cross m).
template <class S>
struct PoseMotion {
  Eigen::Matrix<S, 4, 1> rate, second;
};
template <class S>
PoseMotion<S> calc_pose_motion(const LocalMotion<S>& m, const Vec3& middle_C, const Vec3& a,
                               const Vec3& alpha) {
  const Vec3T<S>& arm = middle_C.template cast<S>();
  const Vec3T<S> turn = m.w_TB.cross(arm);
  const Vec3 lifted = alpha.cross(middle_C);
  const Vec3T<S> turn_d = m.w_TC.cross(turn) + lifted.template cast<S>();
  const Vec3T<S> v = m.v + m.R * turn;
  const Vec3T<S> second = a.template cast<S>() + m.R * turn_d;
  const S tangent = m.R(2, 1) / m.R(2, 2);
  PoseMotion<S> out;
  out.rate << v[1], v[2], m.w_TB[0], S(m.w_TB[2] / m.R(2, 2));
  out.second << second[1], second[2], S(alpha[0]),
      S((alpha[2] + m.w_TB[2] * m.w_TB[0] * tangent) / m.R(2, 2));
  return out;
}

}  // namespace fourfoot::system
