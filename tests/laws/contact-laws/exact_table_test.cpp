// What exact-table promises beyond every law: both limits by construction, and no jump anywhere, a/b
// included.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "contact/tangential/full_slip.h"
#include "contact/tangential/registry.h"

namespace fourfoot::contact {
namespace {

const Material table_steel{82e9, 0.28};
constexpr double table_bound = 24e3, table_c = 5e-3;
const double creep_unit = table_bound / (table_steel.shear_modulus * table_c * table_c);

// x, y, s (creepages over mu N / (G c^2)) and log10(a/b).
using Point = std::array<double, 4>;

TangentialInput make_input(const Point& at) {
  const double root = std::pow(10.0, 0.5 * at[3]);
  return {table_c * root,
          table_c / root,
          8e4,
          0.3,
          creep_unit * at[0],
          creep_unit * at[1],
          creep_unit * at[2] / table_c,
          20.0};
}

class Chance {
 public:
  explicit Chance(unsigned seed) : random_(seed) {}
  double unit() { return static_cast<double>(random_()) / 4294967296.0; }
  Point point() {
    const int mask = 1 + static_cast<int>(7.0 * unit());
    const double size = std::pow(10.0, -2.0 + 3.5 * unit());
    Point p{};
    for (int k = 0; k < 3; ++k) {
      const double value = size * (2.0 * unit() - 1.0);
      if ((mask >> k & 1) != 0) p[k] = value;
    }
    p[3] = 2.0 * unit() - 1.0;
    return p;
  }

 private:
  std::mt19937 random_;
};

TEST(ExactTable, HasKalkersSlopesAtZeroExactly) {
  const auto law = make_tangential_law("exact-table", table_steel);
  for (double log_ratio = -1.3; log_ratio < 1.31; log_ratio += 0.1) {
    const TangentialInput in = make_input({0.0, 0.0, 0.0, log_ratio});
    const KalkerCoefficients<double> c = law->kalker().calc(in.a / in.b);
    TangentialJacobian j;
    law->calc(in, j);
    const double gc2 = table_steel.shear_modulus * in.a * in.b, size = std::sqrt(in.a * in.b);
    Eigen::Matrix3d kalker;
    kalker << -gc2 * c.c11, 0.0, 0.0, 0.0, -gc2 * c.c22, -gc2 * size * c.c23, 0.0,
        gc2 * size * c.c23, -gc2 * in.a * in.b * c.c33;
    EXPECT_LT((j.leftCols<3>() - kalker).cwiseAbs().maxCoeff(), 1e-9 * gc2 * c.c11);
    EXPECT_TRUE(j.rightCols<3>().isZero());
  }
}

// At |v| the force is the linear one but for |v|^2, also through the table.
TEST(ExactTable, LeavesTheLinearForceWithTheSquareOfCreepage) {
  const auto law = make_tangential_law("exact-table", table_steel);
  const auto linear = make_tangential_law("kalker-linear", table_steel);
  Chance chance(7);
  for (int i = 0; i < 200; ++i) {
    Point p = chance.point();
    const double size = std::hypot(p[0], p[1], p[2]);
    for (int k = 0; k < 3; ++k) p[k] *= 1e-5 / size;
    const TangentialForce f = law->calc(make_input(p)), l = linear->calc(make_input(p));
    const double length = std::hypot(l.fx, l.fy) + std::abs(l.mz) / table_c;
    EXPECT_NEAR(f.fx, l.fx, 0.01 * length);
    EXPECT_NEAR(f.fy, l.fy, 0.01 * length);
    EXPECT_NEAR(f.mz, l.mz, 0.01 * length * table_c);
  }
}

TEST(ExactTable, TendsToFullSlipExactly) {
  const auto law = make_tangential_law("exact-table", table_steel);
  Chance chance(8);
  for (int i = 0; i < 500; ++i) {
    Point p = chance.point();
    const double size = std::hypot(p[0], p[1], p[2]);
    for (int k = 0; k < 3; ++k) p[k] *= 1e7 / size;
    const TangentialForce f = law->calc(make_input(p));
    const FullSlip full = calc_full_slip<false>(p[0], p[1], p[2], std::pow(10.0, 0.5 * p[3]));
    // The cubic at the bound moves |F| by 6e-4 between 0.996 and 1 and not at 1.
    const double bend = std::hypot(full.f[0], full.f[1]) > 0.995 ? 7e-4 : 1e-6;
    EXPECT_NEAR(f.fx / table_bound, full.f[0], bend);
    EXPECT_NEAR(f.fy / table_bound, full.f[1], bend);
    EXPECT_NEAR(f.mz / (table_bound * table_c), full.f[2], 1e-6);
    if (p[2] == 0.0) {
      EXPECT_NEAR(f.fx / table_bound, full.f[0], 1e-6);
      EXPECT_NEAR(f.fy / table_bound, full.f[1], 1e-6);
    }
  }
}

std::array<double, 3> calc_over_bound(const TangentialLaw& law, const Point& p) {
  const TangentialForce f = law.calc(make_input(p));
  return {f.fx / table_bound, f.fy / table_bound, f.mz / (table_bound * table_c)};
}

double calc_change(const std::array<double, 3>& f, const std::array<double, 3>& g) {
  return std::max({std::abs(f[0] - g[0]), std::abs(f[1] - g[1]), std::abs(f[2] - g[2])});
}

Point mix(const Point& from, const Point& to, double t) {
  Point p;
  for (int k = 0; k < 4; ++k) p[k] = from[k] + t * (to[k] - from[k]);
  return p;
}

// Along a line, from the steepest of its parts down to a length of 1e-9: what is left is a jump.
double find_jump(const TangentialLaw& law, const Point& from, const Point& to) {
  constexpr int parts = 64;
  double low = 0.0, high = 0.0, largest = -1.0;
  std::array<double, 3> at_low{}, at_high{}, last = calc_over_bound(law, from);
  for (int i = 1; i <= parts; ++i) {
    const auto f = calc_over_bound(law, mix(from, to, 1.0 * i / parts));
    if (calc_change(f, last) > largest) {
      largest = calc_change(f, last);
      low = (i - 1.0) / parts;
      high = 1.0 * i / parts;
      at_low = last;
      at_high = f;
    }
    last = f;
  }
  double length = 0.0;
  for (int k = 0; k < 4; ++k) length += std::abs(to[k] - from[k]);
  while ((high - low) * length > 1e-9) {
    const double middle = 0.5 * (low + high);
    const auto f = calc_over_bound(law, mix(from, to, middle));
    if (calc_change(f, at_low) > calc_change(at_high, f)) {
      high = middle;
      at_high = f;
    } else {
      low = middle;
      at_low = f;
    }
  }
  return calc_change(at_low, at_high);
}

// Lines that change everything, one number only, or pass through zero of spin, of creepage and of
// both. The pole of the spin leaving a slender patch has a step of 4e-4 (full_slip.h).
TEST(ExactTable, HasNoJumpAlongAnyLine) {
  const auto law = make_tangential_law("exact-table", table_steel);
  Chance chance(9);
  double largest = 0.0;
  for (int i = 0; i < 3000; ++i) {
    const Point from = chance.point();
    Point to = chance.point();
    if (i % 3 == 0) {
      const int k = static_cast<int>(4.0 * chance.unit());
      for (int other = 0; other < 4; ++other)
        if (other != k) to[other] = from[other];
    } else if (i % 3 == 1) {
      for (int k = 0; k < 3; ++k) to[k] = -from[k] * chance.unit();
    }
    const double jump = find_jump(*law, from, to);
    largest = std::max(largest, jump);
    ASSERT_LT(jump, 5e-4) << "from " << from[0] << " " << from[1] << " " << from[2] << " "
                          << from[3] << " to " << to[0] << " " << to[1] << " " << to[2] << " "
                          << to[3];
  }
  RecordProperty("largest", std::to_string(largest));
}

// The derivative is continuous too, but for the ends of a/b and that step: its change over 1e-6 of
// the size is that of a second derivative.
TEST(ExactTable, HasAContinuousDerivative) {
  const auto law = make_tangential_law("exact-table", table_steel);
  Chance chance(10);
  for (int i = 0; i < 5000; ++i) {
    const Point p = chance.point();
    if (std::abs(p[3]) > 0.5) continue;
    Point q = p;
    const double size = std::hypot(p[0], p[1], p[2]);
    for (int k = 0; k < 3; ++k) q[k] += 1e-6 * size * (2.0 * chance.unit() - 1.0);
    TangentialJacobian a, b;
    law->calc(make_input(p), a);
    law->calc(make_input(q), b);
    const double unit = creep_unit * size / table_bound;
    for (int k = 0; k < 3; ++k) {
      const double scale = unit * (k == 2 ? 1.0 / table_c : 1.0);
      EXPECT_NEAR(a(0, k) * scale, b(0, k) * scale, 1e-3) << i;
      EXPECT_NEAR(a(1, k) * scale, b(1, k) * scale, 1e-3) << i;
      EXPECT_NEAR(a(2, k) * scale / table_c, b(2, k) * scale / table_c, 1e-3) << i;
    }
  }
}

}  // namespace
}  // namespace fourfoot::contact
