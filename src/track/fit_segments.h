#pragma once

#include <cstddef>
#include <vector>

namespace fourfoot::track {

/// A straight piece of a curve y(s) over rows [first, last).
struct FitSegment {
  std::size_t first = 0, last = 0;
  double level = 0.0, slope = 0.0;  ///< y = level + slope (s - middle)
  double middle = 0.0;              ///< [m]
};

/// The pieces that together miss the rows least: sum of squares over noise^2 plus a penalty for each
/// piece, the best of all ways to cut at every `stride`-th row.
std::vector<FitSegment> cut_segments(const std::vector<double>& s, const std::vector<double>& y,
                                     double noise, double penalty, std::size_t stride);

/// Curvature at each row from points: a parabola in the axes of the chord, through those within
/// +-window/2.
std::vector<double> estimate_curvature(const std::vector<double>& s, const std::vector<double>& x,
                                       const std::vector<double>& y, double window);

/// R.m.s. of what is left of rows after a straight line through their neighbours is taken away, as
/// noise of single rows.
double estimate_noise(const std::vector<double>& y);

}  // namespace fourfoot::track
