// What the exact solver does if asked for: friction that falls with slip velocity, and pressure that
// moves the surfaces of unlike bodies.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "contact/exact/exact_patch.h"
#include "contact/exact/pressure_slip.h"

namespace fourfoot::contact {
namespace {

const Material pair_of_steel{82e9, 0.28};

/// A cylinder in full slip by Chebyshev's polynomials, no elements: with xi = x / a the traction
/// sqrt(1 - xi^2) sum b_k U_k(xi) gives du/dx = -2 (1 - nu) / G sum b_k T_k+1(xi), a pressure p gives
/// -2 K / G p, K = beta (1 - nu). mu0 p of Hertz, friction by the slip at each point.
struct SlidingCylinder {
  double mu_p0, friction, nu_x, speed, dundurs;
  FallingFriction falling;
  static constexpr int terms = 40;
  double b[terms] = {};

  double calc_slip(double angle) const {
    double sum = 0.0;
    for (int k = 0; k < terms; ++k) sum += b[k] * std::cos((k + 1) * angle);
    const double unit = 2.0 * (1.0 - pair_of_steel.poisson) / pair_of_steel.shear_modulus;
    return nu_x + unit * (sum + dundurs * mu_p0 / friction * std::sin(angle));
  }
  void solve() {
    for (int round = 0; round < 200; ++round) {
      double next[terms] = {};
      for (int j = 1; j <= terms; ++j) {
        const double angle = std::numbers::pi * j / (terms + 1);
        const double g = mu_p0 * falling.calc(1.0, speed * std::abs(calc_slip(angle)));
        for (int k = 0; k < terms; ++k)
          next[k] -= 2.0 / (terms + 1) * g * std::sin(angle) * std::sin((k + 1) * angle);
      }
      for (int k = 0; k < terms; ++k) b[k] = next[k];
    }
  }
  /// |F| over mu0 N: only U_0 has an integral.
  double force() const { return -b[0] / mu_p0; }
};

struct RolledCylinder {
  double force = 0.0;  ///< |F| / mu0 N, extrapolated
  ExactTraction traction;
  ExactGrid grid;
};
RolledCylinder roll_cylinder(const SlidingCylinder& given) {
  const double a = 5e-3, wide = 1e4 * a;
  RolledCylinder out;
  double before = 0.0;
  for (const int n : {100, 200}) {
    const double dx = 2.0 * a / n;
    out.grid = {n, 1, dx, wide, 0.5 * dx - a, 0.0};
    std::vector<double> bound, pressure;
    double sum = 0.0;
    for (int i = 0; i < n; ++i) {
      const double x = out.grid.x(i) / a;
      bound.push_back(given.mu_p0 * std::sqrt((1.0 - x) * (1.0 + x)));
      pressure.push_back(bound.back() / given.friction);
      sum += bound.back() * dx * wide;
    }
    SlipField slip = make_slip_field(out.grid, {given.nu_x, 0.0, 0.0});
    add_pressure_slip(out.grid, pair_of_steel, given.dundurs, pressure, slip);
    RollingOptions options;
    options.falling = given.falling;
    options.speed = given.speed;
    out.traction = {};
    SteadyRolling(out.grid, pair_of_steel).solve(bound, slip, options, out.traction);
    EXPECT_TRUE(out.traction.converged);
    before = out.force;
    out.force = -out.traction.fx / sum;
  }
  out.force = 2.0 * out.force - before;
  return out;
}

// Full slip begins at 5.3e-3. Friction falls by 10 to 45 % and differs along the patch.
TEST(ExactFallingFriction, IsTheSeriesOfASlidingCylinder) {
  for (const double nu_x : {8e-3, 15e-3, 30e-3}) {
    SlidingCylinder series{3e8, 0.3, nu_x, 30.0, 0.0, {0.4, 1.2}, {}};
    series.solve();
    const RolledCylinder elements = roll_cylinder(series);
    EXPECT_EQ(elements.traction.slip_share, 1.0);
    EXPECT_GT(elements.traction.rounds, 1);
    EXPECT_LT(series.force(), 0.92);
    EXPECT_NEAR(elements.force, series.force(), 1e-3) << nu_x;
    for (int i = 20; i < 180; ++i) {
      const double angle = std::acos(elements.grid.x(i) / 5e-3);
      EXPECT_NEAR(elements.traction.sx[i], series.calc_slip(angle), 0.02 * nu_x) << i;
    }
  }
}

TEST(ExactFallingFriction, WithoutFallingItIsTheSameInEveryBit) {
  TangentialInput in{6e-3, 4e-3, 8e4, 0.3, 1e-3, 5e-4, 0.2, 0.0};
  const ExactForce constant = calc_exact(in, pair_of_steel, {20, true, {}, 0.0});
  in.speed = 40.0;
  ExactOptions options{20, true, {}, 0.0};
  options.rolling.falling = {1.0, 5.0};
  const ExactForce same = calc_exact(in, pair_of_steel, options);
  EXPECT_EQ(constant.force.fx, same.force.fx);
  EXPECT_EQ(constant.force.mz, same.force.mz);
  options.rolling.falling = {0.4, 0.0};  // no decay
  EXPECT_EQ(constant.force.fy, calc_exact(in, pair_of_steel, options).force.fy);
  // A little decay changes a little, in the same proportion.
  double change[2];
  for (const int k : {0, 1}) {
    options.rolling.falling = {0.4, 1e-3 * (k + 1)};
    options.rolling.tolerance = 1e-8;
    change[k] = calc_exact(in, pair_of_steel, options).force.fx - constant.force.fx;
  }
  EXPECT_GT(change[0], 0.0);  // less force against the creepage
  EXPECT_NEAR(change[1] / change[0], 2.0, 0.1);
}

// Beyond what deformation does to the slip, full slip is mu(V nu) N; nowhere is mu(V |s|) p exceeded.
TEST(ExactFallingFriction, FullSlipIsFrictionAtTheSlipVelocity) {
  const TangentialInput in{6e-3, 3e-3, 8e4, 0.3, 0.3, -0.4, 0.0, 10.0};
  ExactOptions options{20, false, {}, 0.0};
  options.rolling.falling = {0.4, 0.6};
  const ExactForce f = calc_exact(in, pair_of_steel, options);
  ASSERT_TRUE(f.converged);
  const double mu = 0.3 * (0.6 * std::exp(-0.6 * 5.0) + 0.4);
  EXPECT_NEAR(f.force.fx / (mu * in.normal), -0.6, 2e-3);
  EXPECT_NEAR(f.force.fy / (mu * in.normal), 0.8, 2e-3);
  const TangentialInput half{6e-3, 3e-3, 8e4, 0.3, 3e-3, 1e-3, 0.5, 30.0};
  const ExactForce part = calc_exact(half, pair_of_steel, options);
  ASSERT_TRUE(part.converged);
  EXPECT_LT(part.force.slip_share, 1.0);
  const ExactForce before = calc_exact(half, pair_of_steel, {20, false, {}, 0.0});
  for (std::size_t k = 0; k < part.bound.size(); ++k) {
    const double slip = std::hypot(part.traction.sx[k], part.traction.sy[k]);
    const double bound = before.bound[k] * options.rolling.falling.calc(1.0, 30.0 * slip);
    EXPECT_LE(std::hypot(part.traction.px[k], part.traction.py[k]), bound + 1e-4 * 3e8);
  }
}

// Friction that falls from one end of the patch to the other within millimetres per second: no steady rolling.
TEST(ExactFallingFriction, SaysThatItFindsNoSteadyState) {
  const TangentialInput in{6e-3, 6e-3, 8e4, 0.3, 2e-3, 0.0, 0.0, 60.0};
  ExactOptions options{20, false, {}, 0.0};
  options.rolling.falling = {0.1, 300.0};
  options.rolling.most_rounds = 20;
  EXPECT_FALSE(calc_exact(in, pair_of_steel, options).converged);
}

TEST(ExactPressureSlip, InfluenceIsTheIntegralOfPointLoads) {
  const double dx = 0.8, dy = 1.3, x = 1.7, y = -1.1;
  double xz = 0.0, yz = 0.0;
  const int n = 400;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const double X = x - dx * ((i + 0.5) / n - 0.5), Y = y - dy * ((j + 0.5) / n - 0.5);
      xz += dx * dy / (n * n) * X / (X * X + Y * Y);
      yz += dx * dy / (n * n) * Y / (X * X + Y * Y);
    }
  }
  const PressureInfluence a = calc_pressure_influence(x, y, dx, dy, pair_of_steel, 0.2);
  const double unit = -0.2 / (std::numbers::pi * pair_of_steel.contact_modulus());
  EXPECT_NEAR(a.xz / unit, xz, 1e-6);
  EXPECT_NEAR(a.yz / unit, yz, 1e-6);
}

// An elastic body on a rigid one, round patch under Hertz's pressure [Johnson1985, Eq. 3.41b]:
// u_r = -(1 - 2 nu)(1 + nu) / (3 E) a^2 / r p0 (1 - (1 - r^2/a^2)^1.5).
TEST(ExactPressureSlip, IsTheRadialDisplacementUnderHertzsPressure) {
  const Material rubber{1e9, 0.3}, rigid{1e30, 0.3};
  const Material both = combine(rubber, rigid);
  const double dundurs = calc_dundurs(rubber, rigid), a = 1.0, p0 = 1e6;
  EXPECT_NEAR(dundurs, 0.4 / (2.0 * 0.7), 1e-12);
  EXPECT_NEAR(calc_dundurs(rigid, rubber), -dundurs, 1e-12);
  EXPECT_EQ(calc_dundurs(rubber, rubber), 0.0);
  const int n = 100;
  const double d = 2.0 * a / n;
  for (const double r : {0.2, 0.5, 0.9}) {
    double u = 0.0;
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) {
        const double x = -a + (i + 0.5) * d, y = -a + (j + 0.5) * d, rest = 1.0 - x * x - y * y;
        if (rest > 0.0)
          u += p0 * std::sqrt(rest) * calc_pressure_influence(r - x, -y, d, d, both, dundurs).xz;
      }
    }
    const double young = 2.0 * rubber.shear_modulus * (1.0 + rubber.poisson);
    const double closed = -(1.0 - 2.0 * rubber.poisson) * (1.0 + rubber.poisson) / (3.0 * young) /
                          r * p0 * (1.0 - std::pow(1.0 - r * r, 1.5));
    EXPECT_NEAR(u / closed, 1.0, 2e-3) << r;
  }
}

// In full slip the coupling changes the slip, not the force; with falling friction both.
TEST(ExactPressureSlip, IsTheSeriesOfASlidingCylinder) {
  for (const double dundurs : {0.25, -0.25}) {
    for (const double ratio : {1.0, 0.4}) {
      SlidingCylinder series{3e8, 0.3, 20e-3, 30.0, dundurs, {ratio, 1.2}, {}};
      series.solve();
      const RolledCylinder elements = roll_cylinder(series);
      EXPECT_NEAR(elements.force, series.force(), 1e-3) << dundurs;
      for (int i = 20; i < 180; ++i) {
        const double angle = std::acos(elements.grid.x(i) / 5e-3);
        EXPECT_NEAR(elements.traction.sx[i], series.calc_slip(angle), 0.02 * 20e-3) << i;
      }
    }
  }
}

}  // namespace
}  // namespace fourfoot::contact
