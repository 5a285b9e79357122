#include <gtest/gtest.h>

#include <vector>

#include "integrate/registry.h"
#include "unit/integrate/problems.h"

namespace fourfoot::integrate {
namespace {

/// Counts what is asked for; its Jacobian comes in four stages, the last of which writes it.
struct Shared : Manufactured {
  std::vector<int> stages;
  std::vector<double> times;
  int wholes = 0;
  int get_stage_count() const override { return 4; }
  bool calc_jacobian(double t, const ConstVecRef& y, MatX& jacobian) override {
    ++wholes;
    return Manufactured::calc_jacobian(t, y, jacobian);
  }
  bool calc_jacobian_stage(int stage, double t, const ConstVecRef& y, MatX& jacobian) override {
    stages.push_back(stage);
    times.push_back(t);
    return stage < 3 || Manufactured::calc_jacobian(t, y, jacobian);
  }
};

// One stage a step, all four of one state, then the factors; whole only where a run begins.
TEST(Rosenbrock, UpdatesItsJacobianStageByStage) {
  Shared problem;
  Options options;
  options.step = 1e-3;
  auto integrator = make_integrator("rosenbrock", problem, options);
  integrator->start(0.0, Manufactured::exact(0.0));
  integrator->step(1.0);
  EXPECT_EQ(problem.wholes, 1);
  EXPECT_TRUE(problem.stages.empty());
  const double before = integrator->t();
  for (int i = 0; i < 10; ++i) integrator->step(1.0);
  EXPECT_EQ(problem.stages, (std::vector<int>{0, 1, 2, 3, 0, 1, 2, 3}));
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(problem.times[i], problem.times[0]);
    EXPECT_EQ(problem.times[4 + i], problem.times[4]);
  }
  EXPECT_GT(problem.times[0], before);
  EXPECT_NEAR(problem.times[4] - problem.times[0], 5e-3, 1e-12);
  EXPECT_EQ(integrator->get_statistics().factorisations, 3);
  EXPECT_EQ(integrator->get_statistics().rate_evaluations, 22);
  integrator->jump(integrator->t(), integrator->y());
  integrator->step(1.0);
  EXPECT_EQ(problem.wholes, 1);
  EXPECT_EQ(problem.stages.size(), 9u);
  integrator->restart(integrator->t(), integrator->y());
  integrator->step(1.0);
  EXPECT_EQ(problem.wholes, 2);
  integrator->step(1.0);
  EXPECT_EQ(problem.stages.back(), 0) << "a restart begins the stages anew";
  // A step of another length needs other factors, not another Jacobian.
  const long factorisations = integrator->get_statistics().factorisations;
  integrator->jump(integrator->t(), integrator->y());
  integrator->step(integrator->t() + 0.7e-3);
  EXPECT_EQ(integrator->get_statistics().factorisations, factorisations + 1);
  EXPECT_EQ(problem.wholes, 2);
}

}  // namespace
}  // namespace fourfoot::integrate
