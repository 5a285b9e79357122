#include "contact/tangential/full_slip.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

namespace fourfoot::contact {
namespace {

// Sum over the patch, c = 1.
std::array<double, 3> sum_full_slip(double nu_x, double nu_y, double spin, double a) {
  constexpr int n = 600;
  std::array<double, 3> f = {0.0, 0.0, 0.0};
  double load = 0.0;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const double u = 2.0 * (i + 0.5) / n - 1.0, v = 2.0 * (j + 0.5) / n - 1.0;
      if (u * u + v * v >= 1.0) continue;
      const double p = std::sqrt(1.0 - u * u - v * v), x = a * u, y = v / a;
      const double wx = nu_x - spin * y, wy = nu_y + spin * x, w = std::hypot(wx, wy);
      load += p;
      if (w == 0.0) continue;
      f[0] -= p * wx / w;
      f[1] -= p * wy / w;
      f[2] -= p * (x * wy - y * wx) / w;
    }
  }
  for (double& value : f) value /= load;
  return f;
}

struct Draw {
  std::mt19937 random{5};
  double unit() { return static_cast<double>(random()) / 4294967296.0; }
  double any() { return (2.0 * unit() - 1.0) * std::pow(10.0, 2.0 * unit() - 1.0); }
};

TEST(FullSlip, IsTheIntegralOverThePatch) {
  Draw draw;
  for (int i = 0; i < 60; ++i) {
    const double a = std::pow(10.0, draw.unit() - 0.5);
    const double x = draw.any(), y = draw.any(), s = draw.any();
    const FullSlip f = calc_full_slip<false>(x, y, s, a);
    const auto sum = sum_full_slip(x, y, s, a);
    for (int o = 0; o < 3; ++o) {
      EXPECT_NEAR(f.f[o], sum[o], 4e-4) << a << " " << x << " " << y << " " << s;
    }
    EXPECT_LE(std::hypot(f.f[0], f.f[1]), 1.0 + 1e-12);
  }
}

TEST(FullSlip, GivesItsDerivatives) {
  Draw draw;
  for (int i = 0; i < 200; ++i) {
    double v[4] = {draw.any(), draw.any(), draw.any(), 0.6 * (draw.unit() - 0.5)};
    if (i % 5 == 0) v[2] = 0.0;
    if (i % 5 == 1) v[0] = v[1] = 1e-9;
    const auto at = [](const double(&w)[4]) {
      return calc_full_slip<false>(w[0], w[1], w[2], std::exp(w[3]));
    };
    const FullSlip f = calc_full_slip<true>(v[0], v[1], v[2], std::exp(v[3]));
    const double size = std::abs(v[0]) + std::abs(v[1]) + std::abs(v[2]);
    for (int k = 0; k < 4; ++k) {
      const double step = 1e-6 * (k < 3 ? size : 1.0);
      double up[4], down[4];
      for (int n = 0; n < 4; ++n) up[n] = down[n] = v[n];
      up[k] += step;
      down[k] -= step;
      const double per = k < 3 ? 2.0 * step : 4.0 * step;  // ln(a/b) = 2 ln(axis)
      for (int o = 0; o < 3; ++o) {
        EXPECT_NEAR(f.d[o][k] * size, (at(up).f[o] - at(down).f[o]) / per * size,
                    3e-5 * (1.0 + size))
            << i << " output " << o << " argument " << k;
      }
    }
  }
}

TEST(FullSlip, WithoutSpinOpposesTheCreepage) {
  const FullSlip f = calc_full_slip<false>(3e-4, -4e-4, 0.0, 2.0);
  EXPECT_NEAR(f.f[0], -0.6, 1e-14);
  EXPECT_NEAR(f.f[1], 0.8, 1e-14);
  EXPECT_NEAR(f.f[2], 0.0, 1e-14);
  const FullSlip none = calc_full_slip<true>(0.0, 0.0, 0.0, 1.0);
  EXPECT_EQ(none.f[0], 0.0);
}

// Where the pole crosses the edge the two formulas meet, to the error of the outer one.
TEST(FullSlip, HasNoJumpWhereThePoleLeavesThePatch) {
  for (const double ratio : {0.1, 0.5, 1.0, 3.0, 10.0}) {
    const double a = std::sqrt(ratio), tolerance = ratio > 5.0 || ratio < 0.2 ? 4e-4 : 5e-6;
    for (double angle = 0.05; angle < 6.3; angle += 0.1) {
      const double x = std::sin(angle) / a, y = -a * std::cos(angle);
      for (int o = 0; o < 3; ++o) {
        const double in = calc_full_slip<false>(x, y, 1.0 + 1e-9, a).f[o];
        EXPECT_NEAR(in, calc_full_slip<false>(x, y, 1.0 - 1e-9, a).f[o], tolerance) << ratio;
      }
    }
  }
}

}  // namespace
}  // namespace fourfoot::contact
