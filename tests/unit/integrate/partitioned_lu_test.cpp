#include "integrate/partitioned_lu.h"

#include <gtest/gtest.h>

#include <random>

namespace fourfoot::integrate {
namespace {

// I - D J with blocks of the coordinates as bodies have them, and a dense rest.
MatX make_matrix(const std::vector<int>& blocks, int n_r, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  int n_q = 0;
  for (const int count : blocks) n_q += count;
  MatX a = MatX::Identity(n_q + n_r, n_q + n_r);
  a.bottomRows(n_r) += MatX::NullaryExpr(n_r, n_q + n_r, [&] { return uniform(random); });
  int at = 0, column = n_q;
  for (const int count : blocks) {
    for (int i = 0; i < count; ++i) {
      for (int k = 0; k < count; ++k) a(at + i, at + k) += 0.1 * uniform(random);
      for (int k = 0; k < 3 && column + k < n_q + n_r; ++k) a(at + i, column + k) = uniform(random);
    }
    at += count;
    column += 3;
  }
  return a;
}

TEST(PartitionedLu, SolvesWhatPlainFactorsSolve) {
  std::mt19937 random(3);
  for (const std::vector<int>& blocks : {std::vector<int>{}, {1}, {7, 6, 7}, {3, 1, 1, 6}, {12}}) {
    for (const int n_r : {1, 4, 25}) {
      const MatX a = make_matrix(blocks, n_r, random);
      const int n = static_cast<int>(a.rows());
      PartitionedLu lu({n - n_r, n_r, 0}, n);
      for (int again = 0; again < 2; ++again) {  // the second time with everything laid out
        ASSERT_TRUE(lu.compute(a));
        VecX x = VecX::Random(n);
        const VecX b = a * x;
        VecX solved = b;
        lu.solve(solved, solved);  // in place
        EXPECT_LT((a * solved - b).norm(), 1e-11 * b.norm()) << n << " " << n_r;
      }
    }
  }
}

TEST(PartitionedLu, TellsASingularMatrix) {
  MatX a = MatX::Identity(6, 6);
  a(5, 5) = 0.0;
  PartitionedLu lu({3, 3, 0}, 6);
  EXPECT_FALSE(lu.compute(a));
  a(5, 5) = 1.0;
  a(1, 1) = 0.0;
  EXPECT_FALSE(lu.compute(a));
}

}  // namespace
}  // namespace fourfoot::integrate
