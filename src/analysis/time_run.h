#pragma once

#include <exception>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analysis/checkpoint.h"
#include "base/channel.h"
#include "scenario/run_options.h"
#include "system/system.h"

namespace fourfoot::analysis {

/// A scenario's options (scenario::make_run_options), and what the caller wants besides.
struct TimeRunOptions : scenario::RunOptions {
  TimeRunOptions() = default;
  TimeRunOptions(scenario::RunOptions options) : scenario::RunOptions(std::move(options)) {}

  double checkpoint_interval = 0.0;    ///< [s]; 0: no checkpoints
  const Checkpoint* resume = nullptr;  ///< goes on from there, with otherwise the same options
  std::function<void(const Checkpoint&)> on_checkpoint;  ///< may be empty
  bool measure_step_times = false;  ///< adds step_time_mean, _worst, _99_9 to the statistics
  bool keep_step_times = false;     ///< and gives a list of them, which grows with the run
  /// Numbers of the channels that the sink looks at; others of a row may be 0. Empty: all.
  std::vector<std::size_t> channels;
  /// Contact patches of every row by a search of its own, not from those of the steps before and
  /// after it (contact/geometry/patch_path.h): to see what that costs in accuracy.
  bool searches_rows = false;
  std::function<void(double t)> on_progress;  ///< after each step; may be empty
  std::function<bool()> is_cancelled;         ///< asked before each step; may be empty
};

struct TimeRunSummary {
  RunStatus status = RunStatus::done;
  std::string message;     ///< why it ended early; empty if done
  double t = 0.0;          ///< reached [s]
  VecX state;              ///< there
  double wall_time = 0.0;  ///< [s]
  std::map<std::string, double> statistics;
  std::vector<RunEvent> events =
      {};  ///< in the order of time, those before a resumed run's begin too
  std::vector<double> step_times = {};     ///< what each step took, if kept [s]
  std::vector<std::string> warnings = {};  ///< wheels that lift, are overloaded, vibrate
  std::exception_ptr fault = {};           ///< of a plug-in that ended the run; none otherwise
};

/// Number of rows a run puts out.
std::size_t count_rows(const TimeRunOptions& options);

/// Simulates from `state` at t = 0, or from the checkpoint to resume, and puts out rows at
/// multiples of the output step (those after the checkpoint). A numerical failure is told in the
/// summary; what was put out until then is good.
TimeRunSummary run(const system::System& system, const VecX& state, const TimeRunOptions& options,
                   TrajectorySink& sink);

}  // namespace fourfoot::analysis
