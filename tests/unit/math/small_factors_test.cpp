#include "math/small_factors.h"

#include <gtest/gtest.h>

#include <random>

#include "math/dense.h"

namespace fourfoot {
namespace {

/// Random entries, some of them zero.
MatX make_random(int rows, int columns, double share, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  MatX a(rows, columns);
  for (Eigen::Index i = 0; i < a.size(); ++i)
    a(i) = std::abs(uniform(random)) < share ? uniform(random) : 0.0;
  return a;
}

TEST(SmallFactors, SolveAsEigenDoes) {
  std::mt19937 random(3);
  for (int n = 1; n <= 14; ++n) {
    for (const double share : {0.4, 1.0}) {
      MatX a = make_random(n, n, share, random);
      a.diagonal().array() += 0.1;  // rows are exchanged, but none is without entries
      const LuFactors reference(a);
      if (reference.rcond() < 1e-6) continue;
      const MatX b = make_random(n, 3, 1.0, random);
      MatX x = b;
      SmallLu lu;
      lu.compute(a);
      lu.solve_in_place(x);
      EXPECT_LT((a * x - b).norm(), 1e-9);
      EXPECT_LT((x - reference.solve(b)).norm(), 1e-9 * x.norm());
      MatX rows = b.transpose();
      lu.solve_rows_in_place(rows);
      EXPECT_EQ(rows, x.transpose());
      VecX y = b.col(0), z = b.col(1);
      lu.solve_in_place(y);
      EXPECT_EQ(y, x.col(0));
      lu.solve_transposed_in_place(z);
      EXPECT_LT((a.transpose() * z - b.col(1)).norm(), 1e-9);
    }
  }
}

TEST(SmallFactors, SolveSymmetricMatricesByTheirLowerHalf) {
  std::mt19937 random(4);
  for (int n = 1; n <= 14; ++n) {
    const MatX half = make_random(n, n, 0.7, random);
    MatX a = half * half.transpose() + 0.1 * MatX::Identity(n, n);
    const MatX whole = a, b = make_random(n, 2, 0.8, random);
    a.triangularView<Eigen::StrictlyUpper>().setConstant(1e300);
    MatX x = b;
    SmallCholesky factors;
    factors.compute(a);
    factors.solve_in_place(x);
    EXPECT_LT((whole * x - b).norm(), 1e-10);
  }
}

}  // namespace
}  // namespace fourfoot
