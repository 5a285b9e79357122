#include <gtest/gtest.h>

#include "support/wheelset_case.h"
#include "system/problem.h"

namespace fourfoot {
namespace {

// What a rate has left tells the events where it was computed, and nothing elsewhere.
TEST(SystemEvents, RateLeavesThemBehind) {
  const scenario::Scenario scenario =
      testing::read_scenario_text(testing::make_wheelset(testing::s1002, 1e6, 1e6, 5e4, 20.0));
  const auto system = scenario::build_system(scenario);
  system::SystemProblem problem(*system);
  VecX y = system->calc_nominal_state(problem.workspace());
  const int count = problem.get_event_count();
  ASSERT_GT(count, 2);
  VecX rate = y, exact = VecX::Zero(count), nearby = exact;
  problem.calc_rate(0.1, y, rate);
  ASSERT_TRUE(problem.get_events_nearby(0.1, y, nearby));
  EXPECT_FALSE(problem.get_events_nearby(0.2, y, nearby)) << "another time";
  VecX moved = y;
  moved[1] += 1e-3;
  EXPECT_FALSE(problem.get_events_nearby(0.1, moved, nearby)) << "another state";
  ASSERT_TRUE(problem.get_events_nearby(0.1, y, nearby));
  problem.calc_events(0.1, y, exact);
  EXPECT_EQ(nearby, exact);
  EXPECT_FALSE(problem.get_events_nearby(0.1, y, nearby)) << "positions were computed since then";
}

// Speeds, of bodies and of rails, do not count as a way: no event feels them.
TEST(SystemEvents, DoNotFeelSpeeds) {
  const scenario::Scenario scenario =
      testing::read_scenario_text(testing::make_wheelset(testing::s1002, 1e6, 1e6, 5e4, 20.0));
  const auto system = scenario::build_system(scenario);
  system::SystemProblem problem(*system);
  VecX y = system->calc_nominal_state(problem.workspace());
  VecX rate = y, exact = VecX::Zero(problem.get_event_count()), nearby = exact;
  problem.calc_rate(0.1, y, rate);
  const VecX weights = system->get_event_weights();
  const auto is_speed = weights.array() == 0.0;
  EXPECT_GT(is_speed.count(), problem.get_partition().n_u) << "the rails' speeds are among them";
  const VecX faster = y + is_speed.cast<double>().matrix() * 0.5;
  ASSERT_TRUE(problem.get_events_nearby(0.1, faster, nearby));
  problem.calc_events(0.1, faster, exact);
  EXPECT_EQ(nearby, exact);
}

}  // namespace
}  // namespace fourfoot
