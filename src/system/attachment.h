#pragma once

#include "element/element.h"
#include "math/moving_frame.h"
#include "system/local_motion.h"

namespace fourfoot::system {

/// An end of an element as it moves, in the inertial frame's axes; positions count from an origin
/// both ends share.
template <class S>
struct AttachedEnd {
  Vec3T<S> center;          ///< mass centre of the body
  Vec3T<S> point;           ///< attachment point
  Mat3T<S> R_NC;            ///< axes of the carrier
  Mat3T<S> R_TC;            ///< the same relative to its track frame
  bool on_bearing = false;  ///< the carrier is a wheelset's: see pass_bearing
  Vec3T<S> v;               ///< velocity of the mass centre
  Vec3T<S> w;               ///< angular velocity of the carrier
};

template <class S>
AttachedEnd<S> calc_end(const LocalMotion<S>& m, const MovingFrame& frame, const Vec3& origin_N,
                        const Vec3& attachment_C) {
  const Mat3T<S> R_NT = frame.R_NT.cast<S>();
  const Vec3T<S> omega = frame.w_NT_T.cast<S>();
  AttachedEnd<S> end;
  end.R_NC = R_NT * m.R;
  end.R_TC = m.R;
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

/// What a torque on the carrier does to the body. An axlebox hangs on the axle by a bearing, so
/// nothing attached to a wheelset turns its spin: by virtual power, w_TC = (w_x, w_z tan(phi), w_z)
/// of a wheelset whose carrier's pitch is held, the torque on the body is (t_x, 0, t_z + t_y
/// tan(phi)). The pitch moment is taken by what guides the axlebox, which is not modelled.
template <class S>
Vec3T<S> pass_bearing(const Mat3T<S>& R_TC, const Vec3T<S>& torque_C) {
  const S tan_roll = R_TC(2, 1) / R_TC(2, 2);
  return {torque_C[0], S(0.0), S(torque_C[2] + torque_C[1] * tan_roll)};
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
  const Vec3T<S> torque_C = end.R_NC.transpose() * moment;
  const Vec3T<S> force_T = frame.R_NT.transpose().cast<S>() * force_N;
  if (end.on_bearing) return {force_T, pass_bearing(end.R_TC, torque_C)};
  return {force_T, torque_C};
}

}  // namespace fourfoot::system
