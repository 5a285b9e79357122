#include "integrate/drive.h"

#include <gtest/gtest.h>

#include <functional>
#include <numbers>

#include "integrate/registry.h"
#include "unit/integrate/problems.h"

namespace fourfoot::integrate {
namespace {

Options tight() {
  Options options;
  options.rtol = options.atol = 1e-12;
  return options;
}

TEST(Drive, PutsOutExactlyTheAskedTimes) {
  Oscillator problem;
  auto integrator = make_integrator("bdf", problem, tight());
  DriveOptions run;
  run.t_begin = 1.0;
  run.t_end = 2.0;
  run.stop_times = {1.5};
  for (int i = 0; i <= 10; ++i) run.output_times.push_back(1.0 + 0.1 * i);
  std::vector<double> times;
  double worst = 0.0;
  Handlers handlers;
  handlers.on_output = [&](double t, const ConstVecRef& y) {
    times.push_back(t);
    worst = std::max(worst, std::abs(y[0] - problem.exact(t - 1.0, 1.0)[0]));
  };
  const Summary summary = drive(*integrator, make_state({1.0, 0.0}), run, handlers);
  EXPECT_EQ(summary.status, Status::finished);
  EXPECT_EQ(times, run.output_times);
  EXPECT_LT(worst, 1e-9);
}

TEST(Drive, PutsOutAtEqualStepsWithoutAList) {
  Oscillator problem;
  auto integrator = make_integrator("bdf", problem, tight());
  DriveOptions run;
  run.t_end = 1.0;
  run.output_count = 5;
  run.output_step = 0.3;
  run.output_end = 1.0;
  std::vector<double> times;
  Handlers handlers;
  handlers.on_output = [&](double t, const ConstVecRef&) { times.push_back(t); };
  drive(*integrator, make_state({1.0, 0.0}), run, handlers);
  EXPECT_EQ(times, (std::vector<double>{0.0, 0.3, 2 * 0.3, 3 * 0.3, 1.0}));
}

TEST(Drive, StopTimeMayChangeTheStateAndOutputShowsItAfterwards) {
  Oscillator problem;
  auto integrator = make_integrator("adams", problem, tight());
  DriveOptions run;
  run.t_end = 2.0;
  run.stop_times = {1.0};
  run.output_times = {1.0, 2.0};
  std::vector<VecX> states;
  Handlers handlers;
  handlers.on_output = [&](double, const ConstVecRef& y) { states.push_back(y); };
  handlers.on_stop_time = [](double, VecRef y) {
    y << 1.0, 0.0;
    return Action::restart;
  };
  drive(*integrator, make_state({5.0, 0.0}), run, handlers);
  ASSERT_EQ(states.size(), 2u);
  EXPECT_TRUE(states[0] == make_state({1.0, 0.0}));
  EXPECT_LT((states[1] - problem.exact(1.0, 1.0)).norm(), 1e-9);
}

/// Runs to t = 2 and stops twenty times in between, where `at_stop` may change the state.
Summary run_with_stops(Problem& problem, const Options& options, const VecX& y, int stops,
                       const std::function<void(double, VecRef)>& at_stop = {}) {
  auto integrator = make_integrator("bdf", problem, options);
  DriveOptions run;
  run.t_end = 2.0;
  for (int i = 1; i <= stops; ++i) run.stop_times.push_back(2.0 * i / (stops + 1));
  Handlers handlers;
  handlers.on_stop_time = [&](double t, VecRef state) {
    if (at_stop) at_stop(t, state);
    return Action::restart;
  };
  return drive(*integrator, y, run, handlers);
}

TEST(Drive, AStopThatChangesNothingHardlyCostsSteps) {
  Oscillator problem;
  problem.omega = 20.0;
  Options options;
  options.rtol = options.atol = 1e-6;
  options.max_order = 2;
  const VecX begin = make_state({1.0, 0.0});
  const auto calc_error = [&](const Summary& s) { return (s.y - problem.exact(2.0, 1.0)).norm(); };
  const Summary none = run_with_stops(problem, options, begin, 0);
  const Summary many = run_with_stops(problem, options, begin, 20);
  EXPECT_LT(many.statistics.steps, none.statistics.steps + 3 * 20);
  EXPECT_LT(calc_error(many), 2.0 * calc_error(none));
}

/// y' = 20 (g - y) with g = 0 before t = 1 and 1 after it: the rate jumps.
struct Switched : Problem {
  int get_size() const override { return 1; }
  void calc_rate(double t, const ConstVecRef& y, VecRef ydot) override {
    ydot[0] = 20.0 * ((t > 1.0 || has_passed ? 1.0 : 0.0) - y[0]);
  }
  bool has_passed = false;
};

TEST(Drive, ARateThatJumpsAtAStopIsFollowed) {
  for (const int order : {2, 5}) {
    Switched problem;
    Options options;
    options.rtol = options.atol = 1e-7;
    options.max_order = order;
    const Summary summary =
        run_with_stops(problem, options, make_state({0.0}), 19,
                       [&](double t, VecRef) { problem.has_passed = t >= 1.0; });
    EXPECT_EQ(summary.status, Status::finished);
    EXPECT_NEAR(summary.y[0], 1.0 - std::exp(-20.0), 2e-5) << order;
    // On its way the error is largest soon after the jump.
    problem.has_passed = false;
    auto integrator = make_integrator("bdf", problem, options);
    DriveOptions run;
    run.t_end = 1.1;
    run.stop_times = {1.0};
    Handlers handlers;
    handlers.on_stop_time = [&](double, VecRef) {
      problem.has_passed = true;
      return Action::restart;
    };
    EXPECT_NEAR(drive(*integrator, make_state({0.0}), run, handlers).y[0], 1.0 - std::exp(-2.0),
                2e-5)
        << order;
  }
}

/// Rests; its event function is its state.
class Resting : public Problem {
 public:
  int get_size() const override { return 1; }
  void calc_rate(double, const ConstVecRef&, VecRef ydot) override { ydot.setZero(); }
  int get_event_count() const override { return 1; }
  void calc_events(double, const ConstVecRef& y, VecRef g) override { g = y; }
};

TEST(Drive, AJumpThroughZeroIsAnEvent) {
  for (const Action action : {Action::go_on, Action::stop}) {
    Resting problem;
    auto integrator = make_integrator("rk4", problem, Options{});
    DriveOptions run;
    run.t_end = 2.0;
    run.stop_times = {0.5, 1.0};
    std::vector<Event> events;
    Handlers handlers;
    handlers.on_stop_time = [](double t, VecRef y) {
      if (t == 0.5) y[0] = -1.0;
      return Action::restart;
    };
    handlers.on_event = [&](const Event& event, VecRef) {
      events.push_back(event);
      return action;
    };
    const Summary summary = drive(*integrator, make_state({1.0}), run, handlers);
    ASSERT_EQ(events.size(), 1u);
    EXPECT_EQ(events[0].t, 0.5);
    EXPECT_EQ(events[0].direction, -1);
    EXPECT_EQ(summary.t, action == Action::stop ? 0.5 : 2.0);
    EXPECT_EQ(summary.status, action == Action::stop ? Status::stopped : Status::finished);
  }
}

TEST(Drive, LocatesZerosOfAnOscillationToTheLastDigits) {
  struct Zeros : Oscillator {
    int direction = 0;
    int get_event_count() const override { return 1; }
    void calc_events(double, const ConstVecRef& y, VecRef g) override { g[0] = y[0]; }
    int get_event_direction(int) const override { return direction; }
  } problem;
  for (int direction : {0, 1, -1}) {
    problem.direction = direction;
    auto integrator = make_integrator("adams", problem, tight());
    DriveOptions run;
    run.t_end = 5.0;
    std::vector<double> times;
    Handlers handlers;
    handlers.on_event = [&](const Event& event, VecRef) {
      times.push_back(event.t);
      return Action::go_on;
    };
    drive(*integrator, make_state({1.0, 0.0}), run, handlers);
    // cos 2t is zero at pi/4 (falling), 3 pi/4 (rising), 5 pi/4 (falling)
    std::vector<double> expected;
    for (int k = 0; k < 6; ++k) {
      const double t = (2 * k + 1) * std::numbers::pi / 4.0;
      if (t < 5.0 && (direction == 0 || direction == (k % 2 ? 1 : -1))) expected.push_back(t);
    }
    ASSERT_EQ(times.size(), expected.size());
    for (std::size_t i = 0; i < times.size(); ++i) EXPECT_NEAR(times[i], expected[i], 1e-10);
  }
}

TEST(Drive, EventMayStopTheRun) {
  Ball problem;
  auto integrator = make_integrator("bdf", problem, tight());
  DriveOptions run;
  run.t_end = 10.0;
  run.output_times = {0.1, 0.2, 5.0};
  int outputs = 0;
  Handlers handlers;
  handlers.on_output = [&](double, const ConstVecRef&) { ++outputs; };
  handlers.on_event = [](const Event&, VecRef) { return Action::stop; };
  const Summary summary = drive(*integrator, make_state({1.0, 0.0}), run, handlers);
  EXPECT_EQ(summary.status, Status::stopped);
  EXPECT_NEAR(summary.t, std::sqrt(2.0 / 9.81), 1e-10);
  EXPECT_NEAR(summary.y[0], 0.0, 1e-12);
  EXPECT_EQ(outputs, 2);
  EXPECT_EQ(summary.events, 1);
}

TEST(Drive, TwoEventsInOneStepComeInOrder) {
  struct Two : Ball {
    int get_event_count() const override { return 2; }
    void calc_events(double t, const ConstVecRef&, VecRef g) override { g << 0.72 - t, t - 0.71; }
  } problem;
  Options options;
  options.step = 0.5;
  auto integrator = make_integrator("rk4", problem, options);
  DriveOptions run;
  run.t_end = 1.0;
  std::vector<int> order;
  Handlers handlers;
  handlers.on_event = [&](const Event& event, VecRef) {
    order.push_back(event.index);
    EXPECT_NEAR(event.t, event.index == 0 ? 0.72 : 0.71, 1e-14);
    return Action::go_on;
  };
  drive(*integrator, make_state({1.0, 0.0}), run, handlers);
  EXPECT_EQ(order, (std::vector<int>{1, 0}));
}

TEST(Drive, MeasuresStepTimesAndLimitsSteps) {
  Oscillator problem;
  Options options;
  options.step = 1e-3;
  auto integrator = make_integrator("rk4", problem, options);
  DriveOptions run;
  run.t_end = 10.0;
  run.max_steps = 2000;
  run.measure_step_times = true;
  const Summary summary = drive(*integrator, make_state({1.0, 0.0}), run, {});
  EXPECT_EQ(summary.status, Status::failed);
  EXPECT_NE(summary.message.find("more than 2000 steps"), std::string::npos);
  EXPECT_EQ(summary.step_times.count, 2000);
  EXPECT_TRUE(summary.timed_steps.empty());
  EXPECT_GT(summary.step_times.mean, 0.0);
  EXPECT_LE(summary.step_times.mean, summary.step_times.worst);
  EXPECT_LE(summary.step_times.percentile_99_9, summary.step_times.worst);
}

}  // namespace
}  // namespace fourfoot::integrate
