#pragma once

#include <memory>

#include "math/sparse_matrix.h"

namespace fourfoot {

/// Factors P A Q = L U of a square matrix most of whose entries are zero: columns in an order that keeps
/// them so (COLAMD [Davis2004]), rows exchanged for the largest pivot. Of a train they cost in
/// proportion to its length, where dense ones cost its third power.
class SparseFactors {
 public:
  SparseFactors();
  ~SparseFactors();
  SparseFactors(const SparseFactors&) = delete;
  SparseFactors& operator=(const SparseFactors&) = delete;

  /// False if a pivot is zero.
  bool compute(const SparseMat& a);
  bool compute(const MatX& a) { return compute(make_sparse(a)); }
  VecX solve(const VecX& b) const;
  /// An estimate of 1 / (|A| |A^-1|) in the norm of columns' sums, by a few solutions [Higham1988].
  double rcond() const;

 private:
  struct Factors;
  std::unique_ptr<Factors> factors_;
};

}  // namespace fourfoot
