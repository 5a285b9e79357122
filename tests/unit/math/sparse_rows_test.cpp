#include "math/sparse_rows.h"

#include <gtest/gtest.h>

#include <random>

namespace fourfoot::testing {
namespace {

// Numbers of columns that are and are not multiples of those taken at once, rows without entries,
// again and again in the same object.
TEST(SparseRows, ProductIsThatOfTheDenseMatrix) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> entry(-1.0, 1.0);
  SparseRows rows;
  RowMatX out;
  for (const auto& [n, columns] : {std::pair{9, 8}, {5, 1}, {12, 7}, {3, 2}, {6, 39}}) {
    MatX a = MatX::NullaryExpr(n, n, [&] { return entry(random) > 0.6 ? entry(random) : 0.0; });
    a.row(n / 2).setZero();
    const VecX scales = VecX::NullaryExpr(n, [&] { return 1.5 + entry(random); });
    const RowMatX b = MatX::NullaryExpr(n, columns, [&] { return entry(random); });
    const MatX scaled = scales.cwiseInverse().asDiagonal() * a * scales.asDiagonal();
    rows.set(a, scales);
    rows.put_product(-1.5, b, out);
    EXPECT_LT((out + 1.5 * (scaled * b)).cwiseAbs().maxCoeff(), 1e-13 * n) << n << " " << columns;
  }
}

}  // namespace
}  // namespace fourfoot::testing
