#pragma once

#include "multibody/equations.h"

/// Small changes of the position in as many directions as there are freedoms, for equilibria and
/// eigenvalues: dq = N d(pi), pi' = u. A quaternion's norm and motion against joints are not among
/// them. Not for the time loop: these allocate.
namespace fourfoot::multibody {

/// N (q_count x u_count): d(q')/du, joints respected. Needs calc_velocity.
MatX calc_tangent_basis(const Model& model, const ConstVec& q, const MotionWorkspace& ws);

/// The Jacobian of (q', u') in the directions (pi, u): 2 u_count square,
///
///   [ N+ J_qq N   N+ J_qu ]
///   [    J_uq N      J_uu ]     N+ = (N^T N)^-1 N^T
///
/// Its eigenvalues are those of the motion about a state of rest relative to the frames (spinning
/// wheelsets included, nothing depends on their spin angle).
MatX reduce_jacobian(const MatX& jacobian, const MatX& N);

/// q moved by N d(pi), quaternions brought back to norm one.
void move_along(const Model& model, const MatX& N, const VecX& step, VecX& q);

}  // namespace fourfoot::multibody
