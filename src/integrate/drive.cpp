#include "integrate/drive.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>

#include "base/plugin_registry.h"

namespace fourfoot::integrate {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Time by the wall and by the processor [s].
struct Span {
  double wall = 0.0, processor = 0.0;
};
/// The processor's clock is a call of the operating system: only for those who ask.
class Stopwatch {
 public:
  explicit Stopwatch(bool is_wanted) : is_wanted_(is_wanted) {
    if (!is_wanted) return;
    begin_ = Clock::now();
    processor_ = std::clock();
  }
  Span read() const {
    if (!is_wanted_) return {};
    return {seconds_since(begin_), static_cast<double>(std::clock() - processor_) / CLOCKS_PER_SEC};
  }

 private:
  bool is_wanted_;
  Clock::time_point begin_;
  std::clock_t processor_ = 0;
};

/// One run; its members are what `drive` would otherwise hand from function to function.
class Run {
 public:
  Run(Integrator& integrator, const DriveOptions& options, const Handlers& handlers)
      : integrator_(integrator),
        options_(options),
        handlers_(handlers),
        finder_(integrator.problem(), options.event_samples, options.event_spacing),
        y_(VecX::Zero(integrator.problem().get_size())),
        output_(y_) {}

  Summary go(const ConstVecRef& y) {
    const auto begin = Clock::now();
    summary_.t = options_.t_begin;
    summary_.y = y;
    try {
      integrator_.start(options_.t_begin, y);
      finder_.start(options_.t_begin, y);
      reserve_step_times();
      if (options_.is_resumed) skip_outputs_until_here();
      put_out_here();
      while (summary_.status == Status::finished && integrator_.t() < options_.t_end) pass();
    } catch (const RunError& error) {
      end(Status::failed, error.what());
    } catch (const PluginError& error) {
      end(Status::failed, error.what());
      summary_.fault = std::current_exception();
    }
    summary_.statistics = integrator_.get_statistics();
    summary_.wall_time = seconds_since(begin);
    summary_.step_times = wall_clock_.summarise();
    summary_.step_processor_times = processor_clock_.summarise();
    return std::move(summary_);
  }

 private:
  void end(Status status, std::string message) {
    summary_.status = status;
    summary_.message = std::move(message);
  }

  /// One step with all that happens in it.
  void pass() {
    if (handlers_.is_cancelled && handlers_.is_cancelled()) {
      return end(Status::cancelled, fmt::format("cancelled at t={:.9g} s", integrator_.t()));
    }
    if (options_.max_steps > 0 && integrator_.get_statistics().steps >= options_.max_steps) {
      return end(Status::failed,
                 fmt::format("{}: more than {} steps, given up at t={:.9g} s",
                             integrator_.options().method, options_.max_steps, integrator_.t()));
    }
    const Stopwatch watch(options_.measure_step_times);
    outputs_ = {};
    const double t_stop = get_next_stop();
    integrator_.step(t_stop);
    if (handlers_.on_accept) handlers_.on_accept(integrator_);
    const bool is_cut = handle_events();
    if (!is_cut) put_out_before(integrator_.t());
    const bool arrives = integrator_.t() == t_stop && t_stop < options_.t_end;
    if (arrives && summary_.status == Status::finished) arrive();
    put_out_here();
    if (options_.measure_step_times) {
      const Span whole = watch.read();
      wall_clock_.add(whole.wall - outputs_.wall);
      processor_clock_.add(std::max(0.0, whole.processor - outputs_.processor));
      if (options_.keep_step_times) summary_.timed_steps.push_back(whole.wall - outputs_.wall);
    }
    if (handlers_.on_step) handlers_.on_step(integrator_);
  }

  /// The next stop time, checkpoint or the end.
  double get_next_stop() {
    double next = options_.t_end;
    for (const auto& [times, index] : {std::pair{&options_.stop_times, &next_stop_},
                                       {&options_.checkpoint_times, &next_checkpoint_}}) {
      while (*index < times->size() && (*times)[*index] <= integrator_.t()) ++*index;
      if (*index < times->size()) next = std::min(next, (*times)[*index]);
    }
    return next;
  }

  /// True if an event cut the step short (restart or stop).
  bool handle_events() {
    Event event;
    while (finder_.find_next(integrator_, event)) {
      ++summary_.events;
      if (!handlers_.on_event) continue;
      put_out_before(event.t);
      integrator_.interpolate(event.t, y_);
      const Action action = handlers_.on_event(event, y_);
      if (action == Action::go_on) continue;
      integrator_.restart(event.t, y_);
      finder_.start(event.t, y_, event.index);
      leave(action);
      return true;
    }
    return false;
  }

  /// At a stop time, a checkpoint, or both.
  void arrive() {
    const double t = integrator_.t();
    const auto is_at = [t](const std::vector<double>& times, std::size_t index) {
      return index < times.size() && times[index] == t;
    };
    const bool is_checkpoint = is_at(options_.checkpoint_times, next_checkpoint_);
    Action action = is_checkpoint ? Action::restart : Action::go_on;
    y_ = integrator_.y();
    if (is_at(options_.stop_times, next_stop_)) {
      const Action asked = handlers_.on_stop_time ? handlers_.on_stop_time(t, y_) : Action::restart;
      if (asked != Action::go_on) action = asked;
    }
    // One restart, as a resumed run does: a problem that begins its searches where the last one
    // ended would tell two from one in the last bit.
    if (action != Action::go_on) leave_behind_jump(t, action, is_checkpoint);
    if (is_checkpoint && summary_.status == Status::finished && action == Action::restart &&
        handlers_.on_checkpoint) {
      handlers_.on_checkpoint(RestartPoint{t, y_});
    }
  }

  /// At a stop time: the state, or what the problem does with it, has jumped.
  void leave_behind_jump(double t, Action action, bool is_checkpoint) {
    if (is_checkpoint)
      integrator_.restart(t, y_);
    else
      integrator_.jump(t, y_);
    for (const Event& event : finder_.start_behind_jump(t, y_)) {
      ++summary_.events;
      if (handlers_.on_event && handlers_.on_event(event, y_) == Action::stop)
        action = Action::stop;
    }
    leave(action);
  }
  void leave(Action action) {
    put_out_here();
    if (action == Action::stop)
      end(Status::stopped, fmt::format("stopped at t={:.9g} s", integrator_.t()));
  }

  /// When the next output is due; never if there is none left.
  double get_next_output() const {
    const auto& times = options_.output_times;
    if (next_output_ < times.size()) return times[next_output_];
    if (next_output_ >= options_.output_count) return std::numeric_limits<double>::infinity();
    return std::min(options_.output_end, static_cast<double>(next_output_) * options_.output_step);
  }
  void skip_outputs_until_here() {
    while (get_next_output() <= options_.t_begin) ++next_output_;
  }
  void put_out_before(double t) {
    for (; get_next_output() < t; ++next_output_) {
      integrator_.interpolate(get_next_output(), output_);
      put_out(get_next_output(), output_);
    }
  }
  void put_out_here() {
    summary_.t = integrator_.t();
    summary_.y = integrator_.y();
    for (; get_next_output() <= summary_.t; ++next_output_) put_out(get_next_output(), summary_.y);
  }
  void put_out(double t, const VecX& y) {
    if (!handlers_.on_output) return;
    const Stopwatch watch(options_.measure_step_times);
    handlers_.on_output(t, y);
    const Span span = watch.read();
    outputs_.wall += span.wall;
    outputs_.processor += span.processor;
  }

  /// A list that is kept must not allocate while steps are clocked.
  void reserve_step_times() {
    if (!options_.measure_step_times || !options_.keep_step_times) return;
    const double h = integrator_.get_next_step();  // not known yet (0) to some adaptive methods
    const double steps = h > 0.0 ? (options_.t_end - options_.t_begin) / h : 1e5;
    summary_.timed_steps.reserve(static_cast<std::size_t>(std::clamp(1.1 * steps, 1e3, 1e7)));
  }

  Integrator& integrator_;
  const DriveOptions& options_;
  const Handlers& handlers_;
  EventFinder finder_;
  Summary summary_;
  VecX y_, output_;
  std::size_t next_output_ = 0;
  std::size_t next_stop_ = 0;
  std::size_t next_checkpoint_ = 0;
  StepClock wall_clock_, processor_clock_;
  Span outputs_;  ///< of the step that is being clocked
};

}  // namespace

Summary drive(Integrator& integrator, const ConstVecRef& y, const DriveOptions& options,
              const Handlers& handlers) {
  return Run(integrator, options, handlers).go(y);
}

}  // namespace fourfoot::integrate
