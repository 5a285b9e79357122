#include "analysis/axle_force.h"

#include <fmt/format.h>

#include <cmath>

#include "analysis/initial_state.h"
#include "analysis/time_run.h"
#include "base/error.h"
#include "evaluate/band_rms.h"
#include "scenario/run_options.h"

namespace fourfoot::analysis {

namespace {

/// Keeps sum_Y of all wheelsets.
class AxleSink : public TrajectorySink {
 public:
  explicit AxleSink(const system::System& system) {
    for (std::size_t i = 0; i < system.channels().size(); ++i) {
      const std::string& name = system.channels()[i].name;
      if (name.size() <= 6 || name.substr(name.size() - 6) != "/sum_Y") continue;
      names.push_back(name.substr(0, name.size() - 6));
      indices_.push_back(i);
    }
    forces.resize(names.size());
  }
  void append(const std::vector<double>& row) override {
    for (std::size_t i = 0; i < indices_.size(); ++i) forces[i].push_back(row[indices_[i]]);
  }
  std::vector<std::string> names;
  std::vector<std::vector<double>> forces;

 private:
  std::vector<std::size_t> indices_;
};

}  // namespace

AxleForce measure_axle_force(const scenario::Member& member, const AxleForceOptions& options,
                             const std::function<bool()>& is_cancelled) {
  const scenario::Scenario& scenario = member.scenario;  // clang 14 captures no structured binding
  const auto& system = member.system;
  AxleSink sink(*system);
  if (sink.names.empty())
    throw RunError("axle forces (sum_Y) are not known with this contact model: use \"profiles\"");
  const double v = system->line().calc_travel(0.0).v, dt = scenario.output_step;
  const auto check_length = [&](double duration, const char* remedy) {
    if (v * duration >= options.window) return;
    throw RunError(fmt::format("the run covers {:.4g} m, less than the window of {:g} m: {}",
                               v * duration, options.window, remedy));
  };
  check_length(scenario.duration, "make run.duration longer");
  TimeRunOptions run_options = scenario::make_run_options(scenario);
  run_options.is_cancelled = is_cancelled;
  const TimeRunSummary summary =
      run(*system, calc_initial_state(*system, scenario), run_options, sink);
  if (summary.fault) std::rethrow_exception(summary.fault);  // of a plug-in
  if (summary.status == RunStatus::stopped) throw RunError("stopped");
  if (summary.status == RunStatus::done)
    check_length(summary.t, "make the track longer, or take run.stop_at_track_end out");

  AxleForce found;
  // sum_Y is listed wheelset by wheelset.
  const auto calc_limit = [&](std::size_t axle) {
    const double wheel_load = 0.5 * system->model().wheelsets[axle].axle_load;
    return 0.5 * options.alpha * (10e3 + 2.0 * wheel_load / 3.0);
  };
  found.limit = calc_limit(0);
  if (summary.status != RunStatus::done) {
    found.fault = fmt::format("ended at t = {:.4g} s: {}", summary.t, summary.message);
    return found;
  }
  const auto width = static_cast<std::size_t>(std::lround(options.window / (v * dt)));
  const auto step = static_cast<std::size_t>(std::lround(options.step / (v * dt)));
  for (std::size_t i = 0; i < sink.names.size(); ++i) {
    const double f0 = evaluate::find_dominant_frequency(sink.forces[i], dt, 0.4, 10.0);
    const double rms =
        evaluate::calc_largest_rms(evaluate::filter_band(sink.forces[i], dt, f0, 2.0), width, step);
    if (rms / calc_limit(i) < found.rms / found.limit) continue;
    found.axle = sink.names[i];
    found.limit = calc_limit(i);
    found.rms = rms;
    found.frequency = f0;
  }
  return found;
}

}  // namespace fourfoot::analysis
