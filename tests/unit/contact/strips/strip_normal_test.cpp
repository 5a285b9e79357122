#include "contact/strips/strip_normal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <numbers>
#include <sstream>

#include "contact/exact/normal_problem.h"
#include "contact/material.h"
#include "contact/normal/elliptic.h"
#include "contact/normal/hertz.h"
#include "contact/normal/kik_piotrowski.h"
#include "contact/strips/deflection_kernel.h"
#include "contact/strips/strip_kik_piotrowski.h"

namespace fourfoot::contact {
namespace {

using std::numbers::pi;
const Material steel_pair{82e9, 0.28};
constexpr int strip_number = StripSet::count;

using Gap = std::function<double(double)>;

/// Strips between `from` and `to`, penetration delta, gap over y; the start as the geometry makes
/// it, from a parabolic overlap as deep and as wide.
StripSet make_set(const Gap& gap, double delta, double cx, double from, double to) {
  StripSet set;
  set.width.setConstant((to - from) / strip_number);
  set.delta = delta;
  for (int i = 0; i < strip_number; ++i) {
    const double y = from + (i + 0.5) * set.width[i];
    set.y[i] = y;
    set.depth[i] = delta - gap(y);
    set.cx[i] = cx;
  }
  const double cy = 8.0 * delta / ((to - from) * (to - from));
  const HertzContact<double> h = HertzLaw<double>(cx, cy, 1.0).calc_from_penetration(delta);
  set.a2 = h.a * h.a;
  set.kappa = 0.5 * cy * h.b * h.b / delta;
  set.kappa_x = 0.5 * cx * h.a * h.a / delta;
  return set;
}

struct Sums {
  double normal, area, pressure, centre;
};
Sums add_up(const StripSet& set, const StripLoads& loads, double from) {
  Sums s{0.0, 0.0, 0.0, 0.0};
  for (int i = 0; i < strip_number; ++i) {
    if (!(loads.load[i] > 0.0)) continue;
    const double a = std::sqrt(loads.a2[i]), y = from + (i + 0.5) * set.width[i];
    s.normal += loads.load[i];
    s.area += 2.0 * a * set.width[i];
    s.centre += loads.load[i] * y;
    s.pressure = std::max(s.pressure, loads.load[i] / (0.5 * pi * a * set.width[i]));
  }
  s.centre /= s.normal;
  return s;
}

// Both integrals of the header by the midpoint rule in t, x = a cos(t), and D itself.
TEST(DeflectionKernel, IsTheIntegralOverAStrip) {
  for (const double e : {1e-4, 1e-3, 4e-3, 3e-2}) {
    const double a = 5e-3, h = 7e-4;
    DeflectionColumn<2> column;
    column.calc(Eigen::Array2d(e, 2.0 * e), a * a, h, false);
    const double R = std::hypot(a, e), D = calc_elliptic_integrals(e / R).D;
    EXPECT_NEAR(column.k[0], h * D / R, 3e-5 * column.k[0]);
    const auto deflect = [&](double X) {  // int sqrt(a^2 - x^2) / r dx / (2 a^2)
      double sum = 0.0;
      const int n = 20000;
      for (int i = 0; i < n; ++i) {
        const double t = pi * (i + 0.5) / n, x = a * std::cos(t), sine = std::sin(t);
        sum += sine * sine / std::hypot(x - X, e);
      }
      return 0.5 * sum * pi / n;
    };
    EXPECT_NEAR(h * deflect(0.0), column.k[0], 4e-5 * column.k[0]);
    const double way = 0.05 * e;
    const double bend = (deflect(way) - 2.0 * deflect(0.0) + deflect(-way)) / (way * way);
    EXPECT_NEAR(-h * bend, column.s[0], 5e-3 * column.s[0]) << e;
  }
  // All the way from the strip itself to far away.
  for (double x = 5e-4; x < 1.0; x *= 1.01) {
    DeflectionColumn<1> column;
    const double a = 1.0, e = x / std::sqrt(1.0 - x * x);
    column.calc(Eigen::Array<double, 1, 1>(e), a, 1.0, false);
    const double expected = calc_elliptic_integrals(x).D / std::hypot(1.0, e);
    EXPECT_NEAR(column.k[0], expected, 3e-5 * expected) << x;
  }
}

TEST(StripNormal, IsHertzOnEllipses) {
  const double cx = 2.17, delta = 80e-6, modulus = steel_pair.contact_modulus();
  // Narrow patches fill less of the overlap and have fewer strips.
  for (const auto& [curvature, tolerance] :
       {std::pair{0.2, 0.005}, {0.5, 0.005}, {2.0, 0.005}, {8.0, 0.012}, {30.0, 0.025}}) {
    const double cy = curvature;  // clang 14 lets no lambda use a name of a pair's part
    const double half = std::sqrt(2.0 * delta / cy);
    const StripSet set =
        make_set([&](double y) { return 0.5 * cy * y * y; }, delta, cx, -half, half);
    StripLoads loads;
    solve_strips(set, modulus, false, loads);
    const Sums s = add_up(set, loads, -half);
    const HertzContact<double> h = HertzLaw<double>(cx, cy, modulus).calc_from_penetration(delta);
    EXPECT_NEAR(s.normal / h.normal, 1.0, tolerance) << cy;
    EXPECT_NEAR(s.area / (pi * h.a * h.b), 1.0, 0.03) << cy;
    EXPECT_NEAR(s.pressure / h.pressure_max, 1.0, 0.012) << cy;
    EXPECT_NEAR(s.centre, 0.0, 1e-9);
  }
}

/// Against the boundary-element solution of the same gap at the same load.
void compare_with_exact(const Gap& gap, double delta, double from, double to, const char* name) {
  const double cx = 2.17, modulus = steel_pair.contact_modulus();
  const StripSet set = make_set(gap, delta, cx, from, to);
  StripLoads loads;
  solve_strips(set, modulus, false, loads);
  const Sums s = add_up(set, loads, from);
  ExactGrid grid;
  grid.nx = 60;
  grid.ny = 80;
  const double length = 1.3 * std::sqrt(loads.a2.maxCoeff());
  grid.dx = 2.0 * length / grid.nx;
  grid.dy = (to - from) / grid.ny;
  grid.x_first = -length + 0.5 * grid.dx;
  grid.y_first = from + 0.5 * grid.dy;
  std::vector<double> gaps(static_cast<std::size_t>(grid.count()));
  for (int j = 0; j < grid.ny; ++j)
    for (int i = 0; i < grid.nx; ++i)
      gaps[static_cast<std::size_t>(i + grid.nx * j)] =
          gap(grid.y(j)) + 0.5 * cx * grid.x(i) * grid.x(i);
  const NormalSolution exact = solve_normal(grid, steel_pair, gaps, s.normal);
  ASSERT_TRUE(exact.converged) << name;
  double centre = 0.0;
  for (int j = 0; j < grid.ny; ++j)
    for (int i = 0; i < grid.nx; ++i)
      centre += exact.pressure[static_cast<std::size_t>(i + grid.nx * j)] * grid.y(j);
  centre *= grid.dx * grid.dy / s.normal;
  EXPECT_NEAR(exact.approach / delta, 1.0, 0.02) << name;
  EXPECT_NEAR(s.pressure / exact.pressure_max, 1.0, 0.08) << name;
  EXPECT_NEAR(s.area / exact.area, 1.0, 0.07) << name;
  EXPECT_NEAR(s.centre, centre, 5e-5) << name;
}

TEST(StripNormal, AgreesWithTheExactSolutionWherePatchesAreNotEllipses) {
  const double delta = 80e-6;
  compare_with_exact([](double y) { return 0.5 * (y < 0.0 ? 0.8 : 20.0) * y * y; }, delta,
                     -std::sqrt(2.0 * delta / 0.8), std::sqrt(2.0 * delta / 20.0), "jump");
  const Gap two = [](double y) {
    const double t = y / 6e-3;
    return 4e-5 * (t * t - 1.0) * (t * t - 1.0);
  };
  for (const double d : {30e-6, 45e-6, 80e-6}) {
    const double half = 6e-3 * std::sqrt(1.0 + std::sqrt(d / 4e-5));
    compare_with_exact(two, d, -half, half, "two hollows");
  }
}

// Strips that neither enter nor leave: the derivative of what is computed, by all that enters.
void check_derivatives(void (*solve)(const StripSet&, double, bool, StripLoads&)) {
  const auto make = [](const std::array<double, 4>& way) {
    const auto gap = [](double y) {
      const double t = y / 6e-3;
      return 4e-5 * (t * t - 1.0) * (t * t - 1.0) + 2e-3 * y;
    };
    StripSet set = make_set(gap, 80e-6, 2.17, -9e-3, 9e-3);
    const auto shift = [&](int k, double value, double slope) { return value + slope * way[k]; };
    for (int i = 0; i < strip_number; ++i) {
      const double t = i / 10.0 - 1.0;
      set.d_depth.row(i) << 1.0, t, 0.0, t * t;
      set.d_cx.row(i) << 0.0, 3e3, 2e3 * t, 0.0;
      set.d_y.row(i) << 0.0, 2.0 * t, t * t, 1.0;
      set.d_width.row(i) << 0.0, 0.1 * t, 2.0, 1.0;
      for (int k = 0; k < 4; ++k) {
        set.width[i] = shift(k, set.width[i], set.d_width(i, k));
        set.depth[i] = shift(k, set.depth[i], set.d_depth(i, k));
        set.cx[i] = shift(k, set.cx[i], set.d_cx(i, k));
        set.y[i] = shift(k, set.y[i], set.d_y(i, k));
      }
    }
    set.d_a2 << 0.1, 0.0, 0.2, 0.0;
    set.d_kappa << 0.0, 300.0, 0.0, 100.0;
    set.d_kappa_x << 100.0, 0.0, 200.0, -50.0;
    set.d_delta << 1.0, 0.0, 0.0, 0.3;
    for (int k = 0; k < 4; ++k) {
      set.a2 = shift(k, set.a2, set.d_a2[k]);
      set.kappa = shift(k, set.kappa, set.d_kappa[k]);
      set.kappa_x = shift(k, set.kappa_x, set.d_kappa_x[k]);
      set.delta = shift(k, set.delta, set.d_delta[k]);
    }
    return set;
  };
  StripLoads here;
  solve(make({}), 1.14e11, true, here);
  const double h = 1e-9;
  for (std::size_t k = 0; k < 4; ++k) {
    std::array<double, 4> way{};
    StripLoads before, behind;
    way[k] = -h;
    solve(make(way), 1.14e11, false, before);
    way[k] = h;
    solve(make(way), 1.14e11, false, behind);
    const auto c = static_cast<int>(k);
    const StripSet::Array loads = (behind.load - before.load) / (2.0 * h),
                          lengths = (behind.a2 - before.a2) / (2.0 * h);
    EXPECT_LT((loads - here.d_load.col(c)).abs().maxCoeff(), 1e-5 * loads.abs().maxCoeff()) << k;
    EXPECT_LT((lengths - here.d_a2.col(c)).abs().maxCoeff(), 1e-5 * lengths.abs().maxCoeff()) << k;
  }
}

TEST(StripNormal, DerivativesAreThoseOfTheSweeps) {
  check_derivatives(solve_strips);
}
TEST(KikPiotrowskiStrips, DerivativesAreExact) {
  check_derivatives(solve_kik_piotrowski_strips);
}

// Against the published form (condition at the deepest point, 48 strips that cluster) on ellipses.
TEST(KikPiotrowskiStrips, IsThePublishedMethodOnEllipses) {
  const double cx = 2.17, delta = 80e-6;
  for (const double cy : {0.2, 0.5, 2.0, 8.0}) {
    const double half = std::sqrt(2.0 * delta / cy);
    std::vector<double> y, gap, curvature;
    for (int i = 0; i <= 800; ++i) {
      y.push_back(half * (i / 400.0 - 1.0));
      gap.push_back(0.5 * cy * y.back() * y.back());
      curvature.push_back(cx);
    }
    std::vector<KikPiotrowskiPatch> published;
    calc_kik_piotrowski({y, gap, curvature}, delta, steel_pair, {}, published);
    ASSERT_EQ(published.size(), 1u);
    const StripSet set =
        make_set([&](double at) { return 0.5 * cy * at * at; }, delta, cx, -half, half);
    StripLoads loads;
    solve_kik_piotrowski_strips(set, steel_pair.contact_modulus(), false, loads);
    const Sums s = add_up(set, loads, -half);
    EXPECT_NEAR(s.normal / published[0].normal, 1.0, 0.02) << cy;
    EXPECT_NEAR(s.area / published[0].area, 1.0, 0.02) << cy;
    EXPECT_NEAR(s.pressure / published[0].pressure_max, 1.0, 0.02) << cy;
  }
}

// Against a second program (tests/reference/independent/kik_piotrowski.py): no strips, deflection
// integrated in polar coordinates.
TEST(KikPiotrowskiStrips, AgreesWithASecondProgram) {
  std::ifstream file(FOURFOOT_SOURCE_DIR "/tests/reference/independent/kik_piotrowski.csv");
  std::string line;
  std::getline(file, line);
  int cases = 0;
  while (std::getline(file, line)) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream in(line);
    double cx, right, left, delta, normal, area, pressure;
    in >> cx >> right >> left >> delta >> normal >> area >> pressure;
    const Gap gap = [&](double y) { return 0.5 * (y < 0.0 ? right : left) * y * y; };
    const double from = -std::sqrt(2.0 * delta / right), to = std::sqrt(2.0 * delta / left);
    const StripSet set = make_set(gap, delta, cx, from, to);
    StripLoads loads;
    solve_kik_piotrowski_strips(set, steel_pair.contact_modulus(), false, loads);
    const Sums s = add_up(set, loads, from);
    EXPECT_NEAR(s.normal / normal, 1.0, 0.015) << line;
    EXPECT_NEAR(s.area / area, 1.0, 0.03) << line;
    EXPECT_NEAR(s.pressure / pressure, 1.0, 0.015) << line;
    ++cases;
  }
  EXPECT_EQ(cases, 5);
}

TEST(StripNormal, WithoutOverlapNothingCarries) {
  StripSet set;
  set.width.setConstant(1e-3);
  set.depth.setConstant(-1e-5);
  StripLoads loads;
  solve_strips(set, 1e11, true, loads);
  EXPECT_EQ(loads.load.sum(), 0.0);
}

}  // namespace
}  // namespace fourfoot::contact
