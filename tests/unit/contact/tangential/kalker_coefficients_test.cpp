#include "contact/tangential/kalker_coefficients.h"

#include <gtest/gtest.h>

#include "contact/tangential/kalker_linear.h"
#include "support/csv_rows.h"

namespace fourfoot::contact {
namespace {

std::array<double, 4> calc(const KalkerTable& table, double ratio) {
  const KalkerCoefficients<double> c = table.calc(ratio);
  return {c.c11, c.c22, c.c23, c.c33};
}

TEST(KalkerCoefficients, GoThroughTheNodesOfTheTable) {
  const auto rows = test::read_csv_rows(FOURFOOT_TEST_DATA "/contact-laws/kalker_coefficients.csv");
  ASSERT_EQ(rows.size(), 57u);
  for (const auto& row : rows) {
    const KalkerTable table(row.at("nu"));
    // The file rounds 1/0.9 etc. to six digits.
    double ratio = row.at("a_over_b");
    if (ratio > 1.0) ratio = 10.0 / std::round(10.0 / ratio);
    const std::array<double, 4> c = calc(table, ratio);
    EXPECT_NEAR(c[0] / row.at("C11"), 1.0, 1e-12);
    EXPECT_NEAR(c[1] / row.at("C22"), 1.0, 1e-12);
    EXPECT_NEAR(c[2] / row.at("C23"), 1.0, 1e-12);
    EXPECT_NEAR(c[3] / row.at("C33"), 1.0, 1e-12);
  }
}

TEST(KalkerCoefficients, AreSmoothInTheAxisRatio) {
  for (const double nu : {0.0, 0.28, 0.5}) {
    const KalkerTable table(nu);
    double worst = 0.0;
    // Value and slope from both sides of every node, the ends included, and of a/b = 1.
    for (int i = 1; i <= 19; ++i) {
      const double node = i <= 10 ? 0.1 * i : 10.0 / (20 - i);
      const Dual<1> left(node * (1 - 1e-9), 1, 0), right(node * (1 + 1e-9), 1, 0);
      const KalkerCoefficients<Dual<1>> l = table.calc(left), r = table.calc(right);
      for (const auto& [p, q] :
           {std::pair{l.c11, r.c11}, {l.c22, r.c22}, {l.c23, r.c23}, {l.c33, r.c33}}) {
        EXPECT_NEAR(p.value() / q.value(), 1.0, 1e-8);
        const double jump = (p.derivatives()(0) - q.derivatives()(0)) * node / p.value();
        worst = std::max(worst, std::abs(jump));
      }
    }
    EXPECT_LT(worst, 1e-6) << nu;
  }
}

TEST(KalkerCoefficients, DoNotWaverBetweenNodes) {
  for (const double nu : {0.0, 0.25, 0.28, 0.3}) {
    const KalkerTable table(nu);
    int falls = 0, rises = 0;
    for (double t = std::log(0.01); t < std::log(100.0); t += 0.01) {
      const auto c = calc(table, std::exp(t)), d = calc(table, std::exp(t + 0.01));
      for (int j = 0; j < 3; ++j) falls += d[j] < c[j] * (1 - 1e-12);
      // Table and asymptote of C33 differ by 5 % at a/b = 10: the joint there is not monotone.
      if (t < std::log(9.0)) rises += d[3] > c[3];
    }
    EXPECT_EQ(falls, 0) << nu;
    EXPECT_EQ(rises, 0) << nu;
  }
}

TEST(KalkerCoefficients, TendToTheAsymptotesOfSlenderEllipses) {
  for (const double nu : {0.0, 0.28, 0.5}) {
    const KalkerTable table(nu);
    for (const bool slender_in_x : {false, true}) {
      const double g = slender_in_x ? 1e-80 : 1e-5;  // like 1/ln(16/g^2) and like g
      const auto expected = calc_kalker_asymptotes(g, slender_in_x, nu);
      const auto c = calc(table, slender_in_x ? 1 / g : g);
      for (int j = 0; j < 4; ++j)
        EXPECT_NEAR(c[j] / expected[j], 1.0, slender_in_x ? 5e-3 : 1e-4) << j;
    }
  }
}

TEST(KalkerCoefficients, RefuseImpossiblePoissonRatio) {
  EXPECT_THROW(KalkerTable(-0.1), std::logic_error);
  EXPECT_THROW(KalkerTable(0.51), std::logic_error);
}

TEST(KalkerLinear, OpposesCreepageAndCouplesSpin) {
  const KalkerTable table(0.28);
  const auto f = calc_kalker_linear(table, 8e10, 6e-3, 5e-3, 1e-4, 2e-4, 0.0);
  EXPECT_LT(f.fx, 0.0);
  EXPECT_LT(f.fy, 0.0);
  EXPECT_GT(f.mz, 0.0);
  const auto s = calc_kalker_linear(table, 8e10, 6e-3, 5e-3, 0.0, 0.0, 0.1);
  EXPECT_EQ(s.fx, 0.0);
  EXPECT_LT(s.fy, 0.0);
  EXPECT_LT(s.mz, 0.0);
  // Reciprocity: d fy / d spin = - d mz / d nu_y.
  EXPECT_NEAR(s.fy / 0.1, -f.mz / 2e-4, 1e-9 * std::abs(s.fy / 0.1));
}

}  // namespace
}  // namespace fourfoot::contact
