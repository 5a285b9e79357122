#pragma once

#include "multibody/equations.h"

/// Rows of the joints within the equations; used by this room only.
namespace fourfoot::multibody {

enum class RowStage { velocity, acceleration };

/// Absolute motion of a body's track frame, as an end of joints.
EndMotion<double> calc_track_end(const MovingFrame& frame);

/// velocity: A, wrenches, violation and violation' of the joints' rows. acceleration: violation'', of
/// joints that have been placed by the former.
void calc_joint_rows(const Model& model, Frames frames, MotionWorkspace& ws, RowStage stage);

}  // namespace fourfoot::multibody
