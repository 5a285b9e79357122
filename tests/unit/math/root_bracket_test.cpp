#include "math/root_bracket.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace fourfoot::testing {
namespace {

/// Points until the last one is within 1e-10 of the zero.
int count_points(const std::function<double(double)>& f, double a, double b, double zero) {
  RootBracket bracket(a, f(a), b, f(b));
  for (int i = 1; i <= 100; ++i) {
    const double x = bracket.propose();
    if (std::abs(x - zero) < 1e-10) return i;
    EXPECT_GT(x, std::min(a, b));
    EXPECT_LT(x, std::max(a, b));
    bracket.take(x, f(x));
  }
  return 101;
}

// A straight line at once; a curved one in a few points; one that is flat at its zero and has a far end
// a million times as large, where false position needs more than a hundred, no slower than twice
// bisection (34 halves of 1); a jump as bisection.
TEST(RootBracket, FindsZeros) {
  EXPECT_EQ(count_points([](double x) { return 2.0 * x - 1.0; }, 0.0, 2.0, 0.5), 1);
  const double root = std::log(3.0);
  EXPECT_LE(count_points([](double x) { return std::exp(x) - 3.0; }, 0.0, 2.0, root), 8);
  EXPECT_LE(count_points([](double x) { return 3.0 - std::exp(-x); }, 1.0, -2.0, -root), 8);
  const auto flat = [](double x) { return std::pow(x - 0.3, 9.0); };
  EXPECT_LE(count_points(flat, 0.0, 1.0, 0.3), 68);
  const auto jump = [](double x) { return x < 0.7123 ? -1.0 : 1e-3; };
  EXPECT_LE(count_points(jump, 0.0, 1.0, 0.7123), 40);
}

}  // namespace
}  // namespace fourfoot::testing
