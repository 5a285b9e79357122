#include "analysis/time_run.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "analysis/run_bounds.h"
#include "analysis/run_warnings.h"
#include "analysis/runner.h"
#include "base/error.h"
#include "integrate/drive.h"
#include "integrate/registry.h"

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

std::map<std::string, double> list(const integrate::Summary& summary) {
  const integrate::Statistics& s = summary.statistics;
  std::map<std::string, double> all = {
      {"steps", static_cast<double>(s.steps)},
      {"rejected_steps", static_cast<double>(s.rejected_steps)},
      {"rate_evaluations", static_cast<double>(s.rate_evaluations)},
      {"jacobian_evaluations", static_cast<double>(s.jacobian_evaluations)},
      {"factorisations", static_cast<double>(s.factorisations)},
      {"smallest_step", s.smallest_step},
      {"largest_step", s.largest_step}};
  if (summary.step_times.count > 0) {
    const auto add = [&all](const std::string& name, const integrate::StepTimes& times) {
      all[name + "_mean"] = times.mean;
      all[name + "_99_9"] = times.percentile_99_9;
      all[name + "_worst"] = times.worst;
    };
    add("step_time", summary.step_times);
    add("step_processor_time", summary.step_processor_times);
  }
  return all;
}

/// When the first frame comes to the end of the track; nothing if never. A metre of track stands
/// for a straight without end (scenario_schema.cpp).
std::optional<double> find_track_end(const system::System& system) {
  double front = 0.0;
  for (const multibody::Body& body : system.model().bodies.bodies())
    front = std::max(front, body.given.chainage_offset);
  const double length = system.line().track().length();
  return length > 1.0 ? system.line().find_time(length - front) : std::nullopt;
}

RunEvent::Kind convert(system::Limit::Kind kind) {
  switch (kind) {
    case system::Limit::Kind::derailment:
      return RunEvent::Kind::derailment;
    case system::Limit::Kind::roll_over:
      return RunEvent::Kind::roll_over;
    case system::Limit::Kind::lift_off:
      break;
  }
  return RunEvent::Kind::lift_off;
}

RunEvent::Kind convert(system::Watch::Kind kind) {
  return kind == system::Watch::Kind::flange ? RunEvent::Kind::flange : RunEvent::Kind::stop;
}

/// Keeps the book of what happens.
class EventBook {
 public:
  EventBook(const system::System& system, const TimeRunOptions& options) : system_(system) {
    events_.reserve(256);
    if (options.resume) events_ = options.resume->events;
  }
  /// True if the event ends the run.
  bool add(const integrate::Event& event) {
    const int limits = system_.limit_count();
    if (event.index >= limits) {
      const system::Watch& watch =
          system_.watches()[static_cast<std::size_t>(event.index - limits)].watch;
      put(event.t, convert(watch.kind), watch.subject, event.direction < 0 ? "begins" : "ends");
      return false;
    }
    const system::Limit& limit = system_.limits()[static_cast<std::size_t>(event.index)].limit;
    broken_ = system::describe(limit);
    const RunEvent::Kind kind = convert(limit.kind);
    put(event.t, kind, limit.subject, get_word(kind));
    return true;
  }
  void put(double t, RunEvent::Kind kind, const std::string& subject, const std::string& what) {
    events_.push_back({t, system_.line().calc_travel(t).s, kind, subject, what});
  }
  /// The limit that ended the run; empty if none.
  const std::string& broken() const { return broken_; }
  std::vector<RunEvent>& events() { return events_; }

 private:
  const system::System& system_;
  std::vector<RunEvent> events_;
  std::string broken_;
};

// The rails' waves are a function of time that an error estimate at rest knows nothing of: the
// steps must not leap over them.
integrate::Options limit_step(const system::System& system, const TimeRunOptions& options) {
  constexpr double steps_per_wave = 6.0;
  integrate::Options limited = options.integrator;
  const double wave = system.line().track().get_shortest_wave();
  if (!std::isfinite(wave)) return limited;
  double speed = std::abs(system.line().calc_travel(options.duration).v);
  std::vector<double> times = system.line().get_speed_breaks();
  times.push_back(0.0);
  for (const double t : times) {
    if (t < options.duration) speed = std::max(speed, std::abs(system.line().calc_travel(t).v));
  }
  if (speed > 0.0) limited.max_step = std::min(limited.max_step, wave / (steps_per_wave * speed));
  return limited;
}

/// One run, from its start to its summary.
class TimeRun {
 public:
  TimeRun(const system::System& system, const TimeRunOptions& options, TrajectorySink& sink)
      : system_(system),
        options_(options),
        sink_(sink),
        runner_(make_runner(system, options.formulation)),
        integrator_(integrate::make_integrator(options.integrator.method, runner_->problem(),
                                               limit_step(system, options))),
        record_workspace_(make_record_workspace(system)),
        fresh_(record_workspace_),
        row_(system.channels().size()),
        readers_(options.channels.empty() ? std::vector<std::size_t>()
                                          : system.channel_table().find_readers(options.channels)),
        rows_(options.resume ? options.resume->rows : 0),
        book_(system, options),
        watch_(system) {
    const std::optional<double> track_end = find_track_end(system);
    if (track_end && *track_end > 0.0 && *track_end < options.duration) track_end_ = track_end;
    plan();
  }

  TimeRunSummary run(const VecX& state) {
    const VecX begin = make_begin(state);
    integrate::Summary summary = integrate::drive(*integrator_, begin, plan_, make_handlers());
    if (track_end_ && *track_end_ <= summary.t)
      book_.put(*track_end_, RunEvent::Kind::track_end, "track", "ends");
    watch_.close(book_.events());
    std::stable_sort(book_.events().begin(), book_.events().end(),
                     [](const RunEvent& a, const RunEvent& b) { return a.t < b.t; });
    return summarise(std::move(summary));
  }

 private:
  static system::Workspace make_record_workspace(const system::System& system) {
    system::Workspace workspace(system);
    workspace.goes_on = true;
    return workspace;
  }
  bool ends_with_track() const { return track_end_ && options_.stop_at_track_end; }

  /// Which times the integrator has to land on and to put out.
  void plan() {
    plan_.t_end = ends_with_track() ? *track_end_ : options_.duration;
    plan_.event_samples = 1;
    plan_.event_spacing = 2e-3;
    plan_.output_count = count_rows(options_);
    plan_.output_step = options_.output_step;
    plan_.output_end = options_.duration;
    // The one frame of "track-frame" travels with the vehicle's origin, where no body may stand.
    const std::vector<double> more_offsets(options_.formulation == "track-frame" ? 1 : 0, 0.0);
    // Landing wherever a frame enters another element of the track, an integrator at rest on a
    // straight, whose steps last many seconds, cannot leap over a curve either.
    plan_.stop_times = system_.find_stops(0.0, options_.duration, more_offsets);
    plan_.measure_step_times = options_.measure_step_times;
    plan_.keep_step_times = options_.keep_step_times;
    // A checkpoint is a stop, too, since all scratch must begin anew before the integrator does.
    plan_.checkpoint_times =
        list_checkpoint_times(options_.checkpoint_interval, options_.duration, plan_.stop_times);
    plan_.stop_times = merge_times(plan_.stop_times, plan_.checkpoint_times);
  }

  VecX make_begin(const VecX& state) {
    if (!options_.resume) {
      check_start(system_, state, options_.stop_at_track_end);
      return runner_->start(state);
    }
    if (options_.resume->state.size() != runner_->problem().get_size())
      throw RunError("the checkpoint has another number of states than the system");
    plan_.t_begin = options_.resume->t;
    plan_.is_resumed = true;
    runner_->begin_anew(options_.resume->t);
    return options_.resume->state;
  }

  void put_out(double t, const integrate::ConstVecRef& y) {
    record_workspace_.stand_with(runner_->workspace());
    if (readers_.empty())
      system_.record(t, runner_->get_state(t, y), record_workspace_, row_);
    else
      system_.record(t, runner_->get_state(t, y), record_workspace_, readers_, row_);
    try {
      check_bounds(system_, t, y, record_workspace_);
    } catch (const RunError&) {
      integrator_->check_stability();  // the cause, where it is the step
      throw;
    }
    sink_.append(row_);
    ++rows_;
  }

  integrate::Handlers make_handlers() {
    integrate::Handlers handlers;
    handlers.on_output = [this](double t, const integrate::ConstVecRef& y) { put_out(t, y); };
    if (!options_.searches_rows)
      handlers.on_accept = [this](const integrate::Integrator& integrator) {
        system_.follow(integrator.t(), runner_->workspace(), record_workspace_);
      };
    handlers.on_stop_time = [this](double t, integrate::VecRef y) {
      runner_->pass(t, y);
      system_.forget_steps(record_workspace_);
      const std::vector<double>& checkpoints = plan_.checkpoint_times;
      if (std::binary_search(checkpoints.begin(), checkpoints.end(), t)) runner_->begin_anew(t);
      return integrate::Action::restart;
    };
    handlers.on_checkpoint = [this](const integrate::RestartPoint& at) {
      record_workspace_ = fresh_;
      watch_.close(book_.events());
      if (options_.on_checkpoint)
        options_.on_checkpoint({at.t, options_.checkpoint_interval, rows_, at.y, book_.events()});
    };
    handlers.on_event = [this](const integrate::Event& event, integrate::VecRef) {
      // An unstable method throws a vehicle off its rails as a broken axle does.
      if (event.index < system_.limit_count()) integrator_->check_stability();
      if (!book_.add(event)) return integrate::Action::go_on;
      system_.forget_steps(record_workspace_);
      return integrate::Action::stop;
    };
    handlers.is_cancelled = options_.is_cancelled;
    handlers.on_step = [this](const integrate::Integrator& integrator) {
      watch_.add(integrator.t(), runner_->workspace(), book_.events());
      if (options_.on_progress) options_.on_progress(integrator.t());
    };
    return handlers;
  }

  TimeRunSummary summarise(integrate::Summary summary) {
    std::vector<std::string> warnings = list_warnings(book_.events());
    TimeRunSummary out{convert(summary.status),
                       summary.message,
                       summary.t,
                       runner_->get_state(summary.t, summary.y),
                       summary.wall_time,
                       list(summary),
                       std::move(book_.events()),
                       std::move(summary.timed_steps),
                       std::move(warnings),
                       summary.fault};
    if (!book_.broken().empty()) {
      out.status = RunStatus::failed;
      out.message = book_.broken();
    } else if (out.status == RunStatus::done && ends_with_track()) {
      out.message = "the end of the track was reached";
    }
    return out;
  }

  const system::System& system_;
  const TimeRunOptions& options_;
  TrajectorySink& sink_;
  std::unique_ptr<Runner> runner_;
  std::unique_ptr<integrate::Integrator> integrator_;
  integrate::DriveOptions plan_;
  std::optional<double> track_end_;  ///< when, if within the run [s]
  system::Workspace record_workspace_;
  const system::Workspace fresh_;
  std::vector<double> row_;
  std::vector<std::size_t> readers_;  ///< of the channels that are wanted; empty: all
  std::size_t rows_;
  EventBook book_;
  WheelWatch watch_;
};

}  // namespace

std::size_t count_rows(const TimeRunOptions& options) {
  // A duration that is a multiple of the step but for rounding still has its last row.
  return static_cast<std::size_t>(
             std::floor(options.duration / options.output_step * (1.0 + 1e-12))) +
         1;
}

TimeRunSummary run(const system::System& system, const VecX& state, const TimeRunOptions& options,
                   TrajectorySink& sink) {
  return TimeRun(system, options, sink).run(state);
}

}  // namespace fourfoot::analysis
