#pragma once

#include "math/types.h"

namespace fourfoot {

/// The motion of a track-following frame T in the inertial frame N at one instant. The track room
/// computes it, the multibody room uses it; neither knows the other. All vectors but p_NT are in
/// T's axes.
struct MovingFrame {
  Vec3 p_NT = Vec3::Zero();        ///< position of T's origin, in N [m]
  Mat3 R_NT = Mat3::Identity();    ///< orientation: v_N = R_NT v_T
  Vec3 v_NT_T = Vec3::Zero();      ///< velocity of T's origin, (v, 0, 0) along a track [m/s]
  Vec3 w_NT_T = Vec3::Zero();      ///< omega, angular velocity [rad/s]
  Vec3 alpha_NT_T = Vec3::Zero();  ///< epsilon, angular acceleration [rad/s^2]
  Vec3 a_NT_T =
      Vec3::Zero();  ///< a_o, acceleration of T's origin, tangential and normal part [m/s^2]
  double s = 0.0;    ///< arc length of T's origin along the track [m]
};

}  // namespace fourfoot
