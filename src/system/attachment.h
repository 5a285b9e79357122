#pragma once

#include "element/element.h"
#include "math/moving_frame.h"
#include "multibody/workspace.h"

namespace fourfoot::system {

/// What a body offers to hang elements on: its carrier C (the body itself, or a wheelset's axes
/// that do not spin) as it moves, in the inertial frame's axes. Positions count from an origin that
/// all carriers share, so that differences keep their digits far along the line.
struct Carrier {
  Vec3 center;              ///< mass centre of the body [m]
  Mat3 R_NT;                ///< axes of its track frame
  Mat3 R_NC;                ///< axes of the carrier
  Vec3 v;                   ///< velocity of the mass centre [m/s]
  Vec3 w;                   ///< angular velocity of the carrier [rad/s]
  bool on_bearing = false;  ///< a wheelset's: see pass_bearing
};

Carrier make_carrier(const multibody::BodyWorkspace& body, const MovingFrame& frame,
                     const Vec3& origin_N);
/// The track under a body.
Carrier make_track_carrier(const MovingFrame& frame, const Vec3& origin_N);

/// Point b of an element from the mass centres of A and of B, in the inertial frame's axes.
struct Arms {
  Vec3 a, b;
};

/// Motion of carrier B as seen from carrier A, in A's axes: what all elements between the two share.
struct PairMotion {
  Mat3 R_AB;
  Vec3 p;      ///< B's mass centre from A's [m]
  Vec3 v;      ///< its derivative there [m/s]
  Vec3 theta;  ///< rotation vector of R_AB [rad]
  Vec3 w;      ///< angular velocity of B relative to A [rad/s]
};
PairMotion calc_pair_motion(const Carrier& a, const Carrier& b);

/// Motion of point b on carrier B relative to point a on carrier A, in A's axes, as suspension laws
/// take it. Points in their carriers' axes, from the mass centre. Returns R_AB b.
inline Vec3 calc_relative(const PairMotion& pair, const Vec3& at_a, const Vec3& at_b,
                          element::RelativeT<double>& out) {
  Vec3 arm;
  arm.noalias() = pair.R_AB.lazyProduct(at_b);
  out.d = pair.p + arm - at_a;
  out.theta = pair.theta;
  out.v = pair.v + pair.w.cross(arm);
  out.w = pair.w;
  return arm;
}

Arms calc_arms(const Carrier& a, const Carrier& b, const Vec3& at_b);

/// The rotation vector of a rotation matrix, up to half a turn; near zero the angle over its sine
/// is a series, so that nothing divides by zero.
Vec3 calc_rotation_vector(const Mat3& R);

/// What a torque on the carrier does to the body. An axlebox hangs on the axle by a bearing, so
/// nothing attached to a wheelset turns its spin: by virtual power, w_TC = (w_x, w_z tan(phi), w_z)
/// of a wheelset whose carrier's pitch is held, the torque on the body is (t_x, 0, t_z + t_y
/// tan(phi)). The pitch moment is taken by what guides the axlebox, which is not modelled.
inline Vec3 pass_bearing(double tan_roll, const Vec3& torque_C) {
  return {torque_C[0], 0.0, torque_C[2] + torque_C[1] * tan_roll};
}
/// tan(phi) of a wheelset's carrier.
inline double get_tan_roll(const Mat3& R_TC) {
  return R_TC(2, 1) / R_TC(2, 2);
}

/// What all elements together do to a carrier, in the inertial frame's axes; those of a pair do to
/// B, in A's axes.
struct CarrierWrench {
  Vec3 force, torque;  ///< torque about the mass centre, before the bearing
};

}  // namespace fourfoot::system
