#pragma once

#include <vector>

#include "track/meet_points.h"

namespace fourfoot::track {

/// Where a file says that a transition ends, seen from its start along its tangent.
struct SeenEnd {
  std::size_t element;
  Vec2 end;
};

/// Transitions over the abscissa whose file gives only radii and the length along the arc. Programs
/// mean different curves by that:
///
/// | y'' of the cubic parabola           | ends                                                   |
/// |-------------------------------------|--------------------------------------------------------|
/// | x / (R L), L the length             | where the arc has its length, a little before x = L    |
/// | x / (R X)                           | at X, where the arc has its length                     |
/// | x / (R X cos tau), sin tau = X / 2R | at X; the curvature is nearer to 1 / R there           |
/// | the same                            | at X, with X (1 + tan^2 tau / 10) for the arc's length |
/// | (a clothoid)                        |                                                        |
///
/// The one that comes nearest to all ends together is taken for all; without ends the first.
/// `elements` come with `length` along the arc. Checked with lines of three programs.
void choose_abscissa_curves(std::vector<HorizontalElement>& elements,
                            const std::vector<SeenEnd>& ends);

/// Length in plan of elements whose radii are all stated.
double calc_plan_length(const std::vector<HorizontalElement>& elements);

}  // namespace fourfoot::track
