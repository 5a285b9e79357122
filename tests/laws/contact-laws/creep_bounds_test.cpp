// Bound, continuity, power and direction of every tangential law over patches of any shape, from
// small creepage to full slip. Jumps are searched for along lines, not met by chance.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "contact/tangential/registry.h"

namespace fourfoot::contact {
namespace {

const Material wheel_steel{82e9, 0.28};

// One patch and its unit of creepage, mu N / (G a b): full slip begins at about one unit of pure
// creepage, or of spin times sqrt(a b).
struct RandomPatch {
  TangentialInput in;
  double unit = 0.0, c = 0.0;

  TangentialInput at(const std::array<double, 3>& creep) const {
    TangentialInput moved = in;
    moved.nu_x = unit * creep[0];
    moved.nu_y = unit * creep[1];
    moved.spin = unit / c * creep[2];
    return moved;
  }
  double bound() const { return in.friction * in.normal; }
};

class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}

  double unit() { return static_cast<double>(random_()) / 4294967296.0; }
  double sign() { return unit() < 0.5 ? -1.0 : 1.0; }
  int below(int n) { return static_cast<int>(unit() * n); }
  RandomPatch patch() {
    RandomPatch p;
    p.c = 1e-3 + 7e-3 * unit();
    const double root = std::pow(10.0, unit() - 0.5);
    p.in.a = p.c * root;
    p.in.b = p.c / root;
    p.in.normal = 1e3 + 1.5e5 * unit();
    p.in.friction = 0.05 + 0.55 * unit();
    p.in.speed = 60.0 * unit();
    p.unit = p.in.friction * p.in.normal / (wheel_steel.shear_modulus * p.c * p.c);
    return p;
  }
  // From 1 % to 100 times full slip; some components vanish.
  std::array<double, 3> creep() {
    std::array<double, 3> v;
    const int mask = 1 + below(7);
    const double size = std::pow(10.0, -2.0 + 4.0 * unit());
    for (int k = 0; k < 3; ++k) v[k] = (mask >> k & 1) != 0 ? size * sign() * unit() : 0.0;
    return v;
  }

 private:
  std::mt19937 random_;
};

double calc_distance(const RandomPatch& p, const TangentialForce& f, const TangentialForce& g) {
  return std::max(std::hypot(f.fx - g.fx, f.fy - g.fy), std::abs(f.mz - g.mz) / p.c) / p.bound();
}

using Creep = std::array<double, 3>;
Creep mix(const Creep& from, const Creep& to, double t) {
  Creep v;
  for (int k = 0; k < 3; ++k) v[k] = from[k] + t * (to[k] - from[k]);
  return v;
}

// Follows the larger change of a line down to an interval of 1e-6 units: what is left is a jump.
double find_jump(const TangentialLaw& law, const RandomPatch& p, const Creep& from,
                 const Creep& to) {
  constexpr int samples = 48;
  double low = 0.0, high = 1.0, largest = -1.0;
  TangentialForce f_low, f_high, last = law.calc(p.at(from));
  for (int i = 1; i <= samples; ++i) {
    const TangentialForce f = law.calc(p.at(mix(from, to, 1.0 * i / samples)));
    const double change = calc_distance(p, f, last);
    if (change > largest) {
      largest = change;
      low = (i - 1.0) / samples;
      high = 1.0 * i / samples;
      f_low = last;
      f_high = f;
    }
    last = f;
  }
  double length = 0.0;
  for (int k = 0; k < 3; ++k) length += std::abs(to[k] - from[k]);
  while ((high - low) * length > 1e-6) {
    const double middle = 0.5 * (low + high);
    const TangentialForce f = law.calc(p.at(mix(from, to, middle)));
    if (calc_distance(p, f, f_low) > calc_distance(p, f_high, f)) {
      high = middle;
      f_high = f;
    } else {
      low = middle;
      f_low = f;
    }
  }
  return calc_distance(p, f_low, f_high);
}

class EveryBoundedLaw : public testing::TestWithParam<std::string> {
 protected:
  std::unique_ptr<TangentialLaw> law = make_tangential_law(GetParam(), wheel_steel);
};

TEST_P(EveryBoundedLaw, KeepsBoundPowerAndContinuity) {
  Draw draw(18);
  double over = 0.0, power = 0.0, jump = 0.0;
  for (int i = 0; i < 10000; ++i) {
    const RandomPatch p = draw.patch();
    Creep v = draw.creep();
    const TangentialInput in = p.at(v);
    const TangentialForce f = law->calc(in);
    over = std::max(over, std::hypot(f.fx, f.fy) / p.bound());
    const double rigid = std::hypot(in.nu_x, in.nu_y) + std::abs(in.spin) * p.c;
    power =
        std::max(power, (f.fx * in.nu_x + f.fy * in.nu_y + f.mz * in.spin) / (p.bound() * rigid));
    for (double& component : v) component += 1e-6 * draw.sign() * draw.unit();
    jump = std::max(jump, calc_distance(p, f, law->calc(p.at(v))));
  }
  EXPECT_LE(over, 1.0 + 1e-12);
  EXPECT_LT(jump, 0.01);
  // Polach's law has a lateral force of spin without the moment that pays for it.
  if (GetParam() != "polach") {
    EXPECT_LE(power, 1e-9);
  }
}

TEST_P(EveryBoundedLaw, HasNoJumpsAlongLines) {
  Draw draw(2);
  for (int i = 0; i < 1500; ++i) {
    const RandomPatch p = draw.patch();
    Creep from = draw.creep(), to = draw.creep();
    // Half of the lines change one creepage only, some of them through the pole of a strip's spin.
    if (i % 2 == 0) {
      const int k = draw.below(3);
      for (int other = 0; other < 3; ++other) {
        if (other != k) to[other] = from[other];
      }
      if (k == 1 && i % 4 == 0) {
        from[0] = to[0] = from[2] * (0.1 * (2 * draw.below(10) + 1) - 1.0) * p.in.b / p.c;
      }
    }
    const double jump = find_jump(*law, p, from, to);
    ASSERT_LT(jump, 0.01) << "a/b " << p.in.a / p.in.b << " from " << from[0] << " " << from[1]
                          << " " << from[2] << " to " << to[0] << " " << to[1] << " " << to[2];
  }
}

// In exact theory the surfaces' deformation turns the slip: where full slip of two creepages begins the
// force is up to 4 % off the rigid slip (a/b = 0.1; the solver itself says so), then less like 1 over
// the creepage.
TEST_P(EveryBoundedLaw, PointsAlongTheRigidSlipInFullSlip) {
  const double least = GetParam() == "exact-table" ? 5.0 : 1.0;
  Draw draw(3);
  int count = 0;
  double worst = 0.0;
  for (int i = 0; i < 10000; ++i) {
    const RandomPatch p = draw.patch();
    const double angle = 6.283185307 * draw.unit(), size = std::pow(10.0, 2.0 * draw.unit());
    const TangentialInput in = p.at({size * std::cos(angle), size * std::sin(angle), 0.0});
    const TangentialForce f = law->calc(in);
    if (f.slip_share < 0.999 || size < least) continue;
    ++count;
    worst = std::max(
        worst, std::hypot(f.fx / p.bound() + std::cos(angle), f.fy / p.bound() + std::sin(angle)));
  }
  EXPECT_GT(count, 5000);
  EXPECT_LT(worst, 0.01);
}

TEST_P(EveryBoundedLaw, TakesCreepagesOfAnySize) {
  Draw draw(4);
  for (const double size : {1e3, 1e9, 1e77, 1e154, 1e300}) {
    const RandomPatch p = draw.patch();
    TangentialInput in = p.in;
    in.nu_x = 0.3 * size;
    in.nu_y = -0.4 * size;
    TangentialJacobian jacobian;
    const TangentialForce f = law->calc(in, jacobian);
    EXPECT_NEAR(f.fx / p.bound(), -0.6, 0.01) << size;
    EXPECT_NEAR(f.fy / p.bound(), 0.8, 0.01) << size;
    EXPECT_TRUE(jacobian.allFinite()) << size;
    in.spin = size;
    EXPECT_TRUE(std::isfinite(law->calc(in, jacobian).mz)) << size;
    EXPECT_TRUE(jacobian.allFinite()) << size;
  }
}

// The patch and the creepages that were reported: 34.0 kN against a bound of 24, and a step of 9.2
// kN within 1e-6 of lateral creepage.
TEST(Fastrip, KeepsItsBoundBeyondUnitSpin) {
  TangentialInput in{7.8e-3, 3.9e-3, 80e3, 0.3, 0.0, 0.0, 0.0, 0.0};
  const auto fine = make_tangential_law("fastrip", wheel_steel);
  in.spin = 2.0;
  in.nu_y = -0.002775;
  const TangentialForce before = fine->calc(in);
  in.nu_y = -0.002774;
  EXPECT_NEAR(fine->calc(in).fy, before.fy, 1e-3 * 24e3);
  Table table;
  table.put("law", Value{std::string("fastrip"), {}});
  table.put("strips", Value{5.0, {}});
  table.put("cells", Value{5.0, {}});
  const auto coarse = make_tangential_law(table, wheel_steel);
  in.spin = 2.5;
  for (in.nu_y = -0.01; in.nu_y < 0.01; in.nu_y += 1e-4) {
    const TangentialForce f = coarse->calc(in);
    EXPECT_LE(std::hypot(f.fx, f.fy), 24e3) << in.nu_y;
  }
}

std::vector<std::string> get_bounded_names() {
  std::vector<std::string> names = get_tangential_names();
  std::erase(names, "kalker-linear");
  return names;
}
INSTANTIATE_TEST_SUITE_P(Contact, EveryBoundedLaw, testing::ValuesIn(get_bounded_names()),
                         [](const auto& test_case) {
                           std::string name = test_case.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace fourfoot::contact
