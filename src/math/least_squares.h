#pragma once

#include <memory>
#include <vector>

#include "math/dense.h"

/// Matrices that may lack rank. Pivots below `threshold` times the largest count as none; a
/// threshold of 0 is the rounding of doubles. Householder's reflections with columns exchanged for
/// the longest; compiled once, see dense.h.
namespace fourfoot {

/// Where a matrix takes vectors and where it does not, from its complete orthogonal factors
/// A P = Q [T 0; 0 0] Z.
class OrthogonalFactors {
 public:
  explicit OrthogonalFactors(const MatX& a, double threshold = 0.0);
  ~OrthogonalFactors();
  OrthogonalFactors(const OrthogonalFactors&) = delete;
  OrthogonalFactors& operator=(const OrthogonalFactors&) = delete;

  /// The shortest x of those that bring A x closest to b.
  VecX solve(const VecX& b) const;
  Eigen::Index rank() const;
  /// Columns that A takes to zero, orthonormal.
  MatX calc_null_space() const;

 private:
  struct Factors;
  std::unique_ptr<Factors> factors_;
};

/// x that brings A x closest to B, for A of more rows than columns and full rank: A P = Q R.
class TallFactors {
 public:
  explicit TallFactors(const MatX& a);
  ~TallFactors();
  TallFactors(const TallFactors&) = delete;
  TallFactors& operator=(const TallFactors&) = delete;

  MatX solve(const MatX& b) const;
  VecX solve(const VecX& b) const;

 private:
  struct Factors;
  std::unique_ptr<Factors> factors_;
};

/// Columns in the order in which they are pivots of A P = Q R: the most independent ones first.
std::vector<int> order_columns(const MatX& a);
/// How many columns are independent.
Eigen::Index calc_rank(const MatX& a, double threshold);
/// Columns y with A y = 0, from Gaussian elimination with rows and columns exchanged: few entries
/// of each differ from zero.
MatX calc_kernel(const MatX& a, double threshold);

}  // namespace fourfoot
