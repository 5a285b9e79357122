#pragma once

#include "element/reflection.h"
#include "vehicle/description.h"

namespace fourfoot::vehicle {

/// Where a part of a vehicle stands and what it is called: p' = at + S p, S the mirror.
struct PartPlacement {
  std::string name;  ///< of the part; empty for the whole vehicle
  Vec3 at = Vec3::Zero();
  element::Reflection mirror;
};

/// Moves and mirrors everything of a part, and gives it the names it has outside of the part.
///
/// Polar quantities (positions, displacements, velocities, forces) are multiplied by S, axial ones
/// (rotations, torques) by det(S) S; the inertia tensor J becomes S J S; wheels change sides where
/// y is mirrored; the laws of elements are mirrored by their own rule (element/reflection.h).
/// Joints' axes are directions without a sense.
///
/// Names: a body's `new_name`, else "part_name"; everything else "part_name". References inside the
/// part follow.
void place(const PartPlacement& placement, VehicleDescription& part);

/// Adds everything of `part` to `whole`.
void append(VehicleDescription part, VehicleDescription& whole);

}  // namespace fourfoot::vehicle
