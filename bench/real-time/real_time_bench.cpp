// Steps in real time: the coach of examples/10-coach-curve, table geometry, FASTSIM, linear-bdf2
// with 1 ms, several runs alike. What a step takes by the clock is what it needs and what the
// machine did besides. The runs are the same to the bit, so the least that any of them took for a
// step is nearer to what it needs; a loop of plain arithmetic of that length, clocked in the same
// way between the runs, shows what the machine does.
//
//   bench_real_time [RUNS]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "analysis/initial_state.h"
#include "analysis/time_run.h"
#include "input/scenario_file.h"
#include "scenario/run_options.h"

namespace {

using namespace fourfoot;

/// Of the rows, nobody's.
struct NoSink : TrajectorySink {
  void append(const std::vector<double>&) override {}
};

void print(const std::string& name, std::vector<double> times) {
  std::sort(times.begin(), times.end());
  double sum = 0.0;
  for (const double time : times) sum += time;
  const auto at = [&](double share) {
    return 1e3 * times[std::min(times.size() - 1, static_cast<std::size_t>(
                                                      share * static_cast<double>(times.size())))];
  };
  fmt::print("{:<26}{:>9.4f}{:>9.4f}{:>9.4f}{:>9.4f}{:>9.4f}\n", name,
             1e3 * sum / static_cast<double>(times.size()), at(0.5), at(0.99), at(0.999), at(1.0));
}

/// A loop of plain arithmetic, clocked turn by turn.
std::vector<double> time_loop(std::size_t turns, long length) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> times(turns);
  volatile double sink = 0.0;
  for (double& time : times) {
    const auto begin = Clock::now();
    double x = 1.0;
    for (long k = 0; k < length; ++k) x = x * 0.999999 + 1e-9;
    sink = x;
    time = std::chrono::duration<double>(Clock::now() - begin).count();
  }
  (void)sink;
  return times;
}

}  // namespace

int main(int count, char** arguments) {
  const int runs = count > 1 ? std::atoi(arguments[1]) : 5;
  const input::ScenarioFile file =
      input::read_scenario_file(FOURFOOT_SOURCE_DIR "/examples/10-coach-curve/scenario.toml",
                                {{"contact.geometry", "table"},
                                 {"integrator.method", "linear-bdf2"},
                                 {"integrator.step", "1e-3"}});
  const auto system = scenario::build_system(file.scenario);
  const VecX state = analysis::calc_initial_state(*system, file.scenario);
  analysis::TimeRunOptions options = scenario::make_run_options(file.scenario);
  options.output_step = 0.005;
  options.measure_step_times = options.keep_step_times = true;
  NoSink sink;
  std::vector<double> least;
  fmt::print("{:<26}{:>9}{:>9}{:>9}{:>9}{:>9}\n", "[ms]", "mean", "50 %", "99 %", "99.9 %",
             "worst");
  for (int run = 1; run <= runs; ++run) {
    const analysis::TimeRunSummary summary = analysis::run(*system, state, options, sink);
    if (summary.status != RunStatus::done) {
      fmt::print(stderr, "{}\n", summary.message);
      return 1;
    }
    print(fmt::format("run {}", run), summary.step_times);
    if (least.empty()) least = summary.step_times;
    for (std::size_t i = 0; i < least.size(); ++i)
      least[i] = std::min(least[i], summary.step_times[i]);
    // About as long as a step: four clocks a turn, at three a nanosecond.
    print("  plain loop", time_loop(least.size(), 45'000));
  }
  print("least of the runs", least);
  return 0;
}
