#pragma once

#include <vector>

#include "track/description.h"

namespace fourfoot::track {

/// A point of vertical intersection, with the curve that rounds it.
struct ProfilePoint {
  SourceLocation where;
  double along = 0.0;   ///< in plan, from the start of the line [m]
  double height = 0.0;  ///< [m]
  VerticalType curve = VerticalType::constant_gradient;  ///< none
  double length_in = 0.0, length_out = 0.0;              ///< of a parabola, before and after it [m]
  double radius = 0.0;                                   ///< of a circle [m]
};

/// The vertical elements of a line of this length in plan; `height` becomes that of its start. A
/// profile that does not cover the line goes on with its gradients.
std::vector<VerticalElement> build_profile(const std::vector<ProfilePoint>& points, double length,
                                           double& height);

/// Elements with their chainages, cut to the line: 0 to `length`.
struct PlacedGradient {
  SourceLocation where;
  VerticalType type = VerticalType::constant_gradient;
  double begin = 0.0, end = 0.0;  ///< in plan [m]
  double g0 = 0.0, g1 = 0.0;      ///< gradients at its ends
};
std::vector<VerticalElement> cut_profile(const std::vector<PlacedGradient>& gradients,
                                         double length);

}  // namespace fourfoot::track
