// A whole coach on rails on sleepers: how its steady running is found, and both formulations. Sleepers are
// 1.2 m apart and the ring is short, so that this takes seconds; the equations are those of any other spacing.
#include <gtest/gtest.h>

#include "analysis/equilibrium.h"
#include "analysis/initial_state.h"
#include "analysis/line_up.h"
#include "analysis/steady_motion.h"
#include "analysis/time_run.h"
#include "input/scenario_file.h"
#include "math/least_squares.h"
#include "math/rank_factors.h"
#include "run_over.h"
#include "support/wheelset_case.h"

namespace fourfoot {
namespace {

scenario::Scenario read_coach(const std::string& formulation) {
  return input::read_scenario_file(
             FOURFOOT_SOURCE_DIR "/examples/13-coach-straight-160/scenario.toml",
             {{"formulation", "\"" + formulation + "\""},
              {"speed.start", "60"},
              {"integrator.rtol", "1e-8"},
              {"integrator.atol", "1e-8"},
              {"integrator.max_order", "5"},
              {"track",
               "{horizontal = [{type = \"line\", length = 300}], support = {model = \"discrete\", "
               "free_length = 3, elements = 1, sleepers = {spacing = 1.2}}, irregularity = [{type "
               "= "
               "\"spectrum\", spectrum = \"erri-b176-low\", seed = 1}]}"}})
      .scenario;
}

MatX calc_scaled_jacobian(analysis::SteadyMotion& motion, const VecX& y) {
  VecX f;
  MatX jacobian;
  motion.calc_jacobian(y, f, jacobian);
  return motion.rate_scales().cwiseInverse().asDiagonal() * jacobian * motion.scales().asDiagonal();
}

// Dense factors of a coach on a usual ring take 6 s each. None is made, be it on the rails or in the air,
// and the answers are those that dense ones give.
TEST(CoachOnSleepers, FindsSteadyRunningWithoutDenseFactors) {
  const auto system = scenario::build_system(read_coach("kane"));
  const analysis::Equilibrium steady = analysis::find_equilibrium(*system);
  EXPECT_LT(steady.residual, 1e-7);
  EXPECT_TRUE(steady.indifferent.empty());
  const testing::ChannelValues values(*system, 0.0, steady.state);
  double load = 0.0, weight = 0.0;
  for (const Channel& channel : system->channels())
    if (matches_pattern("wheelset_*/*/Q", channel.name)) load += values[channel.name];
  for (const multibody::Body& body : system->model().bodies.bodies())
    weight += body.given.mass * 9.81;
  EXPECT_NEAR(load, weight, 1e-3 * weight);

  analysis::SteadyMotion motion(*system, 0.0);
  ASSERT_GT(motion.size(), RankFactors::many);
  VecX f, f_of_entries;
  MatX whole;
  SparseMat entries;
  motion.calc_jacobian(steady.state, f, whole);
  motion.calc_jacobian(steady.state, f_of_entries, entries);
  EXPECT_EQ(f, f_of_entries);
  const auto scale = [&](const MatX& J) {
    return MatX(motion.rate_scales().cwiseInverse().asDiagonal() * J *
                motion.scales().asDiagonal());
  };
  const MatX scaled = scale(whole);
  EXPECT_LT((scale(MatX(entries)) - scaled).cwiseAbs().maxCoeff(),
            1e-12 * scaled.cwiseAbs().maxCoeff());
  VecX lift = VecX::Zero(motion.size());
  for (int i = 0; i < motion.pi_count(); ++i)
    if (matches_pattern("*/v_z", motion.name(i))) lift[i] = 0.02;
  for (const bool in_the_air : {false, true}) {
    const VecX y = in_the_air ? motion.move(steady.state, lift) : steady.state;
    const MatX a = calc_scaled_jacobian(motion, y);
    const RankFactors factors(a, 1e-11);
    EXPECT_NE(factors.way(), RankFactors::Way::dense) << in_the_air;
    const OrthogonalFactors dense(a, 1e-11);
    EXPECT_EQ(factors.rank(), dense.rank()) << in_the_air;
    EXPECT_EQ(factors.rank() < a.cols(), in_the_air);
    const VecX b = VecX::LinSpaced(a.rows(), -1.0, 2.0), x = dense.solve(b);
    EXPECT_LT((factors.solve(b) - x).norm(), 1e-4 * x.norm()) << in_the_air;
  }
}

TEST(CoachOnSleepers, IsTheSameInertially) {
  const Trajectory kane = run_over(read_coach("kane"), 0.01, 5);
  const Trajectory other = run_over(read_coach("inertial"), 0.01, 5, "inertial");
  expect_same(kane, other,
              {"rail_1_left/z", "rail_4_right/y", "wheelset_1/left/Q", "wheelset_4/right/Q"});
}

}  // namespace
}  // namespace fourfoot
