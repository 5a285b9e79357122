#pragma once

#include "multibody/equations.h"

/// The theorem of [Kisilowski1989]: generalised imaginary forces of a constrained system are linear
/// in those of the same bodies taken as free, which one routine forms for every body.
namespace fourfoot::multibody {

/// Q' of the free bodies: E^T of each body's imaginary wrench (all groups), by speed. Needs
/// calc_acceleration.
void calc_free_imaginary(const Model& model, const MotionWorkspace& ws, Eigen::Ref<VecX> free);

/// Q of u: Q_r = Q'_r + sum over dependent d of X_dr Q'_d, skipping zeros
/// [Kisilowski1989, Eq. 3.13]; [Zboinski2012, Eqs. 60, 62] with their indices set right is the same
/// sum done in two stages, holonomic first.
void reduce_free_forces(const Model& model, const MotionWorkspace& ws, const ConstVec& free,
                        Eigen::Ref<VecX> reduced);

/// The same by definition: sum over all bodies of partial velocity times force and partial angular
/// velocity times torque. `partials`: 6 n x u_count, from calc_partial_velocities.
void sum_imaginary_directly(const Model& model, const MotionWorkspace& ws, const MatX& partials,
                            Eigen::Ref<VecX> reduced);

/// Partial velocities d(v_TB_T, w_TB_C)/du of all bodies. Needs calc_velocity.
void calc_partial_velocities(const Model& model, const MotionWorkspace& ws, MatX& partials);

}  // namespace fourfoot::multibody
