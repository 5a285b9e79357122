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
                Workspace& ws, VecX& u);

}  // namespace fourfoot::multibody
