#pragma once

#include "analysis/modes.h"
#include "analysis/orbit_newton.h"

namespace fourfoot::analysis {

/// Functions of an orbit that pass through zero along a branch where something special happens.
///
///   branch     det of Newton's matrix with the tangent as its last row. It is the determinant at
///              fixed parameter divided by the parameter's share of the tangent (Cramer), so it stays
///              away from zero at folds and vanishes where another branch crosses [Keller1977]
///   doubling   prod (1 + mu) over the multipliers: a multiplier is -1
///   outside    number of multipliers beyond the unit circle; with `multipliers` by size the modulus
///              at one rank is continuous, and where a pair passes it is 1
///   clearance  least value of each watch over the period (flange, stop): 0 where it is grazed
///
/// Real multipliers that meet and become a pair change none of the signs.
struct OrbitTests {
  double branch = 0.0, doubling = 0.0;
  int outside = 0;
  Eigen::VectorXcd multipliers;  ///< by size, without the one that is 1
  VecX clearances;
};

/// `point` with derivatives and tangent; `multipliers`: its own (floquet.h).
OrbitTests calc_tests(const OrbitPoint& point, const Eigen::VectorXcd& multipliers,
                      OrbitFlow& flow);

/// The least value of each watch over the passage of an orbit.
VecX calc_clearances(OrbitFlow& flow, const Passage& passage);

/// Directions of norm 1 in which Newton's matrix is nearly singular, beside the tangent: A right and
/// left^T A are small; `right` scaled (x, T, p), orthogonal to the tangent, `left` without the rows of
/// phase and tangent.
struct NearNull {
  VecX right, left;
};
NearNull find_near_null(const OrbitPoint& point);
/// Eigenvector of the monodromy for the real multiplier nearest to -1, as such a direction: the
/// branch of twice the period leaves along it.
VecX find_doubling_direction(const OrbitPoint& point);

}  // namespace fourfoot::analysis
