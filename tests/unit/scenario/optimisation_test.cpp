#include "scenario/optimisation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fourfoot::scenario {
namespace {

DesignParameter make(std::vector<std::string> keys, double low, double high, bool is_log = false) {
  DesignParameter p;
  p.keys = std::move(keys);
  p.factors.assign(p.keys.size(), 1.0);
  p.offsets.assign(p.keys.size(), 0.0);
  p.low = low;
  p.high = high;
  p.is_log = is_log;
  return p;
}

TEST(Optimisation, ValuesAndPartsGoThereAndBack) {
  Optimisation o;
  o.parameters = {make({"a"}, -2.0, 3.0), make({"b"}, 1e3, 1e7, true)};
  for (double part = 0.0; part <= 1.0; part += 0.125) {
    const std::vector<double> values = calc_design_values(o, {part, part});
    EXPECT_NEAR(values[0], -2.0 + 5.0 * part, 1e-15);
    EXPECT_NEAR(values[1] / std::pow(10.0, 3.0 + 4.0 * part), 1.0, 1e-13);
    const std::vector<double> back = calc_design_parts(o, values);
    EXPECT_NEAR(back[0], part, 1e-15);
    EXPECT_NEAR(back[1], part, 1e-15);
  }
  EXPECT_EQ(calc_design_values(o, {-1.0, 2.0}), (std::vector<double>{-2.0, 1e7}));
}

// A transition whose curvature has a polynomial: two shapes share coefficients, which add up to 1.
TEST(Optimisation, WhatParametersGiveToOneEntryIsAddedUp) {
  Optimisation o;
  o.parameters = {make({"c.1", "c.2", "c.3"}, -1.0, 1.0),
                  make({"c.1", "c.2", "c.3", "c.4"}, -1.0, 1.0)};
  o.parameters[0].factors = {-1.0, 3.0, -2.0};
  o.parameters[0].offsets = {1.0, 0.0, 0.0};
  o.parameters[1].factors = {0.8, -4.8, 8.0, -4.0};
  const std::vector<Setting> settings = list_design_settings(o, {0.3, -0.7});
  ASSERT_EQ(settings.size(), 4u);
  double sum = 0.0;
  for (const Setting& setting : settings) sum += std::stod(setting.value);
  EXPECT_NEAR(sum, 1.0, 1e-15);
  EXPECT_EQ(settings[0].key, "c.1");
  EXPECT_NEAR(std::stod(settings[0].value), 1.0 - 0.3 - 0.8 * 0.7, 1e-15);
  EXPECT_NEAR(std::stod(settings[3].value), 4.0 * 0.7, 1e-15);
}

TEST(Optimisation, UnitsStandBehindTheNumber) {
  Optimisation o;
  o.parameters = {make({"k"}, 0.5, 10.0)};
  o.parameters[0].unit = "MN/m";
  EXPECT_EQ(list_design_settings(o, {2.5}).front().value, "2.5 MN/m");
}

TEST(Optimisation, TermsAndViolations) {
  const DesignObjective least{"f", 0, "least-squares", 1.0, 2.0, 10.0};
  EXPECT_DOUBLE_EQ(least.calc_term(14.0), 4.0);
  EXPECT_DOUBLE_EQ(least.find_value(4.0), 14.0);
  const DesignObjective most{"f", 0, "max", 1.0, 2.0, 0.0};
  EXPECT_DOUBLE_EQ(most.calc_term(14.0), -7.0);
  EXPECT_DOUBLE_EQ(most.find_value(-7.0), 14.0);
  const DesignConstraint lower{"f", 0, false, 60.0, 60.0};
  EXPECT_DOUBLE_EQ(lower.calc_violation(30.0), 0.5);
  EXPECT_LE(lower.calc_violation(61.0), 0.0);
}

}  // namespace
}  // namespace fourfoot::scenario
