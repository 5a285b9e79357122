#include <gtest/gtest.h>

#include <vector>

#include "integrate/registry.h"
#include "unit/integrate/problems.h"

namespace fourfoot::integrate {
namespace {

/// Says how far its rate is from what the Jacobian predicts; counts what it is asked for.
struct Measured : Manufactured {
  double misfit = 0.0;
  std::vector<int> stages;
  int wholes = 0;
  int get_stage_count() const override { return 4; }
  double calc_jacobian_misfit() const override { return misfit; }
  bool calc_jacobian(double t, const ConstVecRef& y, MatX& jacobian) override {
    ++wholes;
    return Manufactured::calc_jacobian(t, y, jacobian);
  }
  bool calc_jacobian_stage(int stage, double t, const ConstVecRef& y, MatX& jacobian) override {
    stages.push_back(stage);
    return stage < 3 || Manufactured::calc_jacobian(t, y, jacobian);
  }
};

// A Jacobian that predicts the rate is kept, but not for longer than 0.1 s.
TEST(LinearBdf2, RenewsItsJacobianWhereTheRateIsNotWhatItPredicts) {
  Measured problem;
  Options options;
  options.step = 1e-3;
  auto integrator = make_integrator("linear-bdf2", problem, options);
  integrator->start(0.0, Manufactured::exact(0.0));
  for (int i = 0; i < 80; ++i) integrator->step(1.0);
  EXPECT_EQ(problem.wholes, 1);
  EXPECT_TRUE(problem.stages.empty());
  problem.misfit = 0.8;
  integrator->step(1.0);
  EXPECT_TRUE(problem.stages.empty()) << "the misfit of a step is known at its end";
  problem.misfit = 0.1;
  for (int i = 0; i < 4; ++i) integrator->step(1.0);
  EXPECT_EQ(problem.stages, (std::vector<int>{0, 1, 2, 3})) << "what was begun is ended";
  for (int i = 0; i < 100; ++i) integrator->step(1.0);
  EXPECT_EQ(problem.stages.size(), 4u);
  for (int i = 0; i < 4; ++i) integrator->step(1.0);
  EXPECT_EQ(problem.stages.size(), 8u) << "after 0.1 s";
  EXPECT_EQ(problem.wholes, 1);
  problem.misfit = 1.5;
  for (int i = 0; i < 3; ++i) integrator->step(1.0);
  EXPECT_EQ(problem.wholes, 4);
  // Who says in how many steps it is to be renewed gets that; the first step has eleven parts.
  problem.stages.clear();
  problem.misfit = 0.0;
  options.jacobian_interval = 5;
  auto steady = make_integrator("linear-bdf2", problem, options);
  steady->start(0.0, Manufactured::exact(0.0));
  for (int i = 0; i < 21; ++i) steady->step(1.0);
  EXPECT_EQ(problem.stages.size(), (10u + 20u) / 5u * 4u);
}

}  // namespace
}  // namespace fourfoot::integrate
