#pragma once

#include "element/element.h"
#include "math/moving_frame.h"
#include "system/local_motion.h"

namespace fourfoot::system {

/// An end of an element as it moves, in the inertial frame's axes; positions count from an origin
/// both ends share.
template <class S>
struct AttachedEnd {
  Vec3T<S> center;  ///< mass centre of the body
  Vec3T<S> point;   ///< attachment point
  Mat3T<S> R_NC;    ///< axes of the carrier
  Vec3T<S> v;       ///< velocity of the mass centre
  Vec3T<S> w;       ///< angular velocity of the carrier
};

template <class S>
AttachedEnd<S> calc_end(const LocalMotion<S>& m, const MovingFrame& frame, const Vec3& origin_N,
                        const Vec3& attachment_C) {
  const Mat3T<S> R_NT = frame.R_NT.cast<S>();
  const Vec3T<S> omega = frame.w_NT_T.cast<S>();
  AttachedEnd<S> end;
  end.R_NC = R_NT * m.R;
  const Vec3 offset = frame.p_NT - origin_N;
  end.center = offset.cast<S>() + R_NT * m.p;
  end.point = end.center + end.R_NC * attachment_C.cast<S>();
  const Vec3T<S> v_T = frame.v_NT_T.cast<S>() + omega.cross(m.p) + m.v;
  const Vec3T<S> w_T = omega + m.R * m.w_TC;
  end.v = R_NT * v_T;
  end.w = R_NT * w_T;
  return end;
}

/// The end that is fixed in a track frame: an attachment to the track under a body.
template <class S>
AttachedEnd<S> calc_track_end(const MovingFrame& frame, const Vec3& origin_N,
                              const Vec3& attachment_T) {
  LocalMotion<S> at_rest;
  at_rest.p.setZero();
  at_rest.R.setIdentity();
  at_rest.v.setZero();
  at_rest.w_TC.setZero();
  at_rest.w_TB.setZero();
  return calc_end(at_rest, frame, origin_N, attachment_T);
}

/// The rotation vector of a rotation matrix. Elements turn by small angles, but the formula holds
/// up to half a turn; near zero the angle over its sine is taken as 1 + x/6 so that derivatives
/// exist.
template <class S>
Vec3T<S> calc_rotation_vector(const Mat3T<S>& R) {
  using std::acos;
  using std::sqrt;
  const Vec3T<S> a = axial(R);  // n sin(angle)
  const S c = (R(0, 0) + R(1, 1) + R(2, 2) - 1.0) * 0.5;
  const S s2 = a.squaredNorm();
  if (get_value(c) > 0.999) {
    // asin(s)/s as a series in s^2: |angle| < 0.045, error below 1e-10.
    const S factor = 1.0 + s2 * (1.0 / 6.0 + s2 * (3.0 / 40.0 + s2 * (15.0 / 336.0)));
    return a * factor;
  }
  const S s = sqrt(s2);
  const S factor = acos(c) / s;
  return a * factor;
}

/// Motion of B relative to A in A's axes, as suspension laws take it.
template <class S>
element::RelativeT<S> calc_relative(const AttachedEnd<S>& a, const AttachedEnd<S>& b) {
  const Mat3T<S> R_AN = a.R_NC.transpose();
  const Vec3T<S> d_N = b.point - a.point;
  const Vec3T<S> arm_a = b.point - a.center, arm_b = b.point - b.center;
  const Vec3T<S> v_N = b.v + b.w.cross(arm_b) - a.v - a.w.cross(arm_a);
  const Vec3T<S> w_N = b.w - a.w;
  const Mat3T<S> R_AB = R_AN * b.R_NC;
  element::RelativeT<S> r;
  r.d = R_AN * d_N;
  r.v = R_AN * v_N;
  r.w = R_AN * w_N;
  r.theta = calc_rotation_vector(R_AB);
  return r;
}

/// Force at the mass centre in T's axes, torque about it in C's.
template <class S>
struct LocalWrench {
  Vec3T<S> force_T, torque_C;
};

/// A force (inertial axes) at a point, and a torque, as a wrench on the body of `end`.
template <class S>
LocalWrench<S> calc_wrench(const AttachedEnd<S>& end, const MovingFrame& frame,
                           const Vec3T<S>& point, const Vec3T<S>& force_N,
                           const Vec3T<S>& torque_N) {
  const Vec3T<S> arm = point - end.center;
  const Vec3T<S> moment = torque_N + arm.cross(force_N);
  return {frame.R_NT.transpose().cast<S>() * force_N, end.R_NC.transpose() * moment};
}

}  // namespace fourfoot::system
