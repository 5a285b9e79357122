#pragma once

#include <exception>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "integrate/event_finder.h"
#include "integrate/integrator.h"
#include "integrate/step_clock.h"

namespace fourfoot::integrate {

/// What shall happen after a handler was called.
enum class Action {
  go_on,    ///< nothing changed
  restart,  ///< the state was changed, or the rates jump here: the integrator begins anew
  stop,     ///< the run ends here
};

/// All that a run needs to go on: the integrator begins anew at each checkpoint, in the run that
/// writes it as in the run that resumes from it, so that both continue bit for bit alike.
struct RestartPoint {
  double t = 0.0;  ///< s
  VecX y;
};

struct DriveOptions {
  double t_begin = 0.0;              ///< s
  double t_end = 0.0;                ///< s
  std::vector<double> output_times;  ///< s, ascending; dense output at exactly these times
  std::size_t output_count = 0;    ///< instead of a list, which grows with the run: so many times,
  double output_step = 0.0;        ///< 0, step, 2 step, ... [s]
  double output_end = 0.0;         ///< but none later than this [s]
  std::vector<double> stop_times;  ///< s, ascending; the integrator lands exactly on them
  std::vector<double> checkpoint_times;  ///< s, ascending; lands and restarts there
  bool is_resumed = false;  ///< begins at a checkpoint: outputs up to t_begin were given already
  int event_samples = 2;    ///< looks for sign changes at least this often per step ...
  double event_spacing = std::numeric_limits<double>::infinity();  ///< ... and within this time [s]
  long max_steps = 0;               ///< gives up after so many; 0 = never
  bool measure_step_times = false;  ///< clock each step, for real-time use
  bool keep_step_times = false;  ///< and keep the time of each, in a list that grows with the run
};

/// Called during a run; each may be empty. `y` may be changed where it is a VecRef; then the
/// handler must return Action::restart. An output at the time of a stop or an event shows the state
/// after its handler. Handlers may throw: RunError ends the run as failed, others pass through.
struct Handlers {
  std::function<void(double t, const ConstVecRef& y)> on_output;
  /// At a stop time; if empty, the integrator restarts there.
  std::function<Action(double t, VecRef y)> on_stop_time;
  std::function<Action(const Event& event, VecRef y)> on_event;
  std::function<void(const RestartPoint& point)> on_checkpoint;  ///< after a stop at this time
  /// After each step, before its events and outputs.
  std::function<void(const Integrator& integrator)> on_accept;
  std::function<void(const Integrator& integrator)> on_step;  ///< after all of that: progress
  std::function<bool()> is_cancelled;                         ///< asked before each step
};

enum class Status { finished, stopped, cancelled, failed };

struct Summary {
  Status status = Status::finished;
  std::string message;  ///< why not finished; empty if finished
  double t = 0.0;       ///< s, reached
  VecX y;               ///< there
  long events = 0;
  Statistics statistics;
  double wall_time = 0.0;           ///< s
  std::vector<double> timed_steps;  ///< what each took by the wall clock, if kept [s]
  StepTimes step_times;             ///< by the wall clock: what a real-time user waits
  /// By the processor's clock of this program: what a step takes with a core of its own, on a
  /// machine that has other work. In steps of a microsecond.
  StepTimes step_processor_times;
  std::exception_ptr fault = {};  ///< of a plug-in that ended the run; none otherwise
};

/// Runs the integrator from (t_begin, y) to t_end. To resume, pass a checkpoint's t and y with
/// is_resumed and otherwise the same options (stop and checkpoint times before t are skipped). Does
/// not throw RunError: a run that fails says so in the summary, and what was put out until then
/// stays good.
Summary drive(Integrator& integrator, const ConstVecRef& y, const DriveOptions& options,
              const Handlers& handlers);

}  // namespace fourfoot::integrate
