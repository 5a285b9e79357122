#pragma once

#include <vector>

#include "track/piece.h"

namespace fourfoot::track {

/// The cubic parabola as built: y'' = k_a + (k_b - k_a) x / X over the abscissa x, from the end
/// with the smaller curvature; for k_a = 0 this is y = x^3 / (6 R X). Its length along the arc is a
/// little more than X and its end curvature misses k_b (1.1 % at R = 600 m, X = 102.4 m). Programs
/// that say "3rd degree parabola" often mean curvature linear in arc length: that is the clothoid.
/// Valid while the end's slope X (k_a + k_b) / 2 is below 0.4 (the curvature peaks at 0.447).
double calc_cubic_parabola_length(double k0, double k1, double X);
std::vector<Piece> make_cubic_parabola(double begin, double k0, double k1, double X);

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
