#include "element/spring_damper.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace fourfoot::element {
namespace {

TEST(SpringDamper, PullsBackAndReportsItsEnergy) {
  const SpringDamper spring({1e6, 4e5, 8e5}, {2e4, 1e4, 3e4}, {0, 0, 5e4}, {0, 0, 0.2});
  Input in;
  in.d = {0.01, -0.02, 0.23};
  in.theta = in.w = Vec3::Zero();
  in.v = {0.1, 0.2, -0.3};
  Output out;
  spring.calc(in, out);
  EXPECT_DOUBLE_EQ(out.force[0], -1e4 - 2e3);
  EXPECT_DOUBLE_EQ(out.force[1], 8e3 - 2e3);
  EXPECT_NEAR(out.force[2], 5e4 - 2.4e4 + 9e3, 1e-9);
  EXPECT_NEAR(out.dissipated, 200 + 400 + 2700, 1e-9);
  EXPECT_NEAR(out.energy, 50 + 80 + 360 - 1500, 1e-9);
}

TEST(SpringDamper, DerivativeIsMinusStiffnessAndDamping) {
  const SpringDamper spring({1e6, 4e5, 8e5}, {2e4, 1e4, 3e4}, {0, 0, 5e4}, Vec3::Zero());
  Input in;
  in.d = in.theta = in.v = in.w = Vec3(0.1, 0.2, 0.3);
  Output out;
  Derivative d;
  spring.calc_derivative(in, out, d);
  EXPECT_DOUBLE_EQ(d(1, 1), -4e5);
  EXPECT_DOUBLE_EQ(d(2, 8), -3e4);
  EXPECT_DOUBLE_EQ((d.bottomRows<9>().norm()), 0.0);
}

TEST(Registry, NamesTheNearestTypeForAMisspeltOne) {
  try {
    build_element("spring-dampr", Table{}, {});
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(e.findings().front().hint.find("spring-damper"), std::string::npos);
  }
}

}  // namespace
}  // namespace fourfoot::element
