#include "integrate/step_clock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "integrate/drive.h"
#include "integrate/registry.h"
#include "unit/integrate/problems.h"

namespace fourfoot::integrate {
namespace {

// The time at the rank of the header, from the sorted list.
double find_percentile(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[static_cast<std::size_t>(0.999 * static_cast<double>(times.size()))];
}

TEST(StepClock, AgreesWithTheListOfAllTimes) {
  std::mt19937 random(7);
  std::lognormal_distribution<double> spread(std::log(3e-4), 1.0);
  StepClock clock;
  std::vector<double> times;
  double sum = 0.0;
  for (int i = 0; i < 50000; ++i) {
    times.push_back(spread(random));
    sum += times.back();
    clock.add(times.back());
  }
  const StepTimes found = clock.summarise();
  EXPECT_EQ(found.count, 50000);
  EXPECT_DOUBLE_EQ(found.mean, sum / 50000.0);
  EXPECT_EQ(found.worst, *std::max_element(times.begin(), times.end()));
  const double exact = find_percentile(times);
  EXPECT_GE(found.percentile_99_9, exact);
  EXPECT_LE(found.percentile_99_9, exact * std::exp2(1.0 / 64));
}

TEST(StepClock, TakesAnyTime) {
  StepClock clock;
  EXPECT_EQ(clock.summarise().count, 0);
  for (const double time : {0.0, 1e-12, 3.0, 1e6}) clock.add(time);
  const StepTimes found = clock.summarise();
  EXPECT_EQ(found.count, 4);
  EXPECT_EQ(found.worst, 1e6);
  EXPECT_LE(found.percentile_99_9, found.worst);
}

// The times of a run's steps are kept only for who asks.
TEST(StepClock, KeepsAListOnRequest) {
  Oscillator problem;
  Options options;
  options.step = 1e-3;
  DriveOptions run;
  run.t_end = 1.0;
  run.measure_step_times = run.keep_step_times = true;
  const auto integrator = make_integrator("rk4", problem, options);
  const Summary summary = drive(*integrator, make_state({1.0, 0.0}), run, {});
  EXPECT_EQ(summary.timed_steps.size(), static_cast<std::size_t>(summary.step_times.count));
  EXPECT_EQ(summary.step_times.worst,
            *std::max_element(summary.timed_steps.begin(), summary.timed_steps.end()));
}

}  // namespace
}  // namespace fourfoot::integrate
