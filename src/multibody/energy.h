#pragma once

#include "multibody/equations.h"

namespace fourfoot::multibody {

/// Energy of the absolute motion and the powers that change it: kinetic' = applied + held + joint +
/// internal.
/// Holds only while no imaginary term is left out.
struct EnergyBalance {
  double kinetic = 0.0;   ///< in the inertial frame [J]
  double applied = 0.0;   ///< power of applied wrenches, weight included [W]
  double held = 0.0;      ///< power of what holds locked and prescribed coordinates [W]
  double joint = 0.0;     ///< power of joints and relations; not zero where they hold to the track
  double internal = 0.0;  ///< power of elasticity and damping of bodies with modes [W]
};

/// Needs calc_acceleration.
EnergyBalance calc_energy(const Model& model, Frames frames, const MotionWorkspace& ws);

/// Force and torque of a joint on its body B, at B's point, in the axes of end A.
struct JointReaction {
  Vec3 force = Vec3::Zero();   ///< [N]
  Vec3 torque = Vec3::Zero();  ///< [N m]
};
/// Needs calc_acceleration.
JointReaction calc_joint_reaction(const Model& model, const MotionWorkspace& ws, Frames frames,
                                  std::size_t joint);

/// Generalised force (N or N m) that holds a locked or prescribed coordinate; 0 for a free one.
/// Needs calc_acceleration.
double calc_holding_force(const Model& model, const MotionWorkspace& ws, std::size_t body,
                          Coordinate coordinate);

}  // namespace fourfoot::multibody
