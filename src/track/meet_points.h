#pragma once

#include <vector>

#include "track/description.h"

namespace fourfoot::track {

using Vec2 = Eigen::Vector2d;

/// An element seen from its start: where it ends, how far it turns.
struct Leg {
  Vec2 chord;
  double turn = 0.0;
};
Leg calc_leg(const HorizontalElement& element, double gauge);

/// Elements against the points where, by their file, they begin and end.
struct PointCheck {
  double largest_gap = 0.0;     ///< of the line as built from a point [m]
  std::size_t at = 0;           ///< that point
  double largest_change = 0.0;  ///< of a length [m]
};

/// Finds the heading at the start, and changes lengths by what rounding may have taken from them, so
/// that the chain of elements meets `points` (one more than elements; x, y). A file that gives arc
/// lengths to a millimetre turns a curve of 800 m by up to 0.6 urad too far, which after 10 km is
/// 6 mm; chains of many curves drift. The lengths are those that maximise the likelihood of points
/// and lengths that are both rounded to a millimetre (a Kalman filter along the line and the
/// smoother of [Rauch1965] back). Radii stay: lines remain straight.
/// Nothing is changed if some length would change by more than 20 mm: then the elements and the
/// points are not of one line, and the gap tells.
PointCheck meet_points(std::vector<HorizontalElement>& elements, const std::vector<Vec2>& points,
                       double gauge, Vec2& start, double& heading);

}  // namespace fourfoot::track
