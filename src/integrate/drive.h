#pragma once

#include <functional>
#include <string>
#include <vector>

#include "integrate/event_finder.h"
#include "integrate/integrator.h"

namespace fourfoot::integrate {

/// What shall happen after a handler was called.
enum class Action {
  go_on,    ///< nothing changed
  restart,  ///< the state was changed, or the rates jump here: the integrator begins anew
  stop,     ///< the run ends here
};

struct DriveOptions {
  double t_begin = 0.0;              ///< s
  double t_end = 0.0;                ///< s
  std::vector<double> output_times;  ///< s, ascending; dense output at exactly these times
  std::vector<double> stop_times;    ///< s, ascending; the integrator lands exactly on them
  int event_samples = 2;             ///< looks for sign changes this often per step
  long max_steps = 0;                ///< gives up after so many; 0 = never
  bool measure_step_times = false;   ///< clock each step, for real-time use
};

/// Called during a run; each may be empty. `y` may be changed where it is a VecRef; then the
/// handler must return Action::restart. An output at the time of a stop or an event shows the state
/// after its handler. Handlers may throw: RunError ends the run as failed, others pass through.
struct Handlers {
  std::function<void(double t, const ConstVecRef& y)> on_output;
  /// At a stop time; if empty, the integrator restarts there.
  std::function<Action(double t, VecRef y)> on_stop_time;
  std::function<Action(const Event& event, VecRef y)> on_event;
  std::function<void(const Integrator& integrator)> on_step;  ///< after each: progress
  std::function<bool()> is_cancelled;                         ///< asked before each step
};

enum class Status { finished, stopped, cancelled, failed };

/// Wall time of single steps, with their events and outputs.
struct StepTimes {
  long count = 0;
  double mean = 0.0, worst = 0.0;  ///< s
  double percentile_99_9 = 0.0;    ///< s: 99.9 % of the steps took no longer
};

struct Summary {
  Status status = Status::finished;
  std::string message;  ///< why not finished; empty if finished
  double t = 0.0;       ///< s, reached
  VecX y;               ///< there
  long events = 0;
  Statistics statistics;
  double wall_time = 0.0;  ///< s
  StepTimes step_times;    ///< if asked for
};

/// Runs the integrator from (t_begin, y) to t_end. Does not throw RunError: a run that fails says
/// so in the summary, and what was put out until then stays good.
Summary drive(Integrator& integrator, const ConstVecRef& y, const DriveOptions& options,
              const Handlers& handlers);

}  // namespace fourfoot::integrate
