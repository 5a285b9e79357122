#include "math/block_factors.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fourfoot {
namespace {

/// Three blocks whose rows and columns are mixed, a column and a row without entries.
MatX make_blocks() {
  MatX a = MatX::Zero(11, 7);
  const auto put = [&a](std::initializer_list<int> rows, std::initializer_list<int> columns) {
    for (const int i : rows)
      for (const int k : columns) a(i, k) = std::sin(1.0 + 2.7 * i + 5.1 * k * k + 0.3 * i * k);
  };
  put({0, 4, 9, 2}, {1, 6});
  put({1, 3, 5, 8}, {0, 2, 5});
  put({7}, {3});
  return a;  // row 6, row 10 and column 4 are empty
}

TEST(BlockFactors, SolveAsTheFactorsOfTheWholeDo) {
  const MatX a = make_blocks();
  const BlockFactors blocks(a);
  EXPECT_EQ(blocks.block_count(), 3u);
  MatX full(11, 6);  // without the empty column it has full rank
  full << a.leftCols(4), a.rightCols(2);
  const TallFactors whole(full);
  MatX b(11, 3);
  for (Eigen::Index i = 0; i < b.rows(); ++i)
    for (Eigen::Index k = 0; k < 3; ++k)
      b(i, k) = std::cos(static_cast<double>(3 * i) + 0.7 * static_cast<double>(k));
  const MatX x = blocks.solve(b), expected = whole.solve(b);
  EXPECT_LT((x.topRows(4) - expected.topRows(4)).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LT((x.bottomRows(2) - expected.bottomRows(2)).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_EQ(x.row(4).cwiseAbs().maxCoeff(), 0.0);
  EXPECT_LT((blocks.solve(VecX(b.col(1))) - x.col(1)).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(BlockFactors, MultiplyFromTheLeft) {
  const MatX a = make_blocks();
  const MatX c = MatX::Random(5, 11);
  EXPECT_LT((BlockFactors(a).multiply_left(c) - c * a).cwiseAbs().maxCoeff(), 1e-14);
}

}  // namespace
}  // namespace fourfoot
