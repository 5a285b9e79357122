// What every tangential law must keep, whatever its formula. The laws come from the registry: a new
// one is held to this without being named here.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <sstream>

#include "contact/tangential/creepage.h"
#include "contact/tangential/kalker_linear.h"
#include "contact/tangential/registry.h"

namespace fourfoot::contact {
namespace {

const Material steel{82e9, 0.28};

TangentialInput make_input(double nu_x, double nu_y, double spin) {
  TangentialInput in;
  in.a = 6e-3;
  in.b = 4.5e-3;
  in.normal = 8e4;
  in.friction = 0.35;
  in.nu_x = nu_x;
  in.nu_y = nu_y;
  in.spin = spin;
  in.speed = 20.0;
  return in;
}

// A patch of wheel and rail: a/b 0.2 ... 5, creepages from far below to far above saturation.
TangentialInput draw_input() {
  const auto unit = [] { return *rc::gen::inRange(0, 1000001) * 1e-6; };
  TangentialInput in;
  const double c = 2e-3 + 6e-3 * unit(), root = std::pow(5.0, unit() - 0.5);
  in.a = c * root;
  in.b = c / root;
  in.normal = 1e3 + 1.5e5 * unit();
  in.friction = 0.05 + 0.5 * unit();
  const double size = std::pow(10.0, -5.0 + 4.0 * unit());
  in.nu_x = size * (2.0 * unit() - 1.0);
  in.nu_y = size * (2.0 * unit() - 1.0);
  in.spin = 100.0 * size * (2.0 * unit() - 1.0);
  in.speed = 60.0 * unit();
  return in;
}

class EveryLaw : public testing::TestWithParam<std::string> {
 protected:
  std::unique_ptr<TangentialLaw> law = make_tangential_law(GetParam(), steel);
  bool is_bounded() const { return GetParam() != "kalker-linear"; }
  bool has_spin() const { return GetParam() != "vermeulen-johnson"; }
};

class BoundedLaw : public EveryLaw {};  // all but the linear one
class BrakingLaw : public EveryLaw {};  // all but Polach's

TEST_P(EveryLaw, IsZeroAtZeroCreepage) {
  const TangentialForce f = law->calc(make_input(0.0, 0.0, 0.0));
  EXPECT_EQ(f.fx, 0.0);
  EXPECT_EQ(f.fy, 0.0);
  EXPECT_EQ(f.mz, 0.0);
}

TEST_P(EveryLaw, IsOddAndMirrorsLeftAndRight) {
  EXPECT_TRUE(rc::check([this] {
    const TangentialInput in = draw_input();
    TangentialInput turned = in, mirrored = in;
    turned.nu_x = -in.nu_x;
    turned.nu_y = mirrored.nu_y = -in.nu_y;
    turned.spin = mirrored.spin = -in.spin;
    const TangentialForce f = law->calc(in), t = law->calc(turned), m = law->calc(mirrored);
    const double tolerance = 1e-9 * in.friction * in.normal;
    RC_ASSERT(std::abs(f.fx + t.fx) < tolerance);
    RC_ASSERT(std::abs(f.fy + t.fy) < tolerance);
    RC_ASSERT(std::abs(f.mz + t.mz) < tolerance);
    RC_ASSERT(std::abs(f.fx - m.fx) < tolerance);
    RC_ASSERT(std::abs(f.fy + m.fy) < tolerance);
    RC_ASSERT(std::abs(f.mz + m.mz) < tolerance);
  }));
}

TEST_P(BoundedLaw, StaysWithinTheFrictionBound) {
  EXPECT_TRUE(rc::check([this] {
    const TangentialInput in = draw_input();
    const TangentialForce f = law->calc(in);
    RC_ASSERT(std::hypot(f.fx, f.fy) <= in.friction * in.normal * (1.0 + 1e-12));
    RC_ASSERT(f.slip_share >= 0.0 && f.slip_share <= 1.0);
  }));
}

/// N counts, for a given patch, only as mu N: derivatives by mu are taken from the one by N.
TEST_P(EveryLaw, TakesFrictionAndLoadAsTheirProduct) {
  EXPECT_TRUE(rc::check([this] {
    const TangentialInput in = draw_input();
    TangentialInput other = in;
    other.friction *= 1.7;
    other.normal /= 1.7;
    const TangentialForce f = law->calc(in), g = law->calc(other);
    const double tolerance = 1e-9 * in.friction * in.normal;
    RC_ASSERT(std::abs(f.fx - g.fx) < tolerance);
    RC_ASSERT(std::abs(f.fy - g.fy) < tolerance);
    RC_ASSERT(std::abs(f.mz - g.mz) < tolerance);
  }));
}

TEST(FallingFriction, BoundsTheSlipShareToo) {
  Table table;
  table.put("law", Value{std::string("polach"), {}});
  table.put("friction_ratio", Value{0.4, {}});
  const auto law = make_tangential_law(table, steel);
  // Full slip at 2 m/s: mu is well below mu0 and the whole patch slips.
  EXPECT_GT(law->calc(make_input(0.1, 0.0, 0.0)).slip_share, 0.9);
  EXPECT_LT(law->calc_friction_slope(make_input(0.1, 0.0, 0.0)), 0.0);
}

// Polach adds a lateral force of spin and leaves out the moment that pays for it: where nu_y and
// spin have opposite signs fy nu_y alone can be positive.
TEST_P(BrakingLaw, NeverDrivesWhatItShouldBrake) {
  EXPECT_TRUE(rc::check([this] {
    const TangentialInput in = draw_input();
    const TangentialForce f = law->calc(in);
    const double power = f.fx * in.nu_x + f.fy * in.nu_y + f.mz * in.spin;
    RC_ASSERT(power <= 1e-9 * in.friction * in.normal * std::hypot(in.nu_x, in.nu_y));
  }));
}

TEST_P(EveryLaw, GrowsWithPureCreepageUpToTheBound) {
  for (const bool lateral : {false, true}) {
    double last = 0.0, last_share = 0.0;
    for (double nu = 1e-5; nu < 0.3; nu *= 1.2) {
      const TangentialForce f = law->calc(lateral ? make_input(0, nu, 0) : make_input(nu, 0, 0));
      const double force = -(lateral ? f.fy : f.fx);
      EXPECT_GE(force, last * (1.0 - 1e-4)) << nu;
      EXPECT_GE(f.slip_share, last_share - 1e-2) << nu;
      last = force;
      last_share = f.slip_share;
    }
    if (is_bounded()) {
      EXPECT_NEAR(last / (0.35 * 8e4), 1.0, 0.02);
    }
  }
}

TEST_P(EveryLaw, HasKalkersSlopesAtZero) {
  for (const double ratio : {0.3, 1.0, 3.0}) {
    TangentialInput in = make_input(0.0, 0.0, 0.0);
    in.a = 5e-3 * std::sqrt(ratio);
    in.b = 5e-3 / std::sqrt(ratio);
    const double size = 1e-8;  // 1e-4 of saturation and less
    const auto fine = [&] {
      if (GetParam() != "fastsim" && GetParam() != "fastrip")
        return make_tangential_law(GetParam(), steel);
      Table table;
      table.put("law", Value{GetParam(), {}});
      table.put("strips", Value{50.0, {}});
      table.put("cells", Value{50.0, {}});
      return make_tangential_law(table, steel);
    }();
    const auto expect_slope = [&](double nu_x, double nu_y, double spin) {
      in.nu_x = nu_x;
      in.nu_y = nu_y;
      in.spin = spin;
      const auto expected =
          calc_kalker_linear(fine->kalker(), steel.shear_modulus, in.a, in.b, nu_x, nu_y, spin);
      const TangentialForce f = fine->calc(in);
      const double length = std::hypot(expected.fx, expected.fy);
      EXPECT_NEAR(f.fx / length, expected.fx / length, 0.01) << ratio;
      EXPECT_NEAR(f.fy / length, expected.fy / length, 0.01) << ratio;
    };
    expect_slope(size, 0.0, 0.0);
    expect_slope(0.0, size, 0.0);
    if (has_spin()) expect_slope(0.0, 0.0, size);
  }
}

TEST_P(EveryLaw, VanishesContinuouslyWithTheLoad) {
  TangentialInput in = make_input(1e-3, -5e-4, 0.2);
  double last = 1.0;
  for (double load = 1.0; load > 1e-18; load *= 1e-3) {  // a, b ~ N^(1/3) as by Hertz
    in.normal = 8e4 * load;
    in.a = 6e-3 * std::cbrt(load);
    in.b = 4.5e-3 * std::cbrt(load);
    TangentialJacobian jacobian;
    const TangentialForce f = law->calc(in, jacobian);
    const double size = std::hypot(f.fx, f.fy) / (0.35 * 8e4);
    if (load < 1.0) {
      EXPECT_LT(size, last);
    }
    EXPECT_TRUE(std::isfinite(f.mz));
    EXPECT_TRUE(jacobian.allFinite());
    last = size;
  }
  for (const double none : {0.0, -10.0}) {
    in.normal = none;
    TangentialJacobian jacobian;
    EXPECT_EQ(law->calc(in, jacobian).fx, 0.0);
    EXPECT_EQ(law->calc(in).fy, 0.0);
    EXPECT_TRUE(jacobian.isZero());
  }
  in = make_input(1e-3, 0.0, 0.0);
  in.friction = 0.0;
  if (is_bounded()) {
    EXPECT_EQ(law->calc(in).fx, 0.0);
  }
}

// One-sided differences on both sides bracket the derivative of a law with kinks.
TEST_P(EveryLaw, GivesItsExactDerivatives) {
  int misses = 0, count = 0;
  std::ostringstream failures;
  for (const double size : {0.0, 1e-5, 3e-4, 1.5e-3, 6e-3}) {
    for (const double spin : {0.0, 0.4, -1.0}) {
      const TangentialInput in = make_input(size, -0.7 * size, 100.0 * size * spin);
      TangentialJacobian jacobian;
      const TangentialForce f = law->calc(in, jacobian);
      const TangentialForce plain = law->calc(in);
      EXPECT_NEAR(f.fx, plain.fx, 1e-9 * 28e3);
      EXPECT_NEAR(f.mz, plain.mz, 1e-9 * 28e3);
      double TangentialInput::*const members[6] = {&TangentialInput::nu_x, &TangentialInput::nu_y,
                                                   &TangentialInput::spin, &TangentialInput::normal,
                                                   &TangentialInput::a,    &TangentialInput::b};
      const double step[6] = {1e-10, 1e-10, 1e-8, 1e-3, 1e-10, 1e-10};
      const double unit[6] = {1e-3, 1e-3, 0.2, 8e4, 6e-3, 4.5e-3};
      for (int column = 0; column < 6; ++column) {
        TangentialInput up = in, down = in;
        up.*members[column] += step[column];
        down.*members[column] -= step[column];
        const TangentialForce p = law->calc(up), m = law->calc(down);
        const double after[3] = {p.fx - plain.fx, p.fy - plain.fy, p.mz - plain.mz};
        const double before[3] = {plain.fx - m.fx, plain.fy - m.fy, plain.mz - m.mz};
        const double scale[3] = {28e3, 28e3, 28e3 * 5e-3};
        for (int row = 0; row < 3; ++row) {
          const auto [low, high] = std::minmax(before[row], after[row]);
          const double value = jacobian(row, column) * step[column];
          const double outside = std::max({0.0, low - value, value - high});
          const double difference = outside / step[column] * unit[column] / scale[row];
          ++count;
          if (difference > 1e-4) {
            ++misses;
            failures << " size " << size << " spin " << spin << " row " << row << " column "
                     << column << ": " << difference;
          }
        }
      }
    }
  }
  EXPECT_EQ(misses, 0) << "of " << count << failures.str();
}

std::vector<std::string> get_names_without(const std::string& name) {
  std::vector<std::string> names = get_tangential_names();
  std::erase(names, name);
  return names;
}

std::string make_test_name(const testing::TestParamInfo<std::string>& test_case) {
  std::string name = test_case.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Contact, EveryLaw, testing::ValuesIn(get_tangential_names()),
                         make_test_name);
INSTANTIATE_TEST_SUITE_P(Contact, BoundedLaw, testing::ValuesIn(get_names_without("kalker-linear")),
                         make_test_name);
INSTANTIATE_TEST_SUITE_P(Contact, BrakingLaw, testing::ValuesIn(get_names_without("polach")),
                         make_test_name);

}  // namespace
}  // namespace fourfoot::contact
