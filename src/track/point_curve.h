#pragma once

#include <vector>

#include "track/piece.h"

namespace fourfoot::track {

/// A curve through surveyed points: cubic splines x(t), y(t) over the chord length t, with the
/// given curvatures at the ends, as curvature over arc length. The points are followed, not
/// smoothed.
class PointCurve {
 public:
  PointCurve(const std::vector<double>& x, const std::vector<double>& y, double k0, double k1);
  double length() const { return knots_.back(); }
  std::vector<Piece> make_curvature(double begin) const;

  /// Curvature of the circle through the first or the last three points: for a free end.
  static double estimate_curvature(const std::vector<double>& x, const std::vector<double>& y,
                                   bool at_end);

 private:
  std::vector<double> t_, x_, y_, mx_, my_;  ///< knots, points, second derivatives
  std::vector<double> knots_;                ///< arc length at each point

  struct Local;
  Local calc(std::size_t interval, double t) const;
  double calc_arc(std::size_t interval, double t) const;
};

}  // namespace fourfoot::track
