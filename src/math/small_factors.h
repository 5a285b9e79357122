#pragma once

#include <vector>

#include "math/types.h"

/// Factors of matrices with some ten rows that are made anew in every rate: plain loops, which skip
/// zeros. By instruction count of a coach with axle boxes they cost two thirds (LU with its
/// solutions) and a third (solution by Cholesky's factors) of Eigen's kernels for matrices of any
/// size. None allocates where the sizes stay.
namespace fourfoot {

/// P A = L U, rows exchanged for the largest pivot.
class SmallLu {
 public:
  void compute(const MatX& a);
  /// x = A^-1 x, column by column; x = A^-T x.
  void solve_in_place(Eigen::Ref<MatX> x) const;
  void solve_in_place(VecX& x) const { solve(x.data()); }
  void solve_transposed_in_place(VecX& x) const;
  /// x = A^-1 x, x given transposed: column k is row k of x.
  void solve_rows_in_place(MatX& transposed) const;
  /// x = A^-1 x, as many numbers as A has rows.
  void solve(double* x) const;

 private:
  MatX lu_;  ///< L below the diagonal, whose ones are not stored; U
  VecX inverse_pivots_;
  std::vector<Eigen::Index> exchanged_;  ///< row k with this one
};

/// A = L L^T of a symmetric, positive definite matrix; only its lower half is read.
class SmallCholesky {
 public:
  void compute(const Eigen::Ref<const MatX>& a);
  /// x = A^-1 x, column by column.
  void solve_in_place(Eigen::Ref<MatX> x) const;

 private:
  MatX l_;  ///< the diagonal inverted; above it anything
};

}  // namespace fourfoot
