#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "contact/exact/exact_patch.h"
#include "contact/exact/normal_problem.h"
#include "contact/normal/hertz.h"
#include "contact/tangential/kalker_linear.h"

namespace fourfoot::contact {
namespace {

const Material half_space{82e9, 0.28};

// Integrals over the rectangle by the midpoint rule, away from the singularity.
TEST(ExactInfluence, IsTheIntegralOfPointLoads) {
  const double dx = 0.8, dy = 1.3, x = 1.7, y = -1.1, nu = half_space.poisson;
  double xx = 0.0, xy = 0.0, yy = 0.0, zz = 0.0;
  const int n = 400;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const double X = x - dx * ((i + 0.5) / n - 0.5), Y = y - dy * ((j + 0.5) / n - 0.5);
      const double R = std::hypot(X, Y), cube = R * R * R, area = dx * dy / (n * n);
      xx += area * ((1.0 - nu) / R + nu * X * X / cube);
      xy += area * nu * X * Y / cube;
      yy += area * ((1.0 - nu) / R + nu * Y * Y / cube);
      zz += area * (1.0 - nu) / R;
    }
  }
  const double unit = std::numbers::pi * half_space.shear_modulus;
  const Influence a = calc_influence(x, y, dx, dy, half_space);
  EXPECT_NEAR(a.xx * unit, xx, 1e-6);
  EXPECT_NEAR(a.xy * unit, xy, 1e-6);
  EXPECT_NEAR(a.yy * unit, yy, 1e-6);
  EXPECT_NEAR(a.zz * unit, zz, 1e-6);
}

TEST(ExactConvolution, IsThePlainSum) {
  const int nx = 7, ny = 4, wide = 2 * nx - 1;
  const auto make = [](std::size_t count, double seed) {
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = std::sin(seed * (1.0 + i));
    return values;
  };
  const auto xx = make(wide * 7, 1.1), xy = make(wide * 7, 0.7), yy = make(wide * 7, 1.9);
  const auto px = make(nx * ny, 0.4), py = make(nx * ny, 2.3);
  std::vector<double> sx(px.size()), sy(px.size());
  PlaneConvolution(nx, ny, xx, xy, yy).apply(px, py, sx, sy);
  for (int j = 0; j < ny; ++j) {
    for (int i = 0; i < nx; ++i) {
      double x = 0.0, y = 0.0;
      for (int l = 0; l < ny; ++l) {
        for (int k = 0; k < nx; ++k) {
          const int at = (i - k + nx - 1) + wide * (j - l + ny - 1), from = k + nx * l;
          x += xx[at] * px[from] + xy[at] * py[from];
          y += xy[at] * px[from] + yy[at] * py[from];
        }
      }
      EXPECT_NEAR(sx[i + nx * j], x, 1e-12);
      EXPECT_NEAR(sy[i + nx * j], y, 1e-12);
    }
  }
}

// Hertz: the error falls with the element's size; 1 % of the largest pressure on 40 elements.
TEST(ExactNormal, IsHertzOnAParabola) {
  const double cx = 2.2, cy = 4.0, load = 80e3;
  const HertzLaw<double> law(cx, cy, half_space.contact_modulus());
  double delta = 1e-4;
  for (int i = 0; i < 60; ++i) {
    const double n = law.calc_from_penetration(delta).normal;
    delta *= std::pow(load / n, 2.0 / 3.0);
  }
  const auto h = law.calc_from_penetration(delta);
  double last = 1.0;
  for (const int n : {20, 40, 80}) {
    const double dx = 2.4 * h.a / n, dy = 2.4 * h.b / n;
    const ExactGrid grid{n, n, dx, dy, 0.5 * dx - 1.2 * h.a, 0.5 * dy - 1.2 * h.b};
    std::vector<double> gap;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        gap.push_back(0.5 * (cx * grid.x(i) * grid.x(i) + cy * grid.y(j) * grid.y(j)));
    const NormalSolution s = solve_normal(grid, half_space, gap, load);
    ASSERT_TRUE(s.converged) << n;
    double worst = 0.0;
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) {
        const double x = grid.x(i) / h.a, y = grid.y(j) / h.b, rest = 1.0 - x * x - y * y;
        if (rest < 0.2) continue;  // inside, away from the border that the elements cut in steps
        const double p = h.pressure_max * std::sqrt(rest);
        worst = std::max(worst, std::abs(s.pressure[i + n * j] - p) / h.pressure_max);
      }
    }
    EXPECT_LT(worst, 0.4 / n) << n;
    EXPECT_NEAR(s.approach / delta, 1.0, 0.1 / n) << n;
    EXPECT_LT(worst, last);
    last = worst;
  }
}

// Carter's rolling cylinder [Johnson1985, Eq. 8.20]: full slip begins at nu_s = 2 (1 - nu) mu p0 /
// G, before it |F| = mu N (1 - (1 - nu_x / nu_s)^2). One strip of elements, very wide.
TEST(ExactRolling, IsCarterInTwoDimensions) {
  const double a = 5e-3, mu_p0 = 3e8, wide = 1e4 * a;
  for (const double share : {0.2, 0.5, 0.8}) {
    const double nu_x = share * 2.0 * (1.0 - half_space.poisson) * mu_p0 / half_space.shear_modulus;
    double value[2] = {0.0, 0.0};
    ExactTraction t;
    for (int n = 25; n <= 200; n *= 2) {  // each from the one before
      const double dx = 2.0 * a / n;
      const ExactGrid grid{n, 1, dx, wide, 0.5 * dx - a, 0.0};
      std::vector<double> bound;
      double sum = 0.0;
      for (int i = 0; i < n; ++i) {
        const double x = grid.x(i) / a;
        bound.push_back(mu_p0 * std::sqrt((1.0 - x) * (1.0 + x)));
        sum += bound.back() * dx * wide;
      }
      SteadyRolling(grid, half_space).solve(bound, {nu_x, 0.0, 0.0}, {}, t);
      ASSERT_TRUE(t.converged) << n;
      value[0] = value[1];
      value[1] = -t.fx / sum;
      std::vector<double> finer;
      for (const double p : t.px) finer.insert(finer.end(), 2, p);
      t.px = finer;
      t.py.assign(finer.size(), 0.0);
    }
    EXPECT_NEAR(2.0 * value[1] - value[0], 1.0 - (1.0 - share) * (1.0 - share), 1e-3) << share;
  }
}

TEST(ExactPatch, HasKalkersSlopesAtZero) {
  const KalkerTable kalker(half_space.poisson);
  for (const double ratio : {0.3, 1.0, 3.0}) {
    TangentialInput in{5e-3 * std::sqrt(ratio), 5e-3 / std::sqrt(ratio), 8e4, 0.3, 0, 0, 0, 0};
    const double size = 1e-7;
    const auto expect = [&](double nu_x, double nu_y, double spin) {
      in.nu_x = nu_x;
      in.nu_y = nu_y;
      in.spin = spin;
      const TangentialForce f = calc_exact(in, half_space).force;  // 60 x 60
      const auto k =
          calc_kalker_linear(kalker, half_space.shear_modulus, in.a, in.b, nu_x, nu_y, spin);
      const double length = std::hypot(k.fx, k.fy);
      EXPECT_NEAR(f.fx / length, k.fx / length, 0.01) << ratio;
      EXPECT_NEAR(f.fy / length, k.fy / length, 0.01) << ratio;
    };
    expect(size, 0.0, 0.0);
    expect(0.0, size, 0.0);
    expect(0.0, 0.0, size / 5e-3);
  }
}

TEST(ExactPatch, SlipsFullyAlongTheRigidSlip) {
  const TangentialInput in{6e-3, 3e-3, 8e4, 0.3, 0.03, -0.04, 0.0, 0.0};
  const ExactForce f = calc_exact(in, half_space);
  EXPECT_TRUE(f.converged);
  EXPECT_NEAR(f.force.fx / 24e3, -0.6, 2e-3);
  EXPECT_NEAR(f.force.fy / 24e3, 0.8, 2e-3);
  EXPECT_EQ(f.force.slip_share, 1.0);
  EXPECT_THROW(calc_exact(in, half_space, {41, true, {}}), std::logic_error);
}

// Newton's full steps went to and fro for ever about the pole of the spin.
TEST(ExactPatch, ConvergesWithLargeSpinOnLongPatches) {
  const double c = 5e-3, bound = 24e3, unit = bound / (half_space.shear_modulus * c * c * c);
  for (const double spin : {0.16, 0.32, 0.65}) {
    TangentialInput in{c * std::sqrt(10.0), c / std::sqrt(10.0), 80e3, 0.3, 0.0, 0.0, 0.0, 0.0};
    in.spin = unit * spin;
    const ExactForce f = calc_exact(in, half_space, {32, false, {}});
    EXPECT_TRUE(f.converged) << spin;
    EXPECT_NEAR(f.force.fx, 0.0, 1e-4 * bound) << spin;
  }
}

// Grids that differ along and across: the same force to the error of both.
TEST(ExactPatch, TakesElementsThatAreNotSimilarToThePatch) {
  const TangentialInput in{8e-3, 4e-3, 80e3, 0.3, 8e-4, 5e-4, 0.3, 0.0};
  ExactPatch patch(in.a, in.b, half_space, {{14, 14}, {28, 28}, {56, 28}});
  const ExactForce f = patch.solve({in.nu_x, in.nu_y, in.spin}, 24e3);
  ASSERT_TRUE(f.converged);
  const TangentialForce other = calc_exact(in, half_space).force;
  EXPECT_NEAR(2.0 * f.force.fx - f.before.fx, other.fx, 0.004 * 24e3);
  EXPECT_NEAR(2.0 * f.force.fy - f.before.fy, other.fy, 0.004 * 24e3);
}

}  // namespace
}  // namespace fourfoot::contact
