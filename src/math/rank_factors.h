#pragma once

#include <memory>

#include "math/sparse_matrix.h"

namespace fourfoot {

/// Square matrices that may lack rank, small or large. It answers what OrthogonalFactors answers: the
/// shortest x that brings A x closest to b, the rank, and what A takes to zero. Singular values below
/// `threshold` times the largest length of a column count as zero.
///
/// Dense orthogonal factors cost the third power of the size. So from `many` rows on, three ways are tried in
/// this order:
///   regular    sparse factors of A itself (SparseFactors), if its reciprocal condition is above 10 `threshold`.
///   deflated   sparse factors of M = A + E, where E has one entry for each direction that A does not see.
///              How many these are, and where they stand out, tells inverse iteration with a block Q of vectors,
///              Q <- S^-1 S^-T Q [GolubVanLoan2013, 8.2.4]: those of Q with A Q below the threshold. S = A + d I
///              has no zero pivot; d is a hundredth of the smallest singular value that counts. Its directions are
///              only near to those of A, but in rows I and columns J where the left and the right ones stand
///              out most, entries make M regular, and M^-1 takes unit vectors of I to what A does not see, V,
///              exactly; M^-T those of J to what A^T does not see, U. For b without a part along U, M x = b
///              makes x_J = 0 and so A x = b: x = (1 - V V^T) M^-1 (1 - U U^T) b.
///   dense      where more than `most_unseen` directions are lost, or one of these steps fails.
/// Checked with OrthogonalFactors: tests/unit/math/rank_factors_test.cpp.
class RankFactors {
 public:
  static constexpr Eigen::Index many = 250;
  static constexpr Eigen::Index most_unseen = 32;
  enum class Way { regular, deflated, dense };

  RankFactors(const SparseMat& a, double threshold);
  RankFactors(const MatX& a, double threshold) : RankFactors(make_sparse(a), threshold) {}
  ~RankFactors();
  RankFactors(const RankFactors&) = delete;
  RankFactors& operator=(const RankFactors&) = delete;

  VecX solve(const VecX& b) const;
  Eigen::Index rank() const;
  /// Columns that A takes to zero, orthonormal.
  MatX calc_null_space() const;
  Way way() const { return way_; }

 private:
  struct Factors;

  std::unique_ptr<Factors> factors_;
  Way way_ = Way::dense;
};

}  // namespace fourfoot
