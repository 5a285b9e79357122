#include "math/sparse_factors.h"

#include <gtest/gtest.h>

#include <cmath>

#include "math/dense.h"

namespace fourfoot {
namespace {

/// A chain of blocks, each joined to the next by one entry; its diagonal is no good pivot.
MatX make_chain(int blocks, double last) {
  const int size = 4, n = size * blocks;
  MatX a = MatX::Zero(n, n);
  for (int b = 0; b < blocks; ++b) {
    for (int i = 0; i < size; ++i)
      for (int k = 0; k < size; ++k)
        if (i != k) a(size * b + i, size * b + k) = std::sin(1.0 + 3.1 * b + 1.7 * i + 0.9 * k * k);
    if (b + 1 < blocks) a(size * b + 1, size * b + 6) = a(size * b + 6, size * b + 1) = 0.3;
  }
  a.col(n - 1) = last * a.col(n - 1) + (1.0 - last) * a.col(n - 2);
  return a;
}

TEST(SparseFactors, SolveAsDenseOnesDo) {
  const MatX a = make_chain(12, 1.0);
  SparseFactors sparse;
  ASSERT_TRUE(sparse.compute(a));
  const LuFactors dense(a);
  const VecX b = VecX::LinSpaced(a.rows(), -1.0, 2.0);
  EXPECT_LT((sparse.solve(b) - dense.solve(b)).cwiseAbs().maxCoeff(),
            1e-12 * dense.solve(b).cwiseAbs().maxCoeff());
}

// Both are estimates, from below: of one another's order.
TEST(SparseFactors, KnowHowNearToSingularTheyAre) {
  for (const double last : {1.0, 1e-3, 1e-7}) {
    const MatX a = make_chain(12, last);
    SparseFactors sparse;
    ASSERT_TRUE(sparse.compute(a));
    const double exact = 1.0 / (a.cwiseAbs().colwise().sum().maxCoeff() *
                                LuFactors(a)
                                    .solve(MatX(MatX::Identity(a.rows(), a.rows())))
                                    .cwiseAbs()
                                    .colwise()
                                    .sum()
                                    .maxCoeff());
    EXPECT_GT(sparse.rcond(), 0.999 * exact);
    EXPECT_LT(sparse.rcond(), 3.0 * exact);
  }
  MatX singular = make_chain(3, 1.0);
  singular.row(5).setZero();
  SparseFactors sparse;
  EXPECT_FALSE(sparse.compute(singular));
}

}  // namespace
}  // namespace fourfoot
