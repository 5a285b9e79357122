#pragma once

#include "integrate/problem.h"
#include "system/system.h"

namespace fourfoot::analysis {

/// Bounds beyond which no model means anything, whatever it is made of: the method or the motion
/// has diverged. A wheelset more than 10 m beside or above its nominal position, another body
/// more than 10 km from its own, a state that is not finite or beyond 1e8. To be called with the
/// workspace of a recorded row; throws RunError that names the body.
///
/// Models with profiles have narrower limits of their own (system/limits.cpp: derailment,
/// roll-over).
void check_bounds(const system::System& system, double t, const integrate::ConstVecRef& y,
                  const system::Workspace& workspace);

/// What the run would not notice, since it looks for limits that are passed: a wheelset that is off
/// its rails at the start, a vehicle that starts beyond the end where it shall stop. Throws
/// InputError ("bad-start").
void check_start(const system::System& system, const VecX& state, bool stops_at_track_end);

}  // namespace fourfoot::analysis
