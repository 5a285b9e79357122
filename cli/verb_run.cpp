#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "analysis/time_run.h"
#include "base/error.h"
#include "cli/interrupt.h"
#include "cli/overrides.h"
#include "cli/progress.h"
#include "cli/quantity_option.h"
#include "cli/verbs.h"
#include "cli/warnings.h"
#include "integrate/registry.h"
#include "io/checkpoint_file.h"
#include "io/report_page.h"
#include "io/results_reader.h"
#include "io/results_scene.h"
#include "io/results_writer.h"
#include "io/scenario_file.h"

namespace fourfoot::cli {

namespace {

namespace fs = std::filesystem;

// A slip such as `-o scenario.toml` must not cost the user a file: only results may be replaced.
void protect_existing(const fs::path& output) {
  std::error_code error;
  if (!fs::is_regular_file(output, error) || fs::file_size(output, error) == 0) return;
  try {
    io::ResultsReader reader(output);
  } catch (const InputError&) {
    throw InputError(Finding{"output-exists",
                             {},
                             "\"" + output.string() + "\" exists and is not a results file",
                             "choose another name with -o, or remove it first"});
  }
}

nlohmann::json convert(const std::vector<analysis::RunEvent>& events) {
  nlohmann::json out = nlohmann::json::array();
  for (const analysis::RunEvent& event : events)
    out.push_back({{"time", event.t}, {"s", event.s}, {"name", event.name}, {"what", event.what}});
  return out;
}

void print_events(const std::vector<analysis::RunEvent>& events) {
  constexpr std::size_t most = 6;  // the file has them all
  if (!events.empty()) fmt::print("{} event{}:\n", events.size(), events.size() == 1 ? "" : "s");
  for (std::size_t i = 0; i < std::min(most, events.size()); ++i) {
    fmt::print("  t = {:.6f} s, s = {:.3f} m: {} {}\n", events[i].t, events[i].s, events[i].name,
               events[i].what);
  }
  if (events.size() > most) fmt::print("  ...\n");
}

void print_summary(const RunOptions& options, const analysis::TimeRunSummary& summary,
                   std::size_t rows) {
  const double ratio = summary.wall_time > 0.0 ? summary.t / summary.wall_time : 0.0;
  if (options.format == "json") {
    const nlohmann::json out = {{"status", get_status_name(summary.status)},
                                {"message", summary.message},
                                {"results", options.output},
                                {"rows", rows},
                                {"time", summary.t},
                                {"wall_time", summary.wall_time},
                                {"real_time_factor", ratio},
                                {"events", convert(summary.events)},
                                {"statistics", summary.statistics}};
    // A file's name need not be UTF-8.
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  fmt::print("{:.6g} s simulated in {:.3g} s ({:.3g} times real time), {} steps\n", summary.t,
             summary.wall_time, ratio, static_cast<long>(summary.statistics.at("steps")));
  if (const auto mean = summary.statistics.find("step_time_mean");
      mean != summary.statistics.end()) {
    const double slow = summary.statistics.at("step_time_99_9");
    fmt::print(
        "a step took {:.3g} us on average, {:.3g} us at worst; 99.9 % of them no more than "
        "{:.3g} us, {:.3g} % of real time\n",
        1e6 * mean->second, 1e6 * summary.statistics.at("step_time_worst"), 1e6 * slow,
        100.0 * slow / summary.statistics.at("largest_step"));
  }
  print_events(summary.events);
  if (summary.status == RunStatus::done && !summary.message.empty())
    fmt::print("{}\n", summary.message);
  fmt::print("{} row{} in {}\n", rows, rows == 1 ? "" : "s", options.output);
}

// Of a method with a fixed step people want to know whether it keeps up with the clock.
bool has_fixed_step(const std::string& name) {
  for (const integrate::Method& method : integrate::get_methods()) {
    if (method.name == name) return !method.is_adaptive;
  }
  return false;
}

double get_checkpoint_interval(const RunOptions& options, double duration) {
  if (options.checkpoint.empty()) return 0.0;
  if (options.checkpoint_every.empty()) return 0.1 * duration;
  const double interval = read_quantity("--checkpoint-every", options.checkpoint_every, "s");
  if (!(interval > 0.0))
    throw InputError(Finding{"out-of-range", {}, "--checkpoint-every must be positive"});
  return interval;
}

/// The results file: a new one, or that of the run that goes on.
std::unique_ptr<io::ResultsWriter> open_results(const RunOptions& options,
                                                const std::vector<Channel>& channels,
                                                const io::ResultsHeader& header,
                                                const analysis::TimeRunOptions& run_options) {
  if (run_options.resume) {
    return io::ResultsWriter::resume(options.output, channels, run_options.resume->rows,
                                     run_options.resume->t);
  }
  protect_existing(options.output);
  return std::make_unique<io::ResultsWriter>(options.output, channels, header,
                                             analysis::count_rows(run_options));
}

int get_exit_code(RunStatus status) {
  switch (status) {
    case RunStatus::failed:
      return exit_run_failed;
    case RunStatus::stopped:
      return exit_interrupted;
    default:
      return exit_done;
  }
}

}  // namespace

int run(const RunOptions& options) {
  const io::ScenarioFile file =
      io::read_scenario_file(options.scenario, parse_overrides(options.set));
  const analysis::Scenario& scenario = file.scenario;
  Progress progress(!options.quiet);
  if (scenario.contact.text_or("geometry", "") == "table")
    progress.say("preparing the contact table (kept for the next run)");
  const auto system = analysis::build_system(scenario);
  progress.clear();
  print_warnings(scenario, system->model());
  const VecX state = analysis::calc_initial_state(*system, scenario);

  analysis::TimeRunOptions run_options;
  run_options.duration = scenario.duration;
  run_options.output_step = scenario.output_step;
  run_options.integrator = scenario.integrator;
  run_options.stop_at_track_end = scenario.stop_at_track_end;
  run_options.formulation = scenario.formulation;
  run_options.on_progress = [&](double t) { progress.show(t / scenario.duration); };
  run_options.is_cancelled = was_interrupted;

  run_options.measure_step_times = has_fixed_step(scenario.integrator.method);

  const io::ResultsHeader header{scenario.title, file.sources, options.set};
  std::optional<analysis::Checkpoint> from;
  if (!options.resume.empty()) from = io::read_checkpoint(options.resume, header);
  run_options.resume = from ? &*from : nullptr;
  run_options.checkpoint_interval =
      from ? from->interval : get_checkpoint_interval(options, scenario.duration);
  const std::string kept_in = options.checkpoint.empty() ? options.resume : options.checkpoint;
  if (!kept_in.empty()) io::check_checkpoint_place(kept_in);

  if (!options.report.empty()) protect_page(options.report);
  auto writer = open_results(options, system->channels(), header, run_options);
  if (!from) io::write_scene(*writer, *system, scenario);
  run_options.on_checkpoint = [&](const analysis::Checkpoint& checkpoint) {
    writer->flush();  // the rows that the checkpoint counts
    io::write_checkpoint(kept_in, checkpoint, header);
  };
  catch_interrupts();
  const analysis::TimeRunSummary summary = analysis::run(*system, state, run_options, *writer);
  progress.clear();
  writer->finish({summary.status, summary.message, summary.wall_time, summary.statistics,
                  io::make_events(summary.events)});
  if (summary.status != RunStatus::done) {
    const bool is_failed = summary.status == RunStatus::failed;
    fmt::print(stderr, "{} at t = {:.6g} s{}{}; the results so far are kept\n",
               is_failed ? "error: the run failed" : "stopped", summary.t,
               is_failed && !summary.message.empty() ? ": " : "", is_failed ? summary.message : "");
  }
  const std::size_t rows = writer->row_count();
  writer.reset();
  print_summary(options, summary, rows);
  if (!options.report.empty()) io::write_report({options.output}, options.report);
  return get_exit_code(summary.status);
}

}  // namespace fourfoot::cli
