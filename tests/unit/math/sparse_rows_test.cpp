#include "math/sparse_rows.h"

#include <gtest/gtest.h>

#include <random>

namespace fourfoot::testing {
namespace {

// Sizes that are and are not multiples of the columns taken at once, rows without entries, twice in
// the same object.
TEST(SparseRows, ProductIsThatOfTheDenseMatrix) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> entry(-1.0, 1.0);
  SparseRows rows;
  for (const auto& [n, columns] : {std::pair{9, 8}, {5, 1}, {12, 7}, {3, 2}}) {
    MatX a = MatX::NullaryExpr(n, n, [&] { return entry(random) > 0.6 ? entry(random) : 0.0; });
    a.row(n / 2).setZero();
    const MatX b = MatX::NullaryExpr(n, columns, [&] { return entry(random); });
    MatX out = MatX::Constant(n, columns, 0.5);
    const MatX expected = out - 1.5 * (a * b);
    rows.set(a);
    rows.add_product(-1.5, b, out);
    EXPECT_LT((out - expected).cwiseAbs().maxCoeff(), 1e-14 * n) << n << " " << columns;
  }
}

}  // namespace
}  // namespace fourfoot::testing
