#pragma once

#include <vector>

#include "math/types.h"
#include "multibody/imaginary.h"
#include "multibody/model.h"

namespace fourfoot::multibody {

using Vec6 = Eigen::Matrix<double, 6, 1>;

/// What is computed for one body. T: its track frame; B: body; C: the carrier, the axes of the
/// angular speeds (B for a body, S for a wheelset).
struct BodyWorkspace {
  // --- position: calc_position (t, q) ---
  Vec3 p_TB;          ///< place of the mass centre, in T [m]
  Mat3 R_TB;          ///< orientation of the body
  Mat3 R_TC;          ///< orientation of the carrier
  Vec3 angles;        ///< (roll, pitch, yaw) [rad]; with a quaternion: see calc_angles
  Mat3 rate_map;      ///< w = rate_map (angles)'; identity columns unused with a quaternion
  Mat3 carrier_map;   ///< w_TC_C = carrier_map w_TB_C: identity, or takes out the spin
  Eigen::Vector4d e;  ///< normalised quaternion, if the chart is one

  // --- velocity: calc_velocity (t, q, u) ---
  Vec3 v_TB_T;          ///< relative velocity of the mass centre, in T [m/s]
  Vec3 w_TB_C;          ///< relative angular velocity of the body, in C [rad/s]
  Vec3 w_TC_C;          ///< relative angular velocity of the carrier, in C [rad/s]
  Vec3 angle_rates;     ///< (angles)' [rad/s]; unused with a quaternion
  Vec3 v_bias, w_bias;  ///< relative accelerations (of components) where u' = 0 [m/s^2, rad/s^2]

  // --- force: the caller, through add_wrench ---
  Vec3 force_T;   ///< applied force at the mass centre, in T [N]
  Vec3 torque_C;  ///< applied torque about the mass centre, in C [N m]

  // --- acceleration: calc_acceleration ---
  ImaginaryWrench imaginary;  ///< by group
  Vec3 relative_torque;       ///< -w_TC x J w: the term of the relative motion itself, in C [N m]
  Vec3 a_T;                   ///< derivative of v_TB_T's components [m/s^2]
  Vec3 alpha_C;               ///< derivative of w_TB_C's components [rad/s^2]
  Vec3 reaction_force_T;      ///< of everything that holds the body: locks, joints [N]
  Vec3 reaction_torque_C;     ///< the same, torque [N m]
};

/// Scratch of one thread; allocates at construction only.
class Workspace {
 public:
  explicit Workspace(const Model& model);

  std::vector<BodyWorkspace> bodies;
  VecX qdot;  ///< calc_velocity

  void clear_wrenches();
  void add_wrench(std::size_t body, const Vec3& force_T, const Vec3& torque_C) {
    bodies[body].force_T += force_T;
    bodies[body].torque_C += torque_C;
  }
};

}  // namespace fourfoot::multibody
