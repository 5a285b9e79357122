#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <vector>

#include "analysis/initial_state.h"
#include "analysis/time_run.h"
#include "scenario/scenario.h"

namespace fourfoot {

/// The channels of a run, in `rows` equal intervals.
inline Trajectory run_over(const scenario::Scenario& scenario, double duration, int rows = 40,
                           const std::string& formulation = "kane") {
  const auto system = scenario::build_system(scenario);
  analysis::TimeRunOptions options;
  options.duration = duration;
  options.output_step = duration / rows;
  options.integrator = scenario.integrator;
  options.formulation = formulation;
  Trajectory trajectory(system->channels());
  const auto summary =
      analysis::run(*system, analysis::calc_initial_state(*system, scenario), options, trajectory);
  EXPECT_EQ(summary.status, RunStatus::done) << summary.message;
  return trajectory;
}

/// These channels of two runs to 1e-5 of their largest values: what the tolerances of both leave.
inline void expect_same(const Trajectory& run, const Trajectory& other,
                        std::initializer_list<const char*> channels) {
  for (const char* channel : channels) {
    const std::vector<double>&a = run.values(channel), &b = other.values(channel);
    double largest = 0.0, difference = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      largest = std::max(largest, std::abs(a[i]));
      difference = std::max(difference, std::abs(a[i] - b[i]));
    }
    EXPECT_LT(difference, 1e-5 * largest) << channel;
  }
}

}  // namespace fourfoot
