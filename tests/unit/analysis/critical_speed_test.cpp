// Critical speeds of a wheelset against the closed form of its Hopf point and the fold of its limit
// cycles by a second program.
#include "analysis/critical_speed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "analysis/root_locus.h"
#include "base/error.h"
#include "unit/analysis/textbook_orbit.h"
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
double find_fold() {
  double fold = 1e9;
  for (double a = 7.985e-3; a < 8.02e-3; a += 2.5e-6)
    fold = std::min(fold, find_textbook_orbit(a, 66.9).v);
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

TEST(CriticalSpeed, RefusesRangesThatDoNotHoldIt) {
  CriticalSpeedOptions options;
  EXPECT_THROW(find_critical_speed(make_wheelset_family(saturated), "falling", 50.0, 60.0, options),
               RunError);
  EXPECT_THROW(
      find_critical_speed(make_wheelset_family(""), "small-disturbance", 70.0, 75.0, options),
      RunError);
}

}  // namespace
}  // namespace fourfoot::testing
