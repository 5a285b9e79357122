#pragma once

#include <vector>

#include "track/meet_points.h"

namespace fourfoot::track {

/// What was measured of a line: curvature over the length along it, or points in plan.
struct MeasuredLine {
  std::vector<double> s;          ///< ascending [m]; of points: along the polygon
  std::vector<double> curvature;  ///< > 0 to the left [1/m]; empty if there are points
  std::vector<double> x, y;       ///< [m]
  bool has_points() const { return !x.empty(); }
};

struct FitOptions {
  double straight_radius = 20000.0;  ///< a curve of a larger radius becomes a straight [m]
  double shortest = 5.0;             ///< of a transition; shorter ones become jumps [m]
  /// How many times the noise a change of curvature must be to be one; larger: fewer elements.
  double caution = 4.0;
};

/// A straight or an arc with the ramp to the next one behind it.
struct FittedElement {
  double begin = 0.0, end = 0.0;  ///< of the constant part [m]
  double curvature = 0.0;         ///< 0: straight [1/m]
};

/// A line of straights, clothoids and arcs: between the end of an element and the begin of the next
/// one the curvature is linear over s.
struct FittedLine {
  std::vector<FittedElement> elements;
  Vec2 start = Vec2::Zero();
  double heading = 0.0;           ///< at the start [rad]
  std::vector<double> s;          ///< of the rows that were compared [m]
  std::vector<double> measured;   ///< curvature there, smoothed over a window [1/m]
  std::vector<double> residuals;  ///< of points: distance to the left of the line [m], else of
                                  ///< curvature [1/m]
  double rms = 0.0, largest = 0.0;
  double window = 0.0;  ///< of the smoothing [m]

  double calc_curvature(double at) const;
};

/// Finds the elements. The measured curvature (of points: that of parabolas through those within a
/// window that is as wide as their noise asks for) is cut into straight pieces by dynamic
/// programming, which costs each piece a penalty over the noise; pieces become constants and ramps;
/// Levenberg and Marquardt's method [Marquardt1963] then moves ends, curvatures, start and heading until the sum of
/// squares of the distances of all points (or of all curvatures) is least. Throws
/// std::invalid_argument with a sentence.
FittedLine fit_alignment(const MeasuredLine& line, const FitOptions& options);

}  // namespace fourfoot::track
