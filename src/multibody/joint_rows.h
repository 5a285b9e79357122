#pragma once

#include "multibody/equations.h"

/// Rows of the joints within the equations; used by this room only.
namespace fourfoot::multibody {

enum class RowStage { velocity, acceleration };

/// Both bodies move relative to the same T: their rows need not know how T moves.
bool share_frame(const MovingFrame& a, const MovingFrame& b);

/// T itself as an end of joints, relative to T.
EndMotion<double> make_track_end();

/// velocity: A, wrenches, violation and violation' of the joints' rows. acceleration: violation'', of
/// joints that have been placed by the former.
void calc_joint_rows(const Model& model, Frames frames, MotionWorkspace& ws, RowStage stage);

}  // namespace fourfoot::multibody
