#include "scenario/run_options.h"

#include <gtest/gtest.h>

#include "support/relative_motion_case.h"

namespace fourfoot::testing {
namespace {

// Everything that a scenario says about its run is in its options; none of these is a default.
TEST(RunOptions, AreThoseOfTheScenario) {
  const scenario::RunOptions options = scenario::make_run_options(make_scenario(
      "formulation = \"inertial\"\n[speed]\nv = 1\n[run]\nduration = 2\nstop_at_track_end = true\n"
      "[output]\nstep = 0.125\n[integrator]\nmethod = \"rk4\"\nstep = 0.25\n[vehicle.bodies.body]\n"
      "mass = 1\ninertia = [1, 1, 1]\nposition = [0, 0, 1]\n"));
  EXPECT_EQ(options.formulation, "inertial");
  EXPECT_EQ(options.duration, 2.0);
  EXPECT_TRUE(options.stop_at_track_end);
  EXPECT_EQ(options.output_step, 0.125);
  EXPECT_EQ(options.integrator.method, "rk4");
  EXPECT_EQ(options.integrator.step, 0.25);
}

}  // namespace
}  // namespace fourfoot::testing
