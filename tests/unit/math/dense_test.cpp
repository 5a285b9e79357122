#include "math/dense.h"

#include <gtest/gtest.h>

#include "math/least_squares.h"
#include "math/rotation.h"

namespace fourfoot {
namespace {

MatX make_matrix(Eigen::Index rows, Eigen::Index cols) {
  MatX a(rows, cols);
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index k = 0; k < cols; ++k)
      a(i, k) = std::sin(1.0 + 1.3 * static_cast<double>((i + 1) * (i + 2 * k * k + 3)));
  }
  return a;
}

double calc_largest(const MatX& a) {
  return a.cwiseAbs().maxCoeff();
}

TEST(Dense, ProductsAreThoseOfTheirEntries) {
  const MatX a = make_matrix(31, 17), b = make_matrix(17, 5), c = make_matrix(31, 5);
  MatX expected(31, 5), expected_t = MatX::Zero(17, 5);
  for (int i = 0; i < 31; ++i) {
    for (int k = 0; k < 5; ++k) expected(i, k) = a.row(i).dot(b.col(k));
  }
  for (int i = 0; i < 17; ++i) {
    for (int k = 0; k < 5; ++k) expected_t(i, k) = a.col(i).dot(c.col(k));
  }
  MatX out = MatX::Constant(31, 5, 9.0), out_t = MatX::Constant(17, 5, 9.0);
  put_product(a, b, out);
  put_transposed_product(a, c, out_t);
  EXPECT_LT(calc_largest(out - expected), 1e-14 * 17);
  EXPECT_LT(calc_largest(out_t - expected_t), 1e-14 * 31);
  add_product(-2.0, a, b, out);
  add_transposed_product(3.0, a, c, out_t);
  EXPECT_LT(calc_largest(out + expected), 1e-14 * 51);
  EXPECT_LT(calc_largest(out_t - 4.0 * expected_t), 1e-14 * 124);
}

TEST(Dense, FactorsSolveAlsoTransposed) {
  const MatX a = make_matrix(9, 9);
  const VecX b = make_matrix(9, 1);
  const LuFactors lu(a);
  ASSERT_TRUE(lu.is_regular());
  EXPECT_LT(calc_largest(multiply(a, lu.solve(b)) - b), 1e-12);
  VecX x = b, scratch(9);
  lu.solve_transposed(x, scratch);
  EXPECT_LT(calc_largest(multiply(MatX(a.transpose()), x) - b), 1e-12);
  MatX used = a, small = b;
  solve_small(used, small);
  EXPECT_LT(calc_largest(small - lu.solve(b)), 1e-12);
  CholeskyFactors llt;
  const MatX positive = multiply(MatX(a.transpose()), a);
  llt.compute(positive);
  x = b;
  llt.solve_in_place(x);
  EXPECT_LT(calc_largest(multiply(positive, x) - b), 1e-9);
  EXPECT_FALSE(LuFactors(MatX::Zero(3, 3)).is_regular());
}

TEST(Dense, SmallSystemsExchangeRows) {
  Mat3 a;
  a << 0.0, 2.0, 0.0, 0.0, 0.0, 4.0, 8.0, 0.0, 0.0;
  Vec3 b(1.0, 2.0, 3.0);
  solve_small(a, b);
  EXPECT_EQ(b, Vec3(0.375, 0.5, 0.5));
}

TEST(LeastSquares, RankNullSpaceAndShortestSolution) {
  const MatX tall = make_matrix(12, 4);
  const MatX a = multiply(tall, make_matrix(4, 7));  // rank 4 of 7
  EXPECT_EQ(calc_rank(a, 1e-10), 4);
  const OrthogonalFactors factors(a, 1e-10);
  EXPECT_EQ(factors.rank(), 4);
  const MatX null = factors.calc_null_space();
  ASSERT_EQ(null.cols(), 3);
  EXPECT_LT(calc_largest(multiply(a, null)), 1e-12);
  EXPECT_LT(calc_largest(multiply(MatX(null.transpose()), null) - MatX::Identity(3, 3)), 1e-13);
  const MatX kernel = calc_kernel(a, 1e-10);
  ASSERT_EQ(kernel.cols(), 3);
  EXPECT_LT(calc_largest(multiply(a, kernel)), 1e-11);
  const VecX b = make_matrix(12, 1), x = factors.solve(b);
  const VecX gap = multiply(a, x) - b;
  EXPECT_LT(calc_largest(multiply(MatX(a.transpose()), gap)), 1e-11);   // closest
  EXPECT_LT(calc_largest(multiply(MatX(null.transpose()), x)), 1e-12);  // shortest
  const VecX y = TallFactors(tall).solve(b);
  EXPECT_LT(calc_largest(multiply(MatX(tall.transpose()), VecX(multiply(tall, y) - b))), 1e-12);
}

TEST(LeastSquares, LongestColumnsComeFirst) {
  MatX a = MatX::Zero(3, 4);
  a(0, 0) = 1.0;
  a(1, 1) = 5.0;
  a(1, 2) = 4.9;
  a(2, 3) = 3.0;
  const std::vector<int> order = order_columns(a);
  EXPECT_EQ(std::vector<int>(order.begin(), order.begin() + 3), (std::vector<int>{1, 3, 0}));
}

TEST(Rotation, TurnsOneDirectionOntoAnother) {
  const Vec3 a(1.0, -2.0, 0.5);
  for (const Vec3& b :
       {Vec3(0.3, 0.1, 4.0), Vec3(2.0 * a), Vec3(-3.0 * a), Vec3(-1.0, 2.0, -0.5001)}) {
    const Mat3 R = turn_onto(a, b);
    EXPECT_LT((R * a.normalized() - b.normalized()).norm(), 1e-10);
    EXPECT_LT((R * R.transpose() - Mat3::Identity()).norm(), 1e-10);
    EXPECT_NEAR(R.determinant(), 1.0, 1e-10);
  }
}

}  // namespace
}  // namespace fourfoot
