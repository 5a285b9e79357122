#pragma once

#include "system/workspace.h"

namespace fourfoot::system {

/// Travel and the frames of all bodies at t, on the side of the breaks where `ws` stands.
void calc_frames(const SystemSetting& setting, double t, Workspace& ws);

/// The same, then positions and velocities of the bodies.
void calc_kinematics(const SystemSetting& setting, double t, const integrate::ConstState& state,
                     Workspace& ws);

}  // namespace fourfoot::system
