#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "contact/exact/normal_problem.h"
#include "contact/normal/hertz.h"
#include "contact/strips/strip_normal.h"
#include "contact/tangential/fastrip.h"

namespace fourfoot::contact {
namespace {

// Strips of an ellipse under Hertz's pressure are the law for ellipses, strip by strip.
TEST(StripCreep, IsTheLawOnAnEllipse) {
  const Material material{82e9, 0.28};
  constexpr int strips = 10;
  const FastripLaw law(material, strips, 10);
  for (const auto& [a, b, nu_x, nu_y, spin] : {std::array{6e-3, 4e-3, 1e-3, -5e-4, 0.3},
                                               {3e-3, 7e-3, 2e-4, 1e-3, -0.8},
                                               {5e-3, 5e-3, 0.0, 0.0, 1.5},
                                               {5e-3, 5e-3, 8e-3, 1e-3, 0.0}}) {
    TangentialInput in{a, b, 80e3, 0.3, nu_x, nu_y, spin, 20.0};
    const TangentialForce expected = law.calc(in);
    const FastsimPatch<double> patch(law.kalker(), a, b);
    const double p0 = 1.5 * in.normal / (std::numbers::pi * a * b), slope = in.friction * p0 / a;
    TangentialForce sum;
    for (int j = 0; j < strips; ++j) {
      const double y = b * ((2.0 * j + 1.0) / strips - 1.0), width = 2.0 * b / strips;
      const double half = a * std::sqrt(1.0 - y * y / (b * b));
      double share = 0.0;
      const CreepForce<double> f =
          law.calc_strip(patch, {nu_x, -spin * y, nu_y, spin, slope, half}, share);
      sum.fx += width * f.fx;
      sum.fy += width * f.fy;
      sum.mz += width * (f.mz - y * f.fx);
    }
    const double excess = 1.0 + 0.5 / (strips * strips);  // of the strips' middles
    EXPECT_NEAR(sum.fx / excess, expected.fx, 1e-9 * in.normal);
    EXPECT_NEAR(sum.fy / excess, expected.fy, 1e-9 * in.normal);
    EXPECT_NEAR(sum.mz / excess, expected.mz, 1e-11 * in.normal);
  }
}

/// A gap across; curvature along: 2.17 1/m.
using CrossGap = std::function<double(double)>;

/// FaStrip on the strips of a patch, and exact theory on the same gap at the same load: distance of
/// the forces over mu N.
double compare_strip_creep(const CrossGap& gap, double from, double to, double nu_x, double nu_y,
                           double spin) {
  const Material material{82e9, 0.28};
  const double cx = 2.17, delta = 80e-6, friction = 0.3;
  constexpr int n = StripSet::count;
  StripSet set;
  set.width.setConstant((to - from) / n);
  set.cx.setConstant(cx);
  set.delta = delta;
  for (int i = 0; i < n; ++i) {
    set.y[i] = from + (i + 0.5) * set.width[i];
    set.depth[i] = delta - gap(set.y[i]);
  }
  const double cy = 8.0 * delta / ((to - from) * (to - from));
  const HertzContact<double> h = HertzLaw<double>(cx, cy, 1.0).calc_from_penetration(delta);
  set.a2 = h.a * h.a;
  set.kappa = 0.5 * cy * h.b * h.b / delta;
  StripLoads loads;
  solve_strips(set, material.contact_modulus(), false, loads);
  const double normal = loads.load.sum(), middle = (loads.load * set.y).sum() / normal;
  const FastripLaw law(material, 10, 10);
  double fx = 0.0, fy = 0.0;
  // Strips without load lie between two contacts; each has its own ellipse, as in strip_force.h.
  for (int begin = 0, end = 0; begin < n; begin = end + 1) {
    double area = 0.0, square = 0.0, cube = 0.0, load = 0.0, centre = 0.0;
    for (end = begin; end < n && loads.load[end] > 0.0; ++end) {
      const double half = std::sqrt(loads.a2[end]);
      area += 2.0 * half * set.width[end];
      square += half * half * set.width[end];
      cube += half * half * half * set.width[end];
      load += loads.load[end];
      centre += loads.load[end] * set.y[end];
    }
    if (end == begin) continue;
    centre /= load;
    const double a = 32.0 / (9.0 * std::numbers::pi) * cube / square,
                 b = area / (std::numbers::pi * a);
    const FastsimPatch<double> patch(law.kalker(), a, b);
    for (int i = begin; i < end; ++i) {
      const double bound =
          friction * loads.load[i] / (0.5 * std::numbers::pi * loads.a2[i] * set.width[i]);
      double share = 0.0;
      const CreepForce<double> f =
          law.calc_strip(patch,
                         {nu_x - spin * (centre - middle), -spin * (set.y[i] - centre), nu_y, spin,
                          bound, std::sqrt(loads.a2[i])},
                         share);
      fx += set.width[i] * f.fx;
      fy += set.width[i] * f.fy;
    }
  }
  // Exact theory on two grids, extrapolated.
  const auto roll = [&](int elements) {
    ExactGrid grid;
    grid.nx = elements;
    grid.ny = elements + elements / 2;
    const double length = 1.15 * std::sqrt(loads.a2.maxCoeff());
    grid.dx = 2.0 * length / grid.nx;
    grid.dy = (to - from) / grid.ny;
    grid.x_first = -length + 0.5 * grid.dx;
    grid.y_first = from - middle + 0.5 * grid.dy;
    std::vector<double> gaps;
    for (int j = 0; j < grid.ny; ++j)
      for (int i = 0; i < grid.nx; ++i)
        gaps.push_back(gap(grid.y(j) + middle) + 0.5 * cx * grid.x(i) * grid.x(i));
    NormalSolution pressed = solve_normal(grid, material, gaps, normal);
    for (double& p : pressed.pressure) p *= friction;
    ExactTraction exact;
    SteadyRolling(grid, material).solve(pressed.pressure, {nu_x, nu_y, spin}, {}, exact);
    EXPECT_TRUE(pressed.converged && exact.converged);
    return Eigen::Vector2d(exact.fx, exact.fy);
  };
  const Eigen::Vector2d exact = 2.0 * roll(36) - roll(18);
  return (Eigen::Vector2d(fx, fy) - exact).norm() / (friction * normal);
}

// FaStrip on ellipses is within 6 % of mu N of exact theory (docs/theory/contact-laws.md): no farther
// off where the curvature jumps, nor over two hollows in one overlap, which are two contacts.
TEST(StripCreep, AgreesWithExactTheoryWherePatchesAreNotEllipses) {
  const double delta = 80e-6;
  const CrossGap jump = [](double y) { return 0.5 * (y < 0.0 ? 0.8 : 20.0) * y * y; };
  const CrossGap two = [](double y) {
    const double t = y / 6e-3;
    return 4e-5 * (t * t - 1.0) * (t * t - 1.0);
  };
  const double half = 6e-3 * std::sqrt(1.0 + std::sqrt(delta / 4e-5));
  double worst = 0.0, sum = 0.0;
  int count = 0;
  for (const auto& [nu_x, nu_y, spin] : {std::array{5e-4, 0.0, 0.0},
                                         {0.0, 8e-4, 0.0},
                                         {1e-3, -6e-4, 0.1},
                                         {3e-4, 3e-4, 0.3},
                                         {0.0, 0.0, 0.5},
                                         {4e-3, 2e-3, -0.2}}) {
    for (const bool is_two : {false, true}) {
      const double off = is_two
                             ? compare_strip_creep(two, -half, half, nu_x, nu_y, spin)
                             : compare_strip_creep(jump, -std::sqrt(2.0 * delta / 0.8),
                                                   std::sqrt(2.0 * delta / 20.0), nu_x, nu_y, spin);
      EXPECT_LT(off, 0.06) << is_two << " " << nu_x << " " << nu_y << " " << spin;
      worst = std::max(worst, off);
      sum += off;
      ++count;
    }
  }
  std::printf("strips against exact theory: mean %.2f, worst %.2f %% of mu N\n", 100 * sum / count,
              100 * worst);
}

}  // namespace
}  // namespace fourfoot::contact
