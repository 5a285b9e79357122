// Large matrices that lack rank, against dense orthogonal factors of the same ones.
#include "math/rank_factors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "math/least_squares.h"

namespace fourfoot {
namespace {

constexpr double threshold = 1e-11;

/// A chain of `n` masses on springs whose stiffness runs over six powers of ten, not symmetric.
MatX make_springs(int n) {
  MatX a = MatX::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    a(i, i) = -2.0 * std::pow(10.0, 3.0 * std::sin(0.37 * i));
    if (i > 0) a(i, i - 1) = 0.5 * a(i, i);
    if (i + 1 < n) a(i, i + 1) = -0.3 * a(i, i);
  }
  return a;
}

/// Column k becomes the sum of its neighbours: one direction that A does not see.
void lose(MatX& a, int k) {
  a.col(k) = a.col(k - 1) + a.col(k + 1);
}

/// Both to what rounding leaves: `smallest` is the least singular value that counts, of the longest column.
void expect_same(const MatX& a, RankFactors::Way way, Eigen::Index rank, double smallest = 1e-6) {
  const double rounding = 100.0 * std::numeric_limits<double>::epsilon() / smallest;
  const RankFactors sparse(a, threshold);
  const OrthogonalFactors dense(a, threshold);
  EXPECT_EQ(sparse.way(), way);
  EXPECT_EQ(sparse.rank(), rank);
  ASSERT_EQ(sparse.rank(), dense.rank());
  const VecX b = VecX::LinSpaced(a.rows(), -1.0, 2.0);  // not within reach where rank is lost
  const VecX x = sparse.solve(b), y = dense.solve(b);
  EXPECT_LT((x - y).norm(), rounding * y.norm());
  const MatX lost = sparse.calc_null_space(), same = dense.calc_null_space();
  ASSERT_EQ(lost.cols(), a.cols() - rank);
  if (lost.cols() == 0) return;
  EXPECT_LT((lost * lost.transpose() - same * same.transpose()).norm(), rounding);
  EXPECT_LT((lost.transpose() * lost - MatX::Identity(lost.cols(), lost.cols())).norm(), 1e-12);
}

TEST(RankFactors, TakeSparseFactorsOfRegularMatrices) {
  expect_same(make_springs(300), RankFactors::Way::regular, 300);
}

// No dense factors, however many directions are lost, beside each other or apart.
TEST(RankFactors, FindWhatALargeMatrixDoesNotSee) {
  for (const int lost : {1, 3, 5, 12}) {
    MatX a = make_springs(300);
    for (int k = 0; k < lost; ++k) lose(a, 7 + 20 * k);
    expect_same(a, RankFactors::Way::deflated, 300 - lost);
  }
  MatX empty = make_springs(300);
  empty.row(40).setZero();  // a zero pivot: SparseFactors have nothing to say
  expect_same(empty, RankFactors::Way::deflated, 299);
}

// A body in the air, x' = v, v' = 0: zero is a double eigenvalue there, but one direction is lost.
TEST(RankFactors, KnowBodiesThatNothingHolds) {
  MatX a = make_springs(300);
  for (const int k : {30, 180}) {
    a.middleRows(k, 2).setZero();
    a.middleCols(k, 2).setZero();
    a(k, k + 1) = 1.0;
  }
  expect_same(a, RankFactors::Way::deflated, 298);
}

// Near to singular is not singular: a soft spring stays in the answer.
TEST(RankFactors, KeepWhatIsSmallButThere) {
  MatX a = make_springs(300);
  const VecX column = a.col(50);
  lose(a, 50);
  a.col(50) += 1e-5 * column;
  expect_same(a, RankFactors::Way::deflated, 300, 5e-11);
}

TEST(RankFactors, AreDenseWhereTheyAreSmallOrMuchIsLost) {
  MatX small = make_springs(60);
  lose(small, 9);
  expect_same(small, RankFactors::Way::dense, 59);
  MatX much = make_springs(300);
  much.bottomRows(70).setZero();
  expect_same(much, RankFactors::Way::dense, 230);
}

}  // namespace
}  // namespace fourfoot
