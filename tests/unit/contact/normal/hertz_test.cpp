#include "contact/normal/hertz.h"

#include <gtest/gtest.h>

#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/ellint_2.hpp>

#include "base/error.h"
#include "contact/normal/elliptic.h"

namespace fourfoot::contact {
namespace {

TEST(Elliptic, AgreesWithBoost) {
  for (const double k : {1.0, 0.99999, 0.97, 0.95, 0.9487, 0.9486, 0.9, 0.5, 0.1}) {
    const EllipticIntegrals e = calc_elliptic_integrals(k);
    const double modulus = std::sqrt((1.0 - k) * (1.0 + k));
    EXPECT_NEAR(e.K / boost::math::ellint_1(modulus), 1.0, 1e-14) << k;
    EXPECT_NEAR(e.E / boost::math::ellint_2(modulus), 1.0, 1e-14) << k;
    EXPECT_NEAR(e.K, e.B + e.D, 1e-14 * e.K) << k;
    EXPECT_NEAR(e.E, e.B + k * k * e.D, 1e-13 * e.E) << k;
  }
  EXPECT_THROW(calc_elliptic_integrals(0.0), std::logic_error);
  EXPECT_THROW(calc_elliptic_integrals(1.1), std::logic_error);
}

// From the modulus Boost cannot see so small a k: compare with K -> ln(4/k), E -> 1.
TEST(Elliptic, HasTheLimitOfTheSlenderEllipse) {
  for (const double k : {1e-5, 1e-7}) {
    const EllipticIntegrals e = calc_elliptic_integrals(k);
    EXPECT_NEAR(e.K, std::log(4.0 / k), 1e-8);
    EXPECT_NEAR(e.E, 1.0, 1e-8);
  }
}

TEST(Elliptic, DerivativesAreTheStatedOnes) {
  for (const double k : {0.999, 0.96, 0.9, 0.4, 0.05}) {
    const double h = 1e-5;
    const EllipticIntegrals plus = calc_elliptic_integrals(std::min(1.0, k * std::exp(h)));
    const EllipticIntegrals minus = calc_elliptic_integrals(k * std::exp(-h));
    const EllipticIntegrals e = calc_elliptic_integrals(k);
    EXPECT_NEAR((plus.K - minus.K) / (2 * h), -e.B, 1e-8) << k;
    EXPECT_NEAR((plus.D - minus.D) / (2 * h), -e.S, 1e-8) << k;
    EXPECT_NEAR((plus.B - minus.B) / (2 * h), e.S - e.B, 1e-8) << k;
  }
}

TEST(Hertz, SphereHasItsClosedForm) {
  const double R = 0.5, E_star = 1.1e11, N = 5e4;
  const HertzContact<double> c = HertzLaw<double>(1 / R, 1 / R, E_star).calc_from_load(N);
  EXPECT_NEAR(c.a, std::cbrt(0.75 * N * R / E_star), 1e-15);
  EXPECT_NEAR(c.b, c.a, 1e-15);
  EXPECT_NEAR(c.approach, c.a * c.a / R, 1e-17);
  EXPECT_NEAR(c.pressure_max / (1.5 * N / (std::numbers::pi * c.a * c.a)), 1.0, 1e-14);
}

// The polynomials against the solution, inside pieces, at their joints, and beyond them.
TEST(Hertz, FittedShapeIsTheSolvedOne) {
  double value = 0.0, slope = 0.0;
  for (int i = -4330; i <= 4330; ++i) {
    const double L = i % 10 == 0 ? std::round(i / 90.0) / 4.0 : i / 360.0;
    const HertzShape found = find_hertz_shape(2.0, 2.0 * std::exp(L)), exact = solve_hertz_shape(L);
    for (const auto& [f, e] : {std::pair{found.ratio, exact.ratio},
                               {found.a, exact.a},
                               {found.stiffness, exact.stiffness}})
      value = std::max(value, std::abs(f / e - 1.0));
    slope = std::max({slope, std::abs(found.d_ratio - exact.d_ratio) / exact.ratio,
                      std::abs(found.d_a - exact.d_a) / exact.a,
                      std::abs(found.d_stiffness - exact.d_stiffness) / exact.stiffness});
  }
  EXPECT_LT(value, 1e-13);
  EXPECT_LT(slope, 2e-12);
}

TEST(Hertz, TurningTheAxesExchangesThem) {
  const HertzContact<double> c = HertzLaw<double>(1.3, 7.0, 1e11).calc_from_load(6e4);
  const HertzContact<double> t = HertzLaw<double>(7.0, 1.3, 1e11).calc_from_load(6e4);
  EXPECT_GT(c.a, c.b);
  EXPECT_NEAR(c.a, t.b, 1e-15);
  EXPECT_NEAR(c.b, t.a, 1e-15);
  EXPECT_NEAR(c.approach, t.approach, 1e-17);
}

TEST(Hertz, PenetrationAndLoadAreInverse) {
  for (const double cy : {0.01, 0.5, 2.0, 2.0001, 30.0, 1e4}) {
    const HertzLaw<double> law(2.0, cy, 1e11);
    const HertzContact<double> c = law.calc_from_load(7e4);
    const HertzContact<double> d = law.calc_from_penetration(c.approach);
    EXPECT_NEAR(d.normal / 7e4, 1.0, 1e-13);
    EXPECT_NEAR(d.a / c.a, 1.0, 1e-13);
    EXPECT_NEAR(d.b / c.b, 1.0, 1e-13);
  }
}

TEST(Hertz, DerivativesAreExact) {
  for (const double cy : {0.7, 1.9, 2.0, 2.1, 9.0}) {
    const double cx = 2.0, delta = 6e-5, E_star = 1e11;
    const Dual<3> dcx(cx, 3, 0), dcy(cy, 3, 1), ddelta(delta, 3, 2);
    const HertzContact<Dual<3>> c =
        HertzLaw<Dual<3>>(dcx, dcy, E_star).calc_from_penetration(ddelta);
    const auto value = [&](double x, double y, double d) {
      const auto r = HertzLaw<double>(x, y, E_star).calc_from_penetration(d);
      return Eigen::Vector3d(r.a, r.b, r.normal);
    };
    const double h = 1e-5;
    const Eigen::Vector3d by_x = (value(cx + h, cy, delta) - value(cx - h, cy, delta)) / (2 * h);
    const Eigen::Vector3d by_y = (value(cx, cy + h, delta) - value(cx, cy - h, delta)) / (2 * h);
    const double hd = 1e-10;
    const Eigen::Vector3d by_d = (value(cx, cy, delta + hd) - value(cx, cy, delta - hd)) / (2 * hd);
    const Eigen::Vector3d scale = value(cx, cy, delta);
    const Dual<3> results[3] = {c.a, c.b, c.normal};
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(results[i].derivatives()(0) / scale(i), by_x(i) / scale(i), 1e-8) << cy << i;
      EXPECT_NEAR(results[i].derivatives()(1) / scale(i), by_y(i) / scale(i), 1e-8) << cy << i;
      EXPECT_NEAR(results[i].derivatives()(2) * delta / scale(i), by_d(i) * delta / scale(i), 1e-8);
    }
  }
}

TEST(Hertz, NothingWithoutLoadAndRefusesHollowContact) {
  const HertzLaw<double> law(1.0, 2.0, 1e11);
  EXPECT_EQ(law.calc_from_load(0.0).a, 0.0);
  EXPECT_EQ(law.calc_from_penetration(-1e-5).normal, 0.0);
  EXPECT_THROW(HertzLaw<double>(1.0, 0.0, 1e11), RunError);
  EXPECT_THROW(HertzLaw<double>(-1.0, 1.0, 1e11), RunError);
}

}  // namespace
}  // namespace fourfoot::contact
