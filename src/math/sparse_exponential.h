#pragma once

#include "math/sparse_rows.h"

namespace fourfoot {

/// Carries many vectors over an interval of a linear equation with few entries,
///
///   w' = A w            w <- exp(A) w
///   w' = A w + p        w <- exp(A) w + (exp(A) - 1) A^-1 p      the last of them
///
/// by the Taylor series of exp(A) w, ended where the next term is below 1e-6 of the largest entry:
/// entries are compared with each other, so scale them. Where A is so large that the series is long,
/// the interval is halved. What has decayed costs nothing: the series is as long as w needs it.
class SparseExponential {
 public:
  void apply(const SparseRows& a, const VecX& p, RowMatX& w);

 private:
  bool carry(const SparseRows& a, const VecX& p, double part, RowMatX& w);

  RowMatX sum_, term_, next_;
};

}  // namespace fourfoot
