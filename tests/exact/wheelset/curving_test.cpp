#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "contact/geometry/characteristic.h"
#include "support/wheelset_case.h"

namespace fourfoot {
namespace {

using testing::ChannelValues;
using testing::cone;
using testing::make_wheelset;
using testing::s1002;

constexpr double g = 9.81, mass = 1500.0, load = 45e3;

std::string make_curve(double radius, double cant) {
  return "[track]\n[[track.horizontal]]\ntype = \"circular-arc\"\nlength = 1000\nturn = \"left\"\n"
         "radius = " +
         std::to_string(radius) + "\ncant = " + std::to_string(cant) + "\n";
}

struct Steady {
  std::shared_ptr<const system::System> system;
  VecX state;
};

Steady find(const std::string& text) {
  const auto system = scenario::build_system(testing::read_scenario_text(text));
  return {system, analysis::find_equilibrium(*system).state};
}

TEST(WheelsetOnProfiles, CarriesItsLoadOnStraightTrack) {
  for (const char* wheel : {cone, s1002}) {
    const Steady s = find(make_wheelset(wheel, 5e6, 5e6, load, 20.0));
    const ChannelValues c(*s.system, 0.0, s.state);
    const double springs = -c["left/force_z"] - c["right/force_z"];
    const double Q = c["wheelset_1/left/Q"] + c["wheelset_1/right/Q"];
    EXPECT_NEAR(Q, mass * g + springs, 1e-9 * Q) << wheel;
    EXPECT_NEAR(c["wheelset_1/left/Q"], c["wheelset_1/right/Q"], 1e-9 * Q) << wheel;
    EXPECT_NEAR(c["wheelset_1/sum_Y"], 0.0, 1e-6) << wheel;
  }
}

// In a curve the rails carry weight, springs' load and the centrifugal force, in the canted axes.
TEST(WheelsetOnProfiles, BalancesCentrifugalForceInACurve) {
  const double v = 25.0, radius = 600.0, cant = 0.1, roll = cant / 1.5;
  const Steady s = find(make_wheelset(s1002, 5e6, 5e6, load, v) + make_curve(radius, cant));
  const ChannelValues c(*s.system, 0.0, s.state);
  // The mass centre stands y to the left of the frame and its height above it: a smaller circle.
  const double y = c["wheelset_1/y"], z = 0.46 + c["wheelset_1/z"];
  const double r = radius - y * std::cos(roll) + z * -std::sin(roll);
  const double omega = v / radius, centrifugal = mass * omega * omega * r;
  const double springs_y = c["left/force_y"] + c["right/force_y"];
  const double springs_z = c["left/force_z"] + c["right/force_z"];
  const double Q = c["wheelset_1/left/Q"] + c["wheelset_1/right/Q"];
  EXPECT_NEAR(Q, mass * g * std::cos(roll) + centrifugal * std::sin(roll) - springs_z, 1e-6 * Q);
  // A left curve throws to the right; cant pulls left. Y counts to the left, on the rails.
  const double lateral = mass * g * std::sin(roll) - centrifugal * std::cos(roll) + springs_y;
  EXPECT_NEAR(c["wheelset_1/sum_Y"], lateral, 1e-6 * Q);
}

// Coned wheels without guidance roll without slip: r_r / r_l = (R + e) / (R - e).
TEST(WheelsetOnProfiles, TakesTheOffsetOfPureRollingWhereNothingHoldsIt) {
  const double v = 20.0, radius = 2000.0, cant = 1.5 * v * v / radius / g;
  const std::string curve = make_curve(radius, cant);
  const Steady free = find(make_wheelset(cone, 0.0, 0.0, load, v) + curve);
  const double y = ChannelValues(*free.system, 0.0, free.state)["wheelset_1/y"];
  const auto& wheelset = free.system->contact().profiles[0].wheels->wheelset();
  const auto points = contact::calc_characteristic(wheelset, y, y + 1e-12, 1.0, {});
  const double e = 0.5 * (wheelset.left.wheel.half_span() + wheelset.right.wheel.half_span());
  EXPECT_NEAR(points.at(0).r_r / points.at(0).r_l - 1.0, 2.0 * e / radius, 0.03 * 2.0 * e / radius);

  const Steady stiff = find(make_wheelset(cone, 5e7, 5e6, load, v) + curve);
  const double held = ChannelValues(*stiff.system, 0.0, stiff.state)["wheelset_1/y"];
  EXPECT_LT(std::abs(held), 0.5 * std::abs(y));
}

}  // namespace
}  // namespace fourfoot
