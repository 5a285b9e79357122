#pragma once

#include <vector>

#include "track/piece.h"
#include "track/transition.h"

namespace fourfoot::track {

/// A transition as old lines were built, given over the abscissa x along the tangent of its flatter
/// end: y'' = k_a + (k_b - k_a) f(x / X). With f = u and k_a = 0 it is the cubic parabola
/// y = x^3 / (6 R X), with f = (1 - cos(pi u)) / 2 the sine half-wave of Japanese lines. Its length
/// along the arc is a little more than X and its end curvature misses k_b (cubic parabola: 1.1 % at
/// R = 600 m, X = 102.4 m). Programs that say "3rd degree parabola" often mean curvature linear in
/// arc length: that is the clothoid. Valid while the end's slope is below 0.4 (the curvature of the
/// cubic parabola peaks at 0.447).
class AbscissaCurve {
 public:
  /// `arc_length`: it ends there along the arc, a little before X, as where the length of the drawing
  /// is both X of the formula and the length that was laid; 0: it ends at X.
  AbscissaCurve(TransitionShape shape, double k0, double k1, double X, double arc_length = 0.0);
  /// Along the arc [m].
  double length() const { return length_; }
  /// Curvature over arc length.
  std::vector<Piece> make_curvature(double begin) const;

  /// X of the curve with this length along the arc.
  static double find_abscissa(TransitionShape shape, double k0, double k1, double length);

 private:
  double calc_slope(double x) const;
  double calc_arc(double x) const;  ///< length along the arc up to x [m]
  double calc_curvature(std::size_t piece, double along) const;

  double X_, length_ = 0.0;
  bool is_exit_;               ///< the flatter end is the last: the mirror image of an entry
  std::vector<Piece> bends_;   ///< y'' over x
  std::vector<Piece> slopes_;  ///< y' over x
  std::vector<double> arcs_;   ///< length along the arc where each piece begins, and at the end
};

}  // namespace fourfoot::track
