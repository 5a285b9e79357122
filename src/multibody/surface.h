#pragma once

#include "multibody/equations.h"

/// Applied forces that depend on what a surface holds with: creep forces follow the normal force N
/// = lambda of the wheel on its rail. With the constraint solved,
///
///   M s' = f + A^T lambda,   A s' = -gamma,       lambda = lambda_0 + response^T g
///
/// for further generalised forces g, and g = g(lambda) closes the loop. Whoever forms g finds
/// lambda by Newton's method, hands dg/dlambda over as `closure`, and the Jacobian is exact.
namespace fourfoot::multibody {

/// E^T W of a wrench (force_T, torque_C) on a constrained body, added to packed generalised forces.
void add_generalised(const Model& model, const MotionWorkspace& ws, std::size_t body,
                     const Vec6& wrench, Eigen::Ref<VecX> packed);

/// Fills ws.constraint.response. Needs calc_acceleration at the same state.
void calc_surface_response(const Model& model, MotionWorkspace& ws);

/// lu_loop of 1 - response^T closure, for a Newton step of lambda. Needs calc_surface_response.
void factorise_loop(MotionWorkspace& ws);

/// The same and what the Jacobian needs beside it, which from now on sees the closed loop.
void close_surfaces(const Model& model, MotionWorkspace& ws);

}  // namespace fourfoot::multibody
