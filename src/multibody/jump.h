#pragma once

#include "multibody/equations.h"

namespace fourfoot::multibody {

/// Passing a corner of the track: where the slope of the cant ramp jumps, omega (and v_o) of a
/// track frame jumps while the body's absolute motion does not. Changes u so that absolute
/// velocities stay what they are:
///
///   Delta w' = -[omega]     Delta v' = -[v_o] - [omega] x r'
///
/// Where locked coordinates force bodies along with their frames, the speeds are those after the
/// impulse: the nearest in the norm of kinetic energy that constraints allow. Frames before and
/// after differ in velocities only. Checked against motion integrated in an inertial frame.
void apply_jump(const Model& model, double t, const ConstVec& q, Frames before, Frames after,
                MotionWorkspace& ws, VecX& u);

/// The same where axes may turn as well: at a corner of the track itself (a gradient without
/// vertical curve) the orientation of a frame jumps from R_NB to R_NA, R_BA = R_NB^T R_NA. Changes
/// q and u.
/// - A body that nothing holds stays where it is in space: p_A = R_BA^T p_B, R_A = R_BA^T R_B.
/// - A body that is locked or jointed to its frame cannot stay: what holds it is met again behind
///   the corner, by the smallest displacement D in the norm of the mass matrix (that of the kinetic
///   energy), so that E^T M D = 0 for all motions E u that locks and joints allow.
/// - Parts of the track turn with their frames.
/// - Absolute velocities are kept and struck as in apply_jump, at the new position.
/// Reasons and the limit of a short vertical curve: docs/theory/multibody.md.
void pass_corner(const Model& model, double t, Frames before, Frames after, MotionWorkspace& ws,
                 VecX& q, VecX& u);

/// Whether any frame's axes differ.
bool has_turned(Frames before, Frames after);

}  // namespace fourfoot::multibody
