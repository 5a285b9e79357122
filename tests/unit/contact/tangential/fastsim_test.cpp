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

FastsimLaw make_variant(const FastsimBlend& blend, FastsimGrid::Form form) {
  return FastsimLaw({82e9, 0.28}, 40, 40, FastsimGrid::Bound::scaled, blend, form);
}

// What each variant leaves as it is: full slip of pure creepages is mu N, slopes at zero are Kalker's, one
// creepage alone knows no other flexibility than its own. What it changes: saturation between.
TEST(FastsimVariants, KeepFullSlipAndSlopes) {
  const FastsimLaw plain({82e9, 0.28}, 40, 40);
  using Form = FastsimGrid::Form;
  const double a = 6e-3, b = 4e-3, normal = 80e3, bound = 0.3 * normal;
  const auto calc = [&](const FastsimLaw& law, double nu_x, double nu_y, double spin) {
    return law.calc(TangentialInput{a, b, normal, 0.3, nu_x, nu_y, spin, 20.0});
  };
  for (const Form form : {Form::parabolic, Form::elliptic}) {
    for (const FastsimBlend& blend : {FastsimBlend{}, FastsimBlend::none(), FastsimBlend::one()}) {
      const FastsimLaw law = make_variant(blend, form);
      EXPECT_NEAR(calc(law, 0.05, 0.0, 0.0).fx, -bound, 1e-9 * bound);
      EXPECT_NEAR(calc(law, 0.0, 0.05, 0.0).fy, -bound, 1e-9 * bound);
      // The elliptic bound is steeper at the edge: all but a few cells stick.
      EXPECT_NEAR(calc(law, 1e-6, 0.0, 0.0).fx / calc(plain, 1e-6, 0.0, 0.0).fx, 1.0, 0.01);
      EXPECT_NEAR(calc(law, 0.0, 0.0, 1e-4).fy / calc(plain, 0.0, 0.0, 1e-4).fy, 1.0, 0.01);
    }
  }
  const double two = calc(plain, 1e-3, 0.0, 0.0).fx;
  EXPECT_DOUBLE_EQ(calc(make_variant(FastsimBlend::one(), Form::parabolic), 1e-3, 0.0, 0.0).fx,
                   two);
  // The elliptic bound, flatter in the middle and higher at the edges, is reached later.
  const double other = calc(make_variant(FastsimBlend{}, Form::elliptic), 1e-3, 0.0, 0.0).fx;
  EXPECT_GT(std::abs(other - two), 0.002 * bound);
  // With one flexibility full slip lies along the creepage; with three it does not.
  const TangentialForce one =
      calc(make_variant(FastsimBlend::one(), Form::parabolic), 0.03, 0.04, 0.0);
  const TangentialForce three =
      calc(make_variant(FastsimBlend::none(), Form::parabolic), 0.03, 0.04, 0.0);
  EXPECT_NEAR(one.fy / one.fx, 4.0 / 3.0, 1e-9);
  EXPECT_GT(std::abs(three.fy / three.fx - 4.0 / 3.0), 0.01);
}

TEST(FastsimVariants, DerivativesAreTheirOwn) {
  using Form = FastsimGrid::Form;
  const FastsimLaw law = make_variant(FastsimBlend::one(), Form::elliptic);
  TangentialInput in{6e-3, 4e-3, 80e3, 0.3, 4e-4, -3e-4, 0.05, 20.0};
  TangentialJacobian jacobian;
  law.calc(in, jacobian);
  const double h = 1e-9;
  in.nu_y += h;
  const TangentialForce behind = law.calc(in);
  in.nu_y -= 2.0 * h;
  const TangentialForce before = law.calc(in);
  EXPECT_NEAR((behind.fx - before.fx) / (2.0 * h), jacobian(0, 1), 1e-4 * std::abs(jacobian(1, 1)));
  EXPECT_NEAR((behind.fy - before.fy) / (2.0 * h), jacobian(1, 1), 1e-4 * std::abs(jacobian(1, 1)));
}

}  // namespace
}  // namespace fourfoot::contact
