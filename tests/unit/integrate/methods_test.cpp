// Every method of the registry obeys these laws.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "integrate/drive.h"
#include "integrate/registry.h"
#include "unit/integrate/problems.h"

namespace fourfoot::integrate {
namespace {

VecX solve(const std::string& method, Problem& problem, const VecX& y0, double t_end,
           const Options& options, Statistics* statistics = nullptr) {
  auto integrator = make_integrator(method, problem, options);
  integrator->start(0.0, y0);
  while (integrator->t() < t_end) integrator->step(t_end);
  EXPECT_EQ(integrator->t(), t_end);
  if (statistics) *statistics = integrator->get_statistics();
  return integrator->y();
}

double calc_error(const std::string& method, const Options& options) {
  Manufactured problem;
  return (solve(method, problem, Manufactured::exact(0.0), 2.0, options) - Manufactured::exact(2.0))
      .cwiseAbs()
      .maxCoeff();
}

class EveryMethod : public ::testing::TestWithParam<std::string> {
 protected:
  bool is_adaptive() const {
    for (const Method& method : get_methods()) {
      if (method.name == GetParam()) return method.is_adaptive;
    }
    return false;
  }
  Options tight() const {
    Options options;
    options.rtol = options.atol = 1e-10;
    options.step = 1e-3;
    return options;
  }
};
INSTANTIATE_TEST_SUITE_P(All, EveryMethod, ::testing::ValuesIn(get_method_names()),
                         [](const auto& param) {
                           std::string name = param.param;
                           std::erase(name, '-');
                           return name;
                         });

const std::map<std::string, double>& orders() {
  static const std::map<std::string, double> table = {
      {"rk4", 4.0},        {"central-difference", 2.0}, {"newmark", 2.0},
      {"hht", 2.0},        {"generalized-alpha", 2.0},  {"park", 2.0},
      {"rosenbrock", 2.0}, {"linear-bdf2", 2.0}};
  return table;
}

TEST_P(EveryMethod, HasItsOrderOrFollowsItsTolerance) {
  Options options;
  if (is_adaptive()) {
    // The error of an adaptive method shrinks with its tolerance and stays within a modest factor.
    for (double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
      options.rtol = options.atol = tolerance;
      const double error = calc_error(GetParam(), options);
      RecordProperty("error_at_" + std::to_string(tolerance), std::to_string(error));
      EXPECT_LT(error, 100.0 * tolerance) << tolerance;
    }
    return;
  }
  options.step = 0.02;
  const double coarse = calc_error(GetParam(), options);
  options.step = 0.01;
  const double fine = calc_error(GetParam(), options);
  const double order = std::log2(coarse / fine);
  EXPECT_NEAR(order, orders().at(GetParam()), 0.1) << coarse << " " << fine;
}

TEST_P(EveryMethod, WorksWithoutAJacobianFromTheProblem) {
  Manufactured problem;
  const VecX with = solve(GetParam(), problem, Manufactured::exact(0.0), 1.0, tight());
  problem.offers_jacobian = false;
  const VecX without = solve(GetParam(), problem, Manufactured::exact(0.0), 1.0, tight());
  EXPECT_LT((with - without).cwiseAbs().maxCoeff(), 1e-8);
}

TEST_P(EveryMethod, DenseOutputIsAsGoodAsTheSteps) {
  Manufactured problem;
  Options options = tight();
  options.rtol = options.atol = 1e-7;
  options.step = 0.01;
  auto integrator = make_integrator(GetParam(), problem, options);
  integrator->start(0.0, Manufactured::exact(0.0));
  VecX y(4);
  double at_steps = 0.0;
  double between = 0.0;
  while (integrator->t() < 2.0) {
    integrator->step(2.0);
    at_steps = std::max(
        at_steps, (integrator->y() - Manufactured::exact(integrator->t())).cwiseAbs().maxCoeff());
    for (double part : {0.0, 0.2, 0.5, 0.9, 1.0}) {
      const double t =
          integrator->t_previous() + part * (integrator->t() - integrator->t_previous());
      integrator->interpolate(t, y);
      between = std::max(between, (y - Manufactured::exact(t)).cwiseAbs().maxCoeff());
    }
  }
  EXPECT_LT(between, 2.0 * at_steps + 1e-7) << at_steps;
  EXPECT_GT(at_steps, 0.0);
}

TEST_P(EveryMethod, RestartForgetsThePastBitForBit) {
  Manufactured problem;
  Options options = tight();
  options.rtol = 1e-6;
  options.step = 0.01;
  auto used = make_integrator(GetParam(), problem, options);
  used->start(0.0, Manufactured::exact(0.0));
  for (int i = 0; i < 57; ++i) used->step(3.0);
  const double t = used->t();
  const double h = used->get_next_step();
  const VecX y = used->y();
  used->restart(t, y, h);
  auto fresh = make_integrator(GetParam(), problem, options);
  fresh->start(t, y, h);
  for (int i = 0; i < 40; ++i) {
    used->step(3.0);
    fresh->step(3.0);
    ASSERT_EQ(used->t(), fresh->t()) << i;
    ASSERT_TRUE(used->y() == fresh->y()) << i;
  }
}

TEST_P(EveryMethod, LandsOnStopTimesExactly) {
  Oscillator problem;
  Options options;
  options.step = 0.03;
  auto integrator = make_integrator(GetParam(), problem, options);
  DriveOptions run;
  run.t_end = 1.0;
  run.stop_times = {0.1, 1.0 / 3.0, 0.7};
  std::vector<double> seen;
  Handlers handlers;
  handlers.on_stop_time = [&](double t, VecRef) {
    seen.push_back(t);
    return Action::restart;
  };
  const Summary summary = drive(*integrator, make_state({1.0, 0.0}), run, handlers);
  EXPECT_EQ(summary.status, Status::finished);
  EXPECT_EQ(summary.t, 1.0);
  EXPECT_EQ(seen, run.stop_times);
}

TEST_P(EveryMethod, LocatesEvents) {
  Ball problem;
  Options options = tight();
  options.rtol = options.atol = 1e-12;
  auto integrator = make_integrator(GetParam(), problem, options);
  DriveOptions run;
  const double fall = std::sqrt(2.0 / 9.81);
  run.t_end = 2.8 * fall;
  std::vector<double> times;
  Handlers handlers;
  handlers.on_event = [&](const Event& event, VecRef y) {
    EXPECT_EQ(event.direction, -1);
    times.push_back(event.t);
    y[1] = -0.5 * y[1];
    y[0] = 0.0;
    return Action::restart;
  };
  const Summary summary = drive(*integrator, make_state({1.0, 0.0}), run, handlers);
  EXPECT_EQ(summary.status, Status::finished) << summary.message;
  ASSERT_EQ(times.size(), 4u);  // each flight is half as long as the one before
  const double tolerance = 1e-9;
  EXPECT_NEAR(times[0], fall, tolerance);
  EXPECT_NEAR(times[1], 2.0 * fall, tolerance);
  EXPECT_NEAR(times[2], 2.5 * fall, tolerance);
  EXPECT_NEAR(times[3], 2.75 * fall, tolerance);
}

TEST_P(EveryMethod, CancelsBetweenSteps) {
  Oscillator problem;
  auto integrator = make_integrator(GetParam(), problem, Options{});
  DriveOptions run;
  run.t_end = 1e6;
  int asked = 0;
  Handlers handlers;
  handlers.is_cancelled = [&] { return ++asked > 25; };
  const Summary summary = drive(*integrator, make_state({1.0, 0.0}), run, handlers);
  EXPECT_EQ(summary.status, Status::cancelled);
  EXPECT_EQ(summary.statistics.steps, 25);
  EXPECT_EQ(summary.t, integrator->t());
}

TEST(Methods, BdfAdamsRk4AndDopri5AgreeAtTightTolerance) {
  Manufactured problem;
  Oscillator oscillator;
  oscillator.zeta = 0.02;
  Options options;
  options.rtol = options.atol = 1e-10;
  options.step = 1e-3;
  for (const char* method : {"bdf", "adams", "rk4", "dopri5"}) {
    const VecX linear = solve(method, oscillator, make_state({1.0, 0.0}), 10.0, options);
    EXPECT_LT((linear - oscillator.exact(10.0, 1.0)).cwiseAbs().maxCoeff(), 1e-7) << method;
    const VecX y = solve(method, problem, Manufactured::exact(0.0), 10.0, options);
    EXPECT_LT((y - Manufactured::exact(10.0)).cwiseAbs().maxCoeff(), 1e-7) << method;
  }
}

TEST(Methods, AllConvergeToOneTrajectory) {
  Manufactured problem;
  Options options;
  options.rtol = options.atol = 1e-9;
  options.step = 5e-4;
  for (const std::string& method : get_method_names()) {
    const VecX y = solve(method, problem, Manufactured::exact(0.0), 4.0, options);
    EXPECT_LT((y - Manufactured::exact(4.0)).cwiseAbs().maxCoeff(), 1e-6) << method;
  }
}

TEST(Methods, ImplicitOnesTakeLongStepsOnAStiffProblem) {
  Stiff problem;
  Options options;
  options.step = 0.01;
  for (const char* method :
       {"newmark", "hht", "generalized-alpha", "park", "rosenbrock", "linear-bdf2"}) {
    Statistics statistics;
    const VecX y = solve(method, problem, make_state({1.0}), 10.0, options, &statistics);
    EXPECT_NEAR(y[0], std::cos(10.0), 1e-4) << method;
    EXPECT_EQ(statistics.steps, 1000) << method;
  }
}

TEST(Methods, NewtonFailureIsNamed) {
  // A relay: at this step there is no state that satisfies the method's equation.
  struct Relay : Problem {
    int get_size() const override { return 1; }
    void calc_rate(double, const ConstVecRef& y, VecRef ydot) override {
      ydot[0] = y[0] > 0.0 ? -1e3 : 1e3;
    }
  } problem;
  Options options;
  options.step = 1.0;
  auto integrator = make_integrator("newmark", problem, options);
  DriveOptions run;
  run.t_end = 5.0;
  const Summary summary = drive(*integrator, make_state({0.1}), run, {});
  EXPECT_EQ(summary.status, Status::failed);
  EXPECT_NE(summary.message.find("newmark: Newton's iteration does not converge"),
            std::string::npos)
      << summary.message;
}

TEST(Methods, NewtonSettlesInDryFriction) {
  // A sliding mass stops in this step: from either side of the steep branch the plain iteration
  // lands on the other, for ever.
  struct Friction : Problem {
    int get_size() const override { return 1; }
    void calc_rate(double, const ConstVecRef& y, VecRef ydot) override {
      ydot[0] = -10.0 * std::clamp(y[0] / 1e-6, -1.0, 1.0);
    }
    bool calc_jacobian(double, const ConstVecRef& y, MatX& j) override {
      j(0, 0) = std::abs(y[0]) < 1e-6 ? -1e7 : 0.0;
      return true;
    }
  } problem;
  Options options;
  options.step = 0.01;
  Statistics statistics;
  const VecX y = solve("newmark", problem, make_state({0.05}), 0.05, options, &statistics);
  EXPECT_LT(std::abs(y[0]), 1e-6);
  EXPECT_GT(statistics.convergence_failures, 0);  // the second attempt was needed
}

TEST(Methods, ParkAndRosenbrockKillWhatIsTooFastForTheStep) {
  Oscillator problem;
  problem.omega = 1e6;
  Options options;
  options.step = 1e-3;
  for (const char* method : {"park", "rosenbrock", "linear-bdf2"}) {
    const VecX y = solve(method, problem, make_state({1.0, 0.0}), 0.1, options);
    EXPECT_LT(std::abs(y[0]), 1e-10) << method;
  }
}

TEST(Methods, AProblemWithoutStatesJustPasses) {
  struct Nothing : Problem {
    int get_size() const override { return 0; }
    void calc_rate(double, const ConstVecRef&, VecRef) override {}
  } problem;
  for (const std::string& method : get_method_names()) {
    auto integrator = make_integrator(method, problem, Options{});
    DriveOptions run;
    run.t_end = 0.1;
    run.output_times = {0.0, 0.05, 0.1};
    int outputs = 0;
    Handlers handlers;
    handlers.on_output = [&](double, const ConstVecRef&) { ++outputs; };
    EXPECT_EQ(drive(*integrator, VecX(0), run, handlers).status, Status::finished) << method;
    EXPECT_EQ(outputs, 3) << method;
  }
}

TEST(Methods, AStateThatIsNotFiniteIsRefused) {
  Oscillator problem;
  for (const std::string& method : get_method_names()) {
    auto integrator = make_integrator(method, problem, Options{});
    EXPECT_THROW(integrator->start(0.0, make_state({1.0, std::nan("")})), StepFailure) << method;
  }
}

TEST(Methods, RosenbrockCostsTheSameInEachStep) {
  Manufactured problem;
  Options options;
  options.step = 0.01;
  Statistics s;
  solve("rosenbrock", problem, Manufactured::exact(0.0), 1.0, options, &s);
  EXPECT_EQ(s.steps, 100);
  EXPECT_EQ(s.rate_evaluations, 2 * 100);
  EXPECT_EQ(s.jacobian_evaluations, 100);
  EXPECT_EQ(s.factorisations, 100);
  // With a kept Jacobian it is still of second order (a W-method).
  options.jacobian_interval = 5;
  const double coarse = calc_error("rosenbrock", options);
  options.step = 0.005;
  EXPECT_NEAR(std::log2(coarse / calc_error("rosenbrock", options)), 2.0, 0.15);
}

// Where the state jumps each method goes on from the new one, whatever it keeps of the old.
TEST_P(EveryMethod, JumpsAsFarAsItIsTold) {
  Manufactured problem;
  auto integrator = make_integrator(GetParam(), problem, tight());
  VecX wrong = Manufactured::exact(0.0);
  wrong[3] += 0.5;
  integrator->start(0.0, wrong);
  while (integrator->t() < 0.1) integrator->step(0.1);
  integrator->jump(0.1, Manufactured::exact(0.1));
  EXPECT_EQ(integrator->y(), Manufactured::exact(0.1));
  while (integrator->t() < 1.0) integrator->step(1.0);
  EXPECT_LT((integrator->y() - Manufactured::exact(1.0)).cwiseAbs().maxCoeff(), 1e-5);
}

TEST(Methods, BdfTakesLongStepsOnAStiffProblem) {
  Stiff problem;
  Statistics statistics;
  const VecX y = solve("bdf", problem, make_state({2.0}), 10.0, Options{}, &statistics);
  EXPECT_NEAR(y[0], std::cos(10.0), 1e-5);
  EXPECT_LT(statistics.steps, 400);
  EXPECT_GT(statistics.jacobian_evaluations, 0);
  EXPECT_GT(statistics.factorisations, 0);
  EXPECT_GT(statistics.nonlinear_iterations, statistics.steps / 2);
}

TEST(Methods, Rk4EndsOnAStiffProblemWithAClearMessage) {
  Stiff problem;
  auto integrator = make_integrator("rk4", problem, Options{});
  DriveOptions run;
  run.t_end = 10.0;
  const Summary summary = drive(*integrator, make_state({2.0}), run, {});
  EXPECT_EQ(summary.status, Status::failed);
  EXPECT_NE(summary.message.find("rk4: the solution overflowed"), std::string::npos)
      << summary.message;
  EXPECT_NE(summary.message.find("fastest mode -1e+06+0i 1/s"), std::string::npos)
      << summary.message;
}

// Without the check the count of steps overflowed and the run was one step long.
TEST(Methods, AStepTooShortForTheClockIsRefused) {
  Oscillator problem;
  Options options;
  options.step = 1e-30;
  for (const char* method : {"rk4", "newmark"}) {
    auto integrator = make_integrator(method, problem, options);
    DriveOptions run;
    run.t_end = 10.0;
    const Summary summary = drive(*integrator, make_state({1.0, 0.0}), run, {});
    EXPECT_EQ(summary.status, Status::failed) << method;
    EXPECT_NE(summary.message.find("steps of 1e-30 s are too many to count"), std::string::npos)
        << summary.message;
  }
}

// Who is about to believe that a vehicle derails asks first whether the method is stable.
TEST(Methods, ExplicitOnesTellAStepThatLetsADecayingModeGrow) {
  Oscillator problem;
  problem.omega = 50.0;
  problem.zeta = 1e-4;
  const auto check = [&](const std::string& method, double omega_h) {
    Options options;
    options.method = method;
    options.step = omega_h / problem.omega;
    auto integrator = make_integrator(method, problem, options);
    integrator->start(0.0, make_state({1.0, 0.0}));
    integrator->check_stability();
  };
  // Limits of omega h: 2 sqrt(2) and 2.
  for (const auto& [method, limit] : {std::pair{"rk4", 2.8284}, {"central-difference", 2.0}}) {
    EXPECT_NO_THROW(check(method, 0.99 * limit)) << method;
    try {
      check(method, 1.01 * limit);
      FAIL() << method;
    } catch (const StepFailure& failure) {
      const std::string message = failure.what();
      EXPECT_NE(message.find("is too long for this method, the solution is unstable at t=0 s; "
                             "fastest mode -0.005"),
                std::string::npos)
          << message;
    }
  }
  for (const char* method : {"bdf", "dopri5", "newmark", "park", "rosenbrock", "linear-bdf2"})
    EXPECT_NO_THROW(check(method, 10.0)) << method;
}

// A mode that grows by itself is no fault of the method.
TEST(Methods, ExplicitOnesDoNotTakeAnUnstableProblemForTheirFault) {
  Oscillator problem;
  problem.zeta = -0.1;
  Options options;
  options.step = 0.1;
  auto integrator = make_integrator("rk4", problem, options);
  integrator->start(0.0, make_state({1.0, 0.0}));
  EXPECT_NO_THROW(integrator->check_stability());
}

TEST(Methods, Dopri5EndsOnAStiffProblemWithAClearMessage) {
  Stiff problem;
  problem.lambda = -1e12;
  auto integrator = make_integrator("dopri5", problem, Options{});
  DriveOptions run;
  run.t_end = 10.0;
  const Summary summary = drive(*integrator, make_state({2.0}), run, {});
  EXPECT_EQ(summary.status, Status::failed);
  EXPECT_NE(summary.message.find("dopri5: step underflow at t="), std::string::npos)
      << summary.message;
  EXPECT_NE(summary.message.find("fastest mode -1e+12+0i 1/s"), std::string::npos)
      << summary.message;
}

TEST(Methods, StateOutOfRangeMakesAdaptiveMethodsShortenTheStep) {
  for (const char* method : {"bdf", "adams", "dopri5"}) {
    Decay problem;
    Options options;
    options.first_step = 0.5;  // its predictor is far below zero
    const VecX y = solve(method, problem, make_state({1.0}), 1.0, options);
    EXPECT_NEAR(y[0], 0.0, 1e-6) << method;
    EXPECT_GT(problem.refused, 0) << method;
  }
}

TEST(Methods, StepUnderflowIsNamedWithTimeAndMode) {
  for (const char* method : {"bdf", "adams", "dopri5"}) {
    SquareRoot problem;
    auto integrator = make_integrator(method, problem, Options{});
    DriveOptions run;
    run.t_end = 2.0;
    const Summary summary = drive(*integrator, make_state({1.0}), run, {});
    EXPECT_EQ(summary.status, Status::failed);
    EXPECT_NEAR(summary.t, 1.0, 1e-4);
    EXPECT_NE(summary.message.find("step underflow"), std::string::npos) << summary.message;
    EXPECT_NE(summary.message.find("at t="), std::string::npos) << summary.message;
    EXPECT_NE(summary.message.find("fastest mode"), std::string::npos) << summary.message;
  }
}

TEST(Methods, UnknownNameIsAnInputError) {
  Oscillator problem;
  try {
    make_integrator("bfd", problem, Options{});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.findings().at(0).id, "unknown-integrator");
    EXPECT_EQ(error.findings().at(0).hint, "did you mean \"bdf\"?");
  }
}

TEST(Methods, ErrorsOfTheProblemPassThrough) {
  struct Failing : Oscillator {
    void calc_rate(double t, const ConstVecRef& y, VecRef ydot) override {
      if (t > 0.5) throw RunError("derailed");
      Oscillator::calc_rate(t, y, ydot);
    }
  } problem;
  for (const std::string& method : get_method_names()) {
    auto integrator = make_integrator(method, problem, Options{});
    DriveOptions run;
    run.t_end = 1.0;
    const Summary summary = drive(*integrator, make_state({1.0, 0.0}), run, {});
    EXPECT_EQ(summary.status, Status::failed) << method;
    EXPECT_EQ(summary.message, "derailed") << method;
  }
}

}  // namespace
}  // namespace fourfoot::integrate
