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

}  // namespace fourfoot::multibody
