#include <gtest/gtest.h>

#include "base/error.h"
#include "contact/tangential/creepage.h"
#include "contact/tangential/polach.h"
#include "contact/tangential/registry.h"

namespace fourfoot::contact {
namespace {

const Material law_steel{82e9, 0.25};

TangentialInput make_input(double nu_x, double nu_y, double spin) {
  return {5e-3, 5e-3, 8e4, 0.3, nu_x, nu_y, spin, 20.0};
}

Table make_table(const std::string& law) {
  Table table;
  table.put("law", Value{law, {}});
  return table;
}

TEST(VermeulenJohnson, OriginalSlopesOfTheCircleAreJohnsons) {
  Table table = make_table("vermeulen-johnson");
  table.put("slopes", Value{std::string("original"), {}});
  const auto law = make_tangential_law(table, law_steel);
  TangentialJacobian jacobian;
  law->calc(make_input(0.0, 0.0, 0.0), jacobian);
  const double gab = 82e9 * 25e-6;
  EXPECT_NEAR(jacobian(0, 0) / gab, -16.0 / (4.0 - 3.0 * 0.25), 1e-9);
  EXPECT_NEAR(jacobian(1, 1) / gab, -16.0 / (4.0 - 0.25), 1e-9);
}

TEST(Polach, FrictionFallsWithSlipVelocity) {
  const FallingFriction dry{0.4, 0.6};
  EXPECT_DOUBLE_EQ(dry.calc(0.55, 0.0), 0.55);
  EXPECT_NEAR(dry.calc(0.55, 1e3), 0.22, 1e-12);
  Table table = make_table("polach");
  table.put("k_slip", Value{0.4, {}});
  table.put("friction_ratio", Value{0.4, {}});
  table.put("friction_decay", Value{0.6, {}});
  const auto law = make_tangential_law(table, law_steel);
  // Beyond the maximum the force falls: the adhesion curve of a slipping drive wheel.
  const double at_peak = -law->calc(make_input(0.02, 0.0, 0.0)).fx;
  const double beyond = -law->calc(make_input(0.2, 0.0, 0.0)).fx;
  EXPECT_LT(beyond, at_peak);
  EXPECT_NEAR(beyond, 8e4 * dry.calc(0.3, 4.0), 0.05 * 8e4 * 0.3);
}

TEST(Polach, PureCreepageIsItsFormula) {
  const auto law = make_tangential_law("polach", law_steel);
  const KalkerTable kalker(0.25);
  const double nu = 1e-3, mu_n = 0.3 * 8e4;
  const double eps = 0.25 * 82e9 * std::numbers::pi * 25e-6 * kalker.calc(1.0).c11 * nu / mu_n;
  const double expected = 2.0 * mu_n / std::numbers::pi * (eps / (1 + eps * eps) + std::atan(eps));
  EXPECT_NEAR(law->calc(make_input(nu, 0.0, 0.0)).fx, -expected, 1e-6 * mu_n);
}

TEST(Registry, NamesDefaultsAndRefusals) {
  for (const TangentialMethod& method : get_tangential_methods()) {
    EXPECT_EQ(make_tangential_law(method.name, law_steel)->name(), method.name);
    EXPECT_TRUE(get_tangential_schema()->variants.count(method.name));
  }
  EXPECT_EQ(make_tangential_law(Table{}, law_steel)->name(), "fastsim");
  try {
    make_tangential_law("fastsm", law_steel);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.findings()[0].id, "unknown-law");
    EXPECT_EQ(error.findings()[0].hint, "did you mean \"fastsim\"?");
  }
}

TEST(Creepage, IsExactAboveAndFiniteAtStandstill) {
  const SpeedRegularisation regular{0.1};
  EXPECT_EQ(regular.calc(5.0), 5.0);
  EXPECT_EQ(regular.calc(-5.0), 5.0);
  EXPECT_EQ(regular.calc(0.1), 0.1);
  EXPECT_EQ(regular.calc(0.0), 0.05);
  const Dual<1> below(0.1 - 1e-12, 1, 0), above(0.1, 1, 0);
  EXPECT_NEAR(regular.calc(below).derivatives()(0), regular.calc(above).derivatives()(0), 1e-10);
}

TEST(Creepage, DissipationIsForceTimesCreepage) {
  const TangentialInput in = make_input(1e-3, -2e-3, 0.3);
  const TangentialForce f{-1000.0, 3000.0, -5.0, 0.0};
  EXPECT_DOUBLE_EQ(calc_t_gamma(in, f), 1.0 + 6.0 + 1.5);
}

}  // namespace
}  // namespace fourfoot::contact
