#pragma once

#include <variant>
#include <vector>

#include "profile/curve.h"

namespace fourfoot::profile {

/// Exact pieces of a profile's definition, in profile coordinates (y to the field side, z up) [m].

/// Straight from one point to another.
struct LinePiece {
  double y0, z0, y1, z1;
};

/// Circular arc from one point to another: the shorter one; radius > 0. `bulges_left` says on which
/// side of the way from start to end the arc's bow lies: true = to the left (it turns right on the
/// way, negative curvature).
struct ArcPiece {
  double y0, z0, y1, z1;
  double radius;
  bool bulges_left;
};

/// z = sum c[k] (y - origin)^k from y0 to y1.
struct PolynomialPiece {
  double y0, y1;
  double origin;
  std::vector<double> coefficients;
};

using Piece = std::variant<LinePiece, ArcPiece, PolynomialPiece>;

/// The curve of the pieces, joined in the order given, nodes every `spacing`. Ends that miss each
/// other by less than `join_tolerance` are accepted as they are drawn (a definition rounded to 1e-4
/// mm does not close exactly): the second piece is shifted to close the gap. A wider gap throws
/// std::invalid_argument that says which pieces.
Curve build_curve(const std::vector<Piece>& pieces, double spacing = 0.5e-3,
                  double join_tolerance = 2e-6);

}  // namespace fourfoot::profile
