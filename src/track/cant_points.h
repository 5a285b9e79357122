#pragma once

#include <vector>

#include "track/description.h"

namespace fourfoot::track {

/// The cant at a chainage, and how it passes from there to the next.
struct CantPoint {
  SourceLocation where;
  double along = 0.0;  ///< in plan, from the start of the line [m]
  double cant = 0.0;   ///< > 0: right rail raised [m]
  TransitionShape shape = TransitionShape::linear;
};

/// The cant elements of a line of this length in plan; before the first and after the last point
/// cant stays. Two points at one chainage are a jump.
std::vector<CantElement> build_cant_elements(const std::vector<CantPoint>& points, double length);

}  // namespace fourfoot::track
