// Critical speeds of a wheelset against the closed form of its Hopf point and the fold of its limit
// cycles by a second program.
#include "analysis/critical_speed.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "analysis/bifurcation.h"
#include "analysis/root_locus.h"
#include "base/error.h"
#include "unit/analysis/textbook_orbit.h"
#include "unit/analysis/two_wheelsets.h"
#include "unit/analysis/wheelset_family.h"

namespace fourfoot::testing {
namespace {

using analysis::CriticalSpeed;
using analysis::CriticalSpeedOptions;
using analysis::find_critical_speed;

TEST(CriticalSpeed, RootLocusFindsTheClosedForm) {
  const HopfPoint hopf = calc_hopf_point();
  const analysis::RootLocus locus =
      analysis::find_root_locus(make_wheelset_family(""), {50.0, 60.0, 70.0, 80.0});
  ASSERT_TRUE(locus.critical.has_value());
  EXPECT_NEAR(*locus.critical, hopf.v, 1e-4);
  ASSERT_EQ(locus.crossings.size(), 1u);
  EXPECT_TRUE(locus.crossings[0].destabilises);
  EXPECT_NEAR(locus.crossings[0].frequency, hopf.omega / (2.0 * std::numbers::pi), 1e-5);
}

TEST(CriticalSpeed, SmallDisturbanceFindsTheClosedForm) {
  CriticalSpeedOptions options;
  options.resolution = 0.01;
  const CriticalSpeed found =
      find_critical_speed(make_wheelset_family(""), "small-disturbance", 60.0, 75.0, options);
  const HopfPoint hopf = calc_hopf_point();
  EXPECT_LE(found.low, found.high);
  EXPECT_NEAR(found.value, hopf.v, options.resolution);
}

// The lowest speed that any amplitude has a limit cycle at: just where it reaches the flange.
double find_fold(double friction = 18e3) {
  double fold = 1e9;
  for (double a = 7.985e-3; a < 8.02e-3; a += 2.5e-6)
    fold = std::min(fold, find_textbook_orbit(a, 66.9, FlangeCorner::parabola, friction).v);
  return fold;
}

TEST(CriticalSpeed, ContinuationFindsTheFold) {
  const CriticalSpeed found = find_critical_speed(make_wheelset_family(saturated), "continuation",
                                                  60.0, 75.0, CriticalSpeedOptions{});
  EXPECT_NEAR(found.value, find_fold(), 1e-5 * found.value);  // small angles
}

TEST(CriticalSpeed, FallingSpeedLosesTheLimitCycleAtTheFold) {
  CriticalSpeedOptions options;
  options.resolution = 0.05;
  const CriticalSpeed found =
      find_critical_speed(make_wheelset_family(saturated), "falling", 60.0, 70.0, options);
  EXPECT_NEAR(found.value, find_fold(), options.resolution);
}

scenario::Family make_slippery_family(double friction) {
  std::string contact = saturated;
  const std::string given = "friction_force = 18e3";
  contact.replace(contact.find(given), given.size(), fmt::format("friction_force = {}", friction));
  return make_wheelset_family(contact);
}

// With a high limit of friction the wheelset is nearly linear below its flange: beside the fold
// motions decay by some per cent a minute, and are neither at rest nor settled after six.
TEST(CriticalSpeed, SlowDecayBesideTheFoldIsNotTakenForHunting) {
  for (const double friction : {22e3, 26e3, 30e3}) {
    const double fold = find_fold(friction);
    CriticalSpeedOptions options;
    const CriticalSpeed found =
        find_critical_speed(make_slippery_family(friction), "falling", 60.0, 70.0, options);
    EXPECT_NEAR(found.value, fold, options.resolution) << friction;
    EXPECT_LE(found.high - found.low, options.resolution) << friction;
    EXPECT_EQ(found.motion, "periodic") << friction;
    EXPECT_NEAR(found.largest, 8e-3, 1e-4) << friction;
  }
}

// So by every other method that asks whether a motion lasts.
TEST(CriticalSpeed, AllMethodsThatSimulateMeetTheFold) {
  const double friction = 30e3, fold = find_fold(friction);
  const scenario::Family family = make_slippery_family(friction);
  CriticalSpeedOptions options;
  options.resolution = 0.02;
  const CriticalSpeed found = find_critical_speed(family, "auto", 60.0, 70.0, options);
  ASSERT_TRUE(found.is_found) << found.reason;
  EXPECT_NEAR(found.value, fold, options.resolution);
  const scenario::Family disturbed = [&](double v) {
    scenario::Member member = family(v);
    scenario::InitialEntry entry;
    entry.body = "wheelset";
    entry.displacement.y() = 9e-3;
    member.scenario.initial = {entry};
    return member;
  };
  EXPECT_NEAR(find_critical_speed(disturbed, "disturbance", 60.0, 70.0, options).value, fold,
              options.resolution);
  analysis::BifurcationOptions diagram;
  diagram.resolution = 0.02;
  diagram.settle.longest = 30.0;  // as in maps
  analysis::BifurcationLimits limits;
  analysis::find_bifurcation(family, {66.0, 67.0, 68.0}, diagram, &limits);
  EXPECT_NEAR(0.5 * (limits.steady_up_to + limits.hunts_from), fold, diagram.resolution);
}

TEST(CriticalSpeed, RefusesRangesThatDoNotHoldIt) {
  CriticalSpeedOptions options;
  EXPECT_THROW(find_critical_speed(make_wheelset_family(saturated), "falling", 50.0, 60.0, options),
               RunError);
  EXPECT_THROW(
      find_critical_speed(make_wheelset_family(""), "small-disturbance", 70.0, 75.0, options),
      RunError);
}

// The rear of two wheelsets hunts, and a car body is the least damped mode.
TEST(CriticalSpeed, AutoFindsHopfPointAndFoldByItself) {
  CriticalSpeedOptions options;
  options.resolution = 0.25;
  const CriticalSpeed found =
      find_critical_speed(make_two_wheelsets(), "auto", 20.0, 100.0, options);
  ASSERT_TRUE(found.is_found) << found.reason;
  EXPECT_NEAR(found.linear, calc_hopf_point().v, 0.01);
  EXPECT_NEAR(found.value, find_fold(), options.resolution);
  EXPECT_LE(found.high - found.low, options.resolution);
  EXPECT_LE(found.high, found.linear);
  EXPECT_EQ(found.wheelset, "rear");
  options.threads = 2;
  const CriticalSpeed again =
      find_critical_speed(make_two_wheelsets(), "auto", 20.0, 100.0, options);
  EXPECT_EQ(again.value, found.value);
  EXPECT_EQ(again.largest, found.largest);
  EXPECT_EQ(again.simulated, found.simulated);
}

TEST(CriticalSpeed, NothingFoundIsSaidWithWhatWasMeasured) {
  const CriticalSpeed none =
      find_critical_speed(make_two_wheelsets(), "auto", 20.0, 50.0, CriticalSpeedOptions{});
  EXPECT_FALSE(none.is_found);
  EXPECT_TRUE(std::isnan(none.value));
  EXPECT_NE(none.reason.find("no mode grows up to 50"), std::string::npos) << none.reason;
  EXPECT_NE(none.reason.find("rear shifted 5 mm"), std::string::npos) << none.reason;
  const CriticalSpeed unstable =
      find_critical_speed(make_two_wheelsets(), "auto", 70.0, 90.0, CriticalSpeedOptions{});
  EXPECT_FALSE(unstable.is_found);
  EXPECT_NE(unstable.reason.find("unstable already at 70"), std::string::npos) << unstable.reason;
}

// It was given as the critical speed, in the middle between the lowest speed and itself.
TEST(CriticalSpeed, FallingThatNeverStopsHuntingHasFoundNothing) {
  CriticalSpeedOptions options;
  const CriticalSpeed found =
      find_critical_speed(make_wheelset_family(saturated), "falling", 68.0, 70.0, options);
  EXPECT_FALSE(found.is_found);
  EXPECT_TRUE(std::isnan(found.value));
  EXPECT_EQ(found.high, 68.0);
  EXPECT_NE(found.reason.find("still hunts at 68"), std::string::npos) << found.reason;
}

}  // namespace
}  // namespace fourfoot::testing
