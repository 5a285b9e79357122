// Hunting is told by modes in which wheelsets move; what else does not decay is told by its name.
#include "analysis/hunting_modes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/critical_speed.h"
#include "analysis/disturbances.h"
#include "analysis/root_locus.h"
#include "unit/analysis/two_wheelsets.h"

namespace fourfoot::testing {
namespace {

using analysis::CriticalSpeed;
using analysis::CriticalSpeedOptions;
using analysis::OperatingPoint;

/// A mass on a spring of its own at 1.59 Hz, which no wheel knows of; `damping` [N s/m].
scenario::Family make_with_mass(double damping) {
  return make_two_wheelsets(fmt::format(R"(
[vehicle.bodies.load]
mass = 20000
inertia = [1e4, 1e5, 1e5]
position = [0, 0, 3]
free = ["y"]
[vehicle.elements.load_spring]
type = "spring-damper"
between = ["track", "load"]
at = [0, 0, 3]
stiffness = [0, 2e6, 0]
damping = [0, {}, 0]
allow_negative = true
)",
                                        damping));
}

constexpr double growing = -20.0;  // N s/m: grows by 20 / (2 20 000) = 5e-4 1/s at all speeds

TEST(HuntingModes, AreThoseInWhichWheelsetsMove) {
  const OperatingPoint operating = analysis::make_operating_point(make_with_mass(growing), 60, 0.0);
  ASSERT_TRUE(operating.mode && operating.least);
  EXPECT_EQ(operating.least->shares.front().body, "load");
  EXPECT_NEAR(operating.least->value.real(), 5e-4, 1e-9);
  EXPECT_NEAR(operating.least->wheelset_part, 0.0, 1e-9);
  EXPECT_LT(operating.mode->value.real(), 0.0);
  EXPECT_TRUE(operating.is_stable());
  ASSERT_EQ(operating.left_out.size(), 1u);
  EXPECT_TRUE(operating.left_out.front().grows());
  EXPECT_NEAR(operating.left_out.front().frequency, 10.0 / (2.0 * M_PI), 1e-6);
}

// An eigenvalue without damping scatters about zero: it was taken for the critical speed.
TEST(HuntingModes, UndampedVibrationIsNoCriticalSpeed) {
  std::vector<double> values;
  for (int i = 0; i <= 30; ++i) values.push_back(20.0 + i);
  const analysis::RootLocus locus = analysis::find_root_locus(make_with_mass(0.0), values);
  EXPECT_TRUE(locus.crossings.empty());
  EXPECT_FALSE(locus.critical.has_value());
}

TEST(HuntingModes, AnotherInstabilityDoesNotHideHuntingNorIsHidden) {
  const analysis::RootLocus locus =
      analysis::find_root_locus(make_with_mass(growing), {60.0, 65.0, 70.0});
  ASSERT_TRUE(locus.critical.has_value());
  EXPECT_NEAR(*locus.critical, calc_hopf_point().v, 1e-4);
  for (const double damping : {0.0, growing}) {
    CriticalSpeedOptions options;
    options.resolution = 0.25;
    const CriticalSpeed found =
        find_critical_speed(make_with_mass(damping), "auto", 60.0, 75.0, options);
    ASSERT_TRUE(found.is_found) << found.reason;
    EXPECT_NEAR(found.linear, calc_hopf_point().v, 0.01);
    EXPECT_NEAR(found.value, 66.91, options.resolution);
    EXPECT_EQ(found.wheelset, "rear");
    const std::string wanted = std::string("load lateral, 1.592 Hz, ") +
                               (damping < 0.0 ? "grows by 0.0005 1/s at 60: another instability"
                                              : "neither grows nor decays at 60: not hunting");
    EXPECT_NE(found.left_out.find(wanted), std::string::npos) << found.left_out;
  }
}

TEST(HuntingModes, LargeDisturbancesAreTriedInAllShapes) {
  const OperatingPoint operating = analysis::make_operating_point(make_two_wheelsets(), 60.0, 0.0);
  analysis::DisturbanceOptions options;
  options.with_large = true;
  const analysis::DisturbedMotion found = analysis::try_disturbances(operating, options, {});
  EXPECT_TRUE(found.chosen.empty());
  EXPECT_EQ(found.trials, 12);
  for (const char* name : {"all shifted 10 mm", "neighbours shifted apart 10 mm", "all yawed 10 mm",
                           "front shifted 10 mm", "rear yawed 10 mm"})
    EXPECT_NE(found.tried.find(name), std::string::npos) << found.tried;
}

}  // namespace
}  // namespace fourfoot::testing
