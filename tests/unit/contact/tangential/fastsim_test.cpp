#include "contact/tangential/fastsim.h"

#include <gtest/gtest.h>

#include <cstring>

namespace fourfoot::contact {
namespace {

TEST(FastsimKernel, AllVariantsGiveTheSameBits) {
  if (std::strcmp(FastsimGrid::get_variant(), "portable") == 0) {
    GTEST_SKIP() << "this processor has only the portable variant";
  }
  for (const auto& [strips, cells] : {std::pair{10, 10}, {7, 13}, {1, 1}, {50, 20}, {101, 3}}) {
    const FastsimGrid grid(strips, cells);
    for (const FastsimParameters& p :
         {FastsimParameters{0, 0, 0, 0}, {0.3, -0.2, 0.5, 0.7}, {2.0, 1.0, -3.0, -4.0}}) {
      FastsimSums wide, narrow;
      FastsimDerivatives wide_d, narrow_d;
      ASSERT_TRUE(grid.run_variant(FastsimGrid::get_variant(), p, wide, &wide_d));
      ASSERT_TRUE(grid.run_variant("portable", p, narrow, &narrow_d));
      EXPECT_EQ(std::memcmp(&wide, &narrow, sizeof wide), 0);
      EXPECT_EQ(std::memcmp(&wide_d, &narrow_d, sizeof wide_d), 0);
      const FastsimSums plain = grid.run(p);
      EXPECT_NEAR(plain.fx, wide.fx, 1e-14);
      EXPECT_NEAR(plain.my, wide.my, 1e-14);
    }
  }
}

TEST(FastsimKernel, FullSlipIsTheWholeBound) {
  for (const int n : {1, 3, 10, 50}) {
    const FastsimSums s = FastsimGrid(n, n).run({1e6, 0.0, 0.0, 0.0});
    EXPECT_NEAR(s.fx, -0.5 * std::numbers::pi, 1e-12) << n;
    EXPECT_EQ(s.fy, 0.0);
    EXPECT_GT(s.slip, 0.99 * std::numbers::pi);
  }
}

TEST(FastsimKernel, RefusesImpossibleGrids) {
  EXPECT_THROW(FastsimGrid(0, 10), std::logic_error);
  EXPECT_THROW(FastsimGrid(10, 1001), std::logic_error);
}

// Pure longitudinal creepage has a closed form in simplified theory: each strip of half length s
// sticks where A (s - xi) < s^2 - xi^2, i.e. xi > A - s, and slips behind.
TEST(Fastsim, PureCreepageMeetsItsIntegral) {
  for (const double A : {0.05, 0.4, 1.0, 1.9}) {
    double expected = 0.0;
    const int n = 20000;
    for (int j = 0; j < n; ++j) {
      const double y = (j + 0.5) / n, s = std::sqrt(1.0 - y * y), x = std::min(s, A - s);
      const double stick = 0.5 * A * (s - x) * (s - x);
      const double slip = s * s * (x + s) - (x * x * x + s * s * s) / 3.0;
      expected += 2.0 * (stick + slip) / n;
    }
    EXPECT_NEAR(-FastsimGrid(200, 200).run({A, 0, 0, 0}).fx, expected, 1e-4) << A;
  }
}

}  // namespace
}  // namespace fourfoot::contact
