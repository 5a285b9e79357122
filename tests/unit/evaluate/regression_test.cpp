#include "evaluate/regression.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fourfoot::evaluate {

// A plane is found again, and nothing is added to it.
TEST(Regression, PlaneWithoutScatter) {
  std::vector<std::vector<double>> x;
  std::vector<double> y;
  for (int i = 0; i < 20; ++i) {
    x.push_back({0.1 + 0.003 * i, 40.0 + (i * 7) % 11});
    y.push_back(5e3 + 2e5 * x.back()[0] - 30.0 * x.back()[1]);
  }
  const Regression found = regress(x, y, {0.165, 55.0}, 0.99);
  ASSERT_TRUE(found.is_done);
  EXPECT_NEAR(found.coefficients[0], 5e3, 1e-6);
  EXPECT_NEAR(found.coefficients[1], 2e5, 1e-5);
  EXPECT_NEAR(found.coefficients[2], -30.0, 1e-8);
  EXPECT_NEAR(found.bound, 5e3 + 2e5 * 0.165 - 30.0 * 55.0, 1e-5);
  EXPECT_NEAR(found.determination, 1.0, 1e-12);
}

// One influence: the textbook's formula with sums, y_max = y + t s sqrt(1 + 1/n + (x* - xm)^2/Sxx).
TEST(Regression, BoundOfOneInfluence) {
  const std::vector<double> x{1, 2, 3, 4, 5, 6}, y{2.1, 3.9, 6.2, 7.8, 10.1, 11.9};
  std::vector<std::vector<double>> rows;
  for (const double value : x) rows.push_back({value});
  double sxx = 0.0, sxy = 0.0, squares = 0.0;
  for (std::size_t i = 0; i < 6; ++i) {
    sxx += (x[i] - 3.5) * (x[i] - 3.5);
    sxy += (x[i] - 3.5) * (y[i] - 7.0);
  }
  const double slope = sxy / sxx;
  for (std::size_t i = 0; i < 6; ++i) squares += std::pow(y[i] - 7.0 - slope * (x[i] - 3.5), 2.0);
  const double s = std::sqrt(squares / 4.0);
  // t(0.99, 4) = 3.747 (any table).
  EXPECT_NEAR(calc_student_quantile(0.99, 4.0), 3.747, 5e-4);
  const double bound =
      7.0 + slope * 4.5 +
      calc_student_quantile(0.99, 4.0) * s * std::sqrt(1.0 + 1.0 / 6.0 + 4.5 * 4.5 / sxx);
  const Regression found = regress(rows, y, {8.0}, 0.99);
  ASSERT_TRUE(found.is_done);
  EXPECT_NEAR(found.bound, bound, 1e-12 * bound);
}

TEST(Regression, RefusesWhatDoesNotVary) {
  std::vector<std::vector<double>> same, together;
  std::vector<double> y;
  for (int i = 0; i < 9; ++i) {
    same.push_back({40.0});
    together.push_back({1.0 * i, 2.0 * i + 1.0});
    y.push_back(i);
  }
  EXPECT_FALSE(regress(same, y, {50.0}, 0.99).is_done);
  EXPECT_FALSE(regress(together, y, {5.0, 9.0}, 0.99).is_done);
  EXPECT_FALSE(regress({{1.0}, {2.0}}, {1.0, 2.0}, {3.0}, 0.99).is_done);
}

}  // namespace fourfoot::evaluate
