#pragma once

#include <vector>

#include "profile/curve.h"

namespace fourfoot::profile {

struct SmoothedCurve {
  Curve curve;
  double rms_residual = 0.0;  ///< root mean square distance of the points from the curve's points
  double max_residual = 0.0;
};

/// Cubic smoothing spline through points, by cumulative chord length u [Reinsch1967]:
///   minimise  int |p''(u)|^2 du   subject to   mean |p(u_i) - p_i|^2 <= tolerance^2
/// tolerance = 0 interpolates. Natural ends. The result is C2 and is handed over by arc length.
/// `y`, `z` in m, in the order of the curve, no two neighbours equal; at least 4 points.
SmoothedCurve build_smoothed_curve(const std::vector<double>& y, const std::vector<double>& z,
                                   double tolerance);

}  // namespace fourfoot::profile
