#pragma once

#include "multibody/body_motion.h"
#include "multibody/joint_rows.h"

/// Joints and relations within the equations; used by this room only.
namespace fourfoot::multibody {

/// velocity: A, violation and violation'. acceleration: violation''; at the present state of the
/// bodies.
void calc_rows(const Model& model, Frames frames, MotionWorkspace& ws, RowStage stage);

/// speeds = B u + b: fills ws.speeds, and the twists of the constrained bodies by them.
void solve_dependent_speeds(const Model& model, double t, const ConstVec& u, Frames frames,
                            MotionWorkspace& ws);

/// q' += N (-rate A_d^-1 violation) in the dependent directions: draws joints that drifted together
/// again, violation' = -rate violation.
void add_drift_correction(const Model& model, const ConstVec& q, MotionWorkspace& ws);

/// Packed mass, B, and theta factorised. Needs A, A_d.
void calc_reduced_mass(const Model& model, MotionWorkspace& ws);

/// The same step as calc_acceleration for the constrained bodies; udot: of u.
void solve_constrained(const Model& model, Frames frames, MotionWorkspace& ws,
                       Eigen::Ref<VecX> udot);

}  // namespace fourfoot::multibody
