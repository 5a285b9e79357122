// Stability verdicts that look at all wheelsets and at disturbances of several shapes.
#include "analysis/disturbances.h"

#include <gtest/gtest.h>

#include "analysis/bifurcation.h"
#include "analysis/observed.h"
#include "unit/analysis/two_wheelsets.h"

namespace fourfoot::testing {
namespace {

using analysis::DisturbedMotion;
using analysis::MotionKind;
using analysis::OperatingPoint;

// Between the fold (66.92 m/s) and the Hopf point (67.12 m/s) of the rear wheelset.
constexpr double both = 67.0;

TEST(Disturbances, HuntingModeIsChosenByItsShape) {
  const OperatingPoint operating = analysis::make_operating_point(make_two_wheelsets(), both, 0.0);
  ASSERT_TRUE(operating.least && operating.mode && operating.hunting);
  EXPECT_EQ(operating.least->shares.front().body, "car");
  EXPECT_EQ(operating.mode->shares.front().body, "rear");
  EXPECT_EQ(operating.hunting->shares.front().body, "rear");
  EXPECT_LT(operating.hunting->value.real(), operating.least->value.real());
}

TEST(Disturbances, SeeTheRearWheelsetHuntBehindASteadyOne) {
  const OperatingPoint operating = analysis::make_operating_point(make_two_wheelsets(), both, 0.0);
  const DisturbedMotion found = analysis::try_disturbances(operating, {}, {});
  EXPECT_EQ(found.motion.kind, MotionKind::periodic) << found.motion.reason;
  EXPECT_EQ(found.motion.wheelset, "rear");
  EXPECT_GT(found.motion.wheelset_range, 0.01);
  EXPECT_LT(found.motion.peak_to_peak, 1e-4);  // of the front one, which is observed
  EXPECT_NE(found.chosen.find("hunting 10 mm"), std::string::npos) << found.chosen;
}

TEST(Disturbances, AllShapesAreTriedBeforeItIsCalledStable) {
  const OperatingPoint operating = analysis::make_operating_point(make_two_wheelsets(), 60.0, 0.0);
  const DisturbedMotion found = analysis::try_disturbances(operating, {}, {});
  EXPECT_EQ(found.motion.kind, MotionKind::stationary) << found.motion.reason;
  EXPECT_TRUE(found.chosen.empty());
  EXPECT_EQ(found.trials, 5);
  for (const char* name : {"hunting", "front shifted 5 mm", "rear shifted 5 mm", "front yawed 5 mm",
                           "rear yawed 5 mm"})
    EXPECT_NE(found.tried.find(name), std::string::npos) << found.tried;
}

TEST(Disturbances, MapFindsTheSpeedFromWhichTheRearWheelsetHunts) {
  analysis::BifurcationOptions options;
  options.resolution = 0.1;
  analysis::BifurcationLimits limits;
  const auto points =
      analysis::find_bifurcation(make_two_wheelsets(), {66.0, both}, options, &limits);
  EXPECT_NEAR(0.5 * (limits.steady_up_to + limits.hunts_from), 66.918, 0.1);
  ASSERT_EQ(points.size(), 4u);
  EXPECT_EQ(points[2].sweep, "down");
  EXPECT_EQ(points[2].motion.wheelset, "rear");
}

TEST(Disturbances, WhatGrowsIsNotAtRestHoweverSmall) {
  const OperatingPoint operating = analysis::make_operating_point(make_two_wheelsets(), 67.5, 0.0);
  ASSERT_GT(operating.mode->value.real(), 0.0);
  const analysis::Settled motion =
      analysis::settle(*operating.system, operating.displace(1e-8), operating.prepare({}));
  EXPECT_NE(motion.kind, MotionKind::stationary) << motion.reason;
}

// A mass on a spring in a curve: the steady offset counts once, wherever a run would start.
TEST(Disturbances, AreAddedToSteadyRunningOnce) {
  for (const std::string start : {"equilibrium", "nominal"}) {
    const scenario::Family family = [&](double) {
      scenario::Member member;
      member.scenario = read_text(
          "[vehicle.bodies.mass]\nmass = 1500\ninertia = [800, 800, 800]\nposition = [0, 0, 1]\n"
          "free = [\"y\"]\n[vehicle.elements.spring]\ntype = \"spring-damper\"\n"
          "between = [\"track\", \"mass\"]\nat = [0, 0, 1]\nstiffness = [0, 2e5, 0]\n"
          "damping = [0, 4e3, 0]\n[speed]\nv = 30\n[[track.horizontal]]\n"
          "type = \"circular-arc\"\nlength = 1000\nradius = 600\nturn = \"left\"\n"
          "[initial.mass]\ny = 0.004\n[run]\nduration = 1\nstart = \"" +
          start + "\"\n");
      member.system = scenario::build_system(member.scenario);
      return member;
    };
    const OperatingPoint operating = analysis::make_operating_point(family, 0.0, 0.0);
    analysis::Observed observed(*operating.system, "mass/y", 0.0);
    const double steady = observed.calc(operating.equilibrium->state).x;
    EXPECT_LT(steady, -0.01);
    EXPECT_NEAR(observed.calc(operating.disturb(1.0)).x, steady + 0.004, 1e-12) << start;
    EXPECT_NEAR(observed.calc(operating.disturb(0.5)).x, steady + 0.002, 1e-12) << start;
  }
}

}  // namespace
}  // namespace fourfoot::testing
