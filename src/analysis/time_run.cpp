#include "analysis/time_run.h"

#include <algorithm>
#include <cmath>

#include "integrate/drive.h"
#include "integrate/registry.h"
#include "system/problem.h"

namespace fourfoot::analysis {

namespace {

RunStatus convert(integrate::Status status) {
  switch (status) {
    case integrate::Status::finished:
    case integrate::Status::stopped:
      return RunStatus::done;
    case integrate::Status::cancelled:
      return RunStatus::stopped;
    case integrate::Status::failed:
      return RunStatus::failed;
  }
  return RunStatus::failed;
}

std::map<std::string, double> list(const integrate::Statistics& s) {
  return {{"steps", static_cast<double>(s.steps)},
          {"rejected_steps", static_cast<double>(s.rejected_steps)},
          {"rate_evaluations", static_cast<double>(s.rate_evaluations)},
          {"jacobian_evaluations", static_cast<double>(s.jacobian_evaluations)},
          {"factorisations", static_cast<double>(s.factorisations)},
          {"smallest_step", s.smallest_step},
          {"largest_step", s.largest_step}};
}

std::vector<double> list_stop_times(const system::System& system,
                                    const std::vector<system::Passage>& passages, double duration) {
  std::vector<double> times;
  for (const system::Passage& passage : passages) times.push_back(passage.t);
  for (const double t : system.line().get_speed_breaks()) {
    if (t > 0.0 && t < duration) times.push_back(t);
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

}  // namespace

std::size_t count_rows(const TimeRunOptions& options) {
  // A duration that is a multiple of the step but for rounding still has its last row.
  return static_cast<std::size_t>(
             std::floor(options.duration / options.output_step * (1.0 + 1e-12))) +
         1;
}

TimeRunSummary run(const system::System& system, const VecX& state, const TimeRunOptions& options,
                   TrajectorySink& sink) {
  system::SystemProblem problem(system);
  system::Workspace record_workspace(system.model());
  const auto integrator =
      integrate::make_integrator(options.integrator.method, problem, options.integrator);

  integrate::DriveOptions drive_options;
  drive_options.t_end = options.duration;
  const std::size_t rows = count_rows(options);
  drive_options.output_times.reserve(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    drive_options.output_times.push_back(
        std::min(options.duration, static_cast<double>(i) * options.output_step));
  }

  // Corners of the track are passed at their own times, each by the frame of one body; where the
  // acceleration along the line jumps, the integrator only starts anew.
  const std::vector<system::Passage> passages = system.find_passages(0.0, options.duration);
  drive_options.stop_times = list_stop_times(system, passages, options.duration);
  system.set_time(0.0, problem.workspace());

  std::vector<double> row(system.channels().size());
  integrate::Handlers handlers;
  handlers.on_output = [&](double t, const integrate::ConstVecRef& y) {
    system.set_time(t, record_workspace);
    system.record(t, y, record_workspace, row);
    sink.append(row);
  };
  std::size_t next = 0;
  handlers.on_stop_time = [&](double t, integrate::VecRef y) {
    for (; next < passages.size() && passages[next].t <= t; ++next) {
      system.pass(passages[next], y, problem.workspace());
    }
    return integrate::Action::restart;
  };
  handlers.is_cancelled = options.is_cancelled;
  if (options.on_progress) {
    handlers.on_step = [&](const integrate::Integrator& i) { options.on_progress(i.t()); };
  }
  const integrate::Summary summary = integrate::drive(*integrator, state, drive_options, handlers);
  return {convert(summary.status), summary.message,         summary.t, summary.y,
          summary.wall_time,       list(summary.statistics)};
}

}  // namespace fourfoot::analysis
