#include "analysis/time_run.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "analysis/run_bounds.h"
#include "analysis/run_warnings.h"
#include "base/error.h"
#include "integrate/drive.h"
#include "integrate/registry.h"
#include "system/formulation_problem.h"
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

/// What a run needs of a formulation of the equations.
class Runner {
 public:
  virtual ~Runner() = default;
  virtual integrate::Problem& problem() = 0;
  /// The formulation's state from the System's.
  virtual VecX start(const VecX& state) = 0;
  /// The System's state from the formulation's.
  virtual VecX get_state(double t, const integrate::ConstVecRef& y) = 0;
  /// Passes all breaks that are due at t.
  virtual void pass(double t, integrate::VecRef y) = 0;
  /// As if it were made just now and stood at t, behind the breaks there: what follows depends on
  /// t and the state alone.
  virtual void begin_anew(double t) = 0;
  /// Says on which side of the breaks it stands.
  virtual const system::Workspace& workspace() const = 0;
};

class KaneRunner : public Runner {
 public:
  explicit KaneRunner(const system::System& system) : system_(system), problem_(system) {}
  integrate::Problem& problem() override { return problem_; }
  VecX start(const VecX& state) override {
    system_.set_time(0.0, problem_.workspace());
    return state;
  }
  VecX get_state(double, const integrate::ConstVecRef& y) override { return y; }
  void pass(double t, integrate::VecRef y) override { system_.pass(t, y, problem_.workspace()); }
  void begin_anew(double t) override { problem_.begin_anew(t); }
  const system::Workspace& workspace() const override { return problem_.workspace(); }

 private:
  const system::System& system_;
  system::SystemProblem problem_;
};

class ReferenceRunner : public Runner {
 public:
  ReferenceRunner(const system::System& system, const std::string& formulation)
      : problem_(system, formulation) {}
  integrate::Problem& problem() override { return problem_; }
  VecX start(const VecX& state) override { return problem_.convert_from(0.0, state); }
  VecX get_state(double t, const integrate::ConstVecRef& y) override {
    return problem_.convert_to(t, y);
  }
  void pass(double t, integrate::VecRef y) override { problem_.pass(t, y); }
  void begin_anew(double t) override { problem_.begin_behind(t); }
  const system::Workspace& workspace() const override { return problem_.workspace(); }

 private:
  system::FormulationProblem problem_;
};

std::unique_ptr<Runner> make_runner(const system::System& system, const std::string& formulation) {
  if (formulation == "kane") return std::make_unique<KaneRunner>(system);
  return std::make_unique<ReferenceRunner>(system, formulation);
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
      const auto watch = static_cast<std::size_t>(event.index - limits);
      put(event.t, system::get_name(system_.watches()[watch]),
          event.direction < 0 ? "begins" : "ends");
      return false;
    }
    const system::Limit& limit = system_.limits()[static_cast<std::size_t>(event.index)];
    broken_ = system::describe(limit);
    put(event.t, limit.subject, system::get_word(limit.kind));
    return true;
  }
  void put(double t, const std::string& name, const std::string& what) {
    events_.push_back({t, system_.line().calc_travel(t).s, name, what});
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

}  // namespace

std::size_t count_rows(const TimeRunOptions& options) {
  // A duration that is a multiple of the step but for rounding still has its last row.
  return static_cast<std::size_t>(
             std::floor(options.duration / options.output_step * (1.0 + 1e-12))) +
         1;
}

TimeRunSummary run(const system::System& system, const VecX& state, const TimeRunOptions& options,
                   TrajectorySink& sink) {
  const std::unique_ptr<Runner> runner = make_runner(system, options.formulation);
  const auto integrator = integrate::make_integrator(options.integrator.method, runner->problem(),
                                                     limit_step(system, options));

  const std::optional<double> track_end = find_track_end(system);
  const bool comes_to_end = track_end && *track_end > 0.0 && *track_end < options.duration;
  const bool ends_there = comes_to_end && options.stop_at_track_end;
  integrate::DriveOptions drive_options;
  drive_options.t_end = ends_there ? *track_end : options.duration;
  drive_options.event_samples = 1;
  drive_options.event_spacing = 2e-3;
  drive_options.output_count = count_rows(options);
  drive_options.output_step = options.output_step;
  drive_options.output_end = options.duration;
  // The one frame of "track-frame" travels with the vehicle's origin, where no body may stand.
  const std::vector<double> more_offsets(options.formulation == "track-frame" ? 1 : 0, 0.0);
  // Landing wherever a frame enters another element of the track, an integrator at rest on a
  // straight, whose steps last many seconds, cannot leap over a curve either.
  drive_options.stop_times = system.find_stops(0.0, options.duration, more_offsets);
  drive_options.measure_step_times = options.measure_step_times;
  drive_options.keep_step_times = options.keep_step_times;
  // A checkpoint is a stop, too, since all scratch must begin anew before the integrator does.
  drive_options.checkpoint_times = list_checkpoint_times(
      options.checkpoint_interval, options.duration, drive_options.stop_times);
  const std::vector<double>& checkpoints = drive_options.checkpoint_times;
  drive_options.stop_times = merge_times(drive_options.stop_times, checkpoints);

  system::Workspace record_workspace(system);
  const system::Workspace fresh = record_workspace;
  std::vector<double> row(system.channels().size());
  std::size_t rows = options.resume ? options.resume->rows : 0;
  EventBook book(system, options);
  WheelWatch watch(system);
  integrate::Handlers handlers;
  handlers.on_output = [&](double t, const integrate::ConstVecRef& y) {
    record_workspace.stand_with(runner->workspace());
    system.record(t, runner->get_state(t, y), record_workspace, row);
    try {
      check_bounds(system, t, y, record_workspace);
    } catch (const RunError&) {
      integrator->check_stability();  // the cause, where it is the step
      throw;
    }
    sink.append(row);
    ++rows;
  };
  handlers.on_stop_time = [&](double t, integrate::VecRef y) {
    runner->pass(t, y);
    if (std::binary_search(checkpoints.begin(), checkpoints.end(), t)) runner->begin_anew(t);
    return integrate::Action::restart;
  };
  handlers.on_checkpoint = [&](const integrate::Checkpoint& at) {
    record_workspace = fresh;
    watch.close(book.events());
    if (options.on_checkpoint)
      options.on_checkpoint({at.t, options.checkpoint_interval, rows, at.y, book.events()});
  };
  handlers.on_event = [&](const integrate::Event& event, integrate::VecRef) {
    // An unstable method throws a vehicle off its rails as a broken axle does.
    if (event.index < system.limit_count()) integrator->check_stability();
    return book.add(event) ? integrate::Action::stop : integrate::Action::go_on;
  };
  handlers.is_cancelled = options.is_cancelled;
  handlers.on_step = [&](const integrate::Integrator& i) {
    watch.add(i.t(), runner->workspace(), book.events());
    if (options.on_progress) options.on_progress(i.t());
  };
  VecX begin;
  if (options.resume) {
    begin = options.resume->state;
    if (begin.size() != runner->problem().get_size())
      throw RunError("the checkpoint has another number of states than the system");
    drive_options.t_begin = options.resume->t;
    drive_options.is_resumed = true;
    runner->begin_anew(options.resume->t);
  } else {
    check_start(system, state, options.stop_at_track_end);
    begin = runner->start(state);
  }
  integrate::Summary summary = integrate::drive(*integrator, begin, drive_options, handlers);
  if (comes_to_end && *track_end <= summary.t) book.put(*track_end, "track", "ends");
  watch.close(book.events());
  std::stable_sort(book.events().begin(), book.events().end(),
                   [](const RunEvent& a, const RunEvent& b) { return a.t < b.t; });
  std::vector<std::string> warnings = list_warnings(book.events());
  TimeRunSummary out{convert(summary.status),
                     summary.message,
                     summary.t,
                     runner->get_state(summary.t, summary.y),
                     summary.wall_time,
                     list(summary),
                     std::move(book.events()),
                     std::move(summary.timed_steps),
                     std::move(warnings)};
  if (!book.broken().empty()) {
    out.status = RunStatus::failed;
    out.message = book.broken();
  } else if (out.status == RunStatus::done && ends_there) {
    out.message = "the end of the track was reached";
  }
  return out;
}

}  // namespace fourfoot::analysis
