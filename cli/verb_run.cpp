#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "analysis/initial_state.h"
#include "analysis/time_run.h"
#include "base/error.h"
#include "cli/common_options.h"
#include "cli/interrupt.h"
#include "cli/overrides.h"
#include "cli/progress.h"
#include "cli/quantity_option.h"
#include "cli/verbs.h"
#include "cli/warnings.h"
#include "input/scenario_file.h"
#include "integrate/registry.h"
#include "results/checkpoint_file.h"
#include "results/output_file.h"
#include "results/report_page.h"
#include "results/results_reader.h"
#include "results/results_scene.h"
#include "results/results_writer.h"
#include "scenario/output_channels.h"
#include "scenario/run_options.h"

namespace fourfoot::cli {

namespace {

struct RunOptions {
  std::string scenario;
  std::vector<std::string> set;
  std::string output = "results.h5";
  std::string format = "text";
  std::string report;  ///< page to write as well; empty: none
  bool quiet = false;
  std::string checkpoint;             ///< file; empty: none are written
  std::string checkpoint_every;       ///< simulated time as typed; empty: a tenth of the run
  std::string resume;                 ///< checkpoint file; empty: from the start
  std::vector<std::string> channels;  ///< patterns of what is recorded; empty: as the scenario says
  bool force = false;                 ///< replace a file of another kind
};

namespace fs = std::filesystem;

// All that is wrong with the names, before any work.
void check_files(const RunOptions& options, const std::string& kept_in,
                 const input::ScenarioFile& file) {
  std::vector<fs::path> inputs = {options.scenario};
  for (const auto& source : file.sources) inputs.emplace_back(source->name);
  if (!options.resume.empty() && options.resume != kept_in) inputs.emplace_back(options.resume);
  results::check_outputs({{"-o", options.output, results::OutputKind::results},
                          {"--checkpoint", kept_in, results::OutputKind::checkpoint},
                          {"--report", options.report, results::OutputKind::page}},
                         inputs, options.force);
}

/// Hands on the chosen channels of each row.
class ChosenChannels : public TrajectorySink {
 public:
  ChosenChannels(const std::vector<Channel>& all, std::vector<std::size_t> chosen)
      : chosen_(std::move(chosen)), row_(chosen_.size()) {
    for (const std::size_t i : chosen_) channels_.push_back(all[i]);
  }
  const std::vector<Channel>& channels() const { return channels_; }
  void write_to(TrajectorySink& sink) { sink_ = &sink; }
  void append(const std::vector<double>& row) override {
    for (std::size_t i = 0; i < chosen_.size(); ++i) row_[i] = row[chosen_[i]];
    sink_->append(row_);
  }

 private:
  std::vector<std::size_t> chosen_;
  std::vector<Channel> channels_;
  std::vector<double> row_;
  TrajectorySink* sink_ = nullptr;
};

nlohmann::json convert(const std::vector<analysis::RunEvent>& events) {
  nlohmann::json out = nlohmann::json::array();
  for (const analysis::RunEvent& event : events)
    out.push_back({{"time", event.t},
                   {"s", event.s},
                   {"name", analysis::get_name(event)},
                   {"what", event.what}});
  return out;
}

void print_events(const std::vector<analysis::RunEvent>& events) {
  constexpr std::size_t most = 6;  // the file has them all
  if (!events.empty()) fmt::print("{} event{}:\n", events.size(), events.size() == 1 ? "" : "s");
  for (std::size_t i = 0; i < std::min(most, events.size()); ++i) {
    fmt::print("  t = {:.6f} s, s = {:.3f} m: {} {}\n", events[i].t, events[i].s,
               analysis::get_name(events[i]), events[i].what);
  }
  if (events.size() > most) fmt::print("  ...\n");
}

void print_run_warnings(const std::vector<std::string>& warnings) {
  constexpr std::size_t most = 8;  // the file has them all
  for (std::size_t i = 0; i < std::min(most, warnings.size()); ++i)
    fmt::print(stderr, "warning: {}\n", warnings[i]);
  if (warnings.size() > most)
    fmt::print(stderr, "warning: {} more in the results\n", warnings.size() - most);
}

void print_summary(const RunOptions& options, const analysis::TimeRunSummary& summary,
                   const char* status, std::size_t rows) {
  const double ratio = summary.wall_time > 0.0 ? summary.t / summary.wall_time : 0.0;
  if (options.format == "json") {
    const nlohmann::json out = {{"status", status},
                                {"message", summary.message},
                                {"results", options.output},
                                {"rows", rows},
                                {"time", summary.t},
                                {"wall_time", summary.wall_time},
                                {"real_time_factor", ratio},
                                {"events", convert(summary.events)},
                                {"warnings", summary.warnings},
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
  if (!summary.warnings.empty()) fmt::print("status: {}\n", status);
}

// Of a method with a fixed step people want to know whether it keeps up with the clock.
bool has_fixed_step(const std::string& name) {
  for (const integrate::Method& method : integrate::get_methods()) {
    if (method.name == name) return !method.is_adaptive;
  }
  return false;
}

// Each is a stop of the integrator and a file on the disk.
void check_checkpoint_count(double interval, double duration) {
  constexpr double most = 1e5;
  if (interval > 0.0 && duration / interval <= most) return;
  throw InputError(
      Finding{"out-of-range",
              {},
              fmt::format("the run would have {:.3g} checkpoints", duration / interval),
              "at most 100000; choose a longer --checkpoint-every"});
}

double get_checkpoint_interval(const RunOptions& options, double duration) {
  if (options.checkpoint.empty()) return 0.0;
  if (options.checkpoint_every.empty()) return 0.1 * duration;
  const double interval = read_quantity("--checkpoint-every", options.checkpoint_every, "s");
  if (!(interval > 0.0))
    throw InputError(Finding{"out-of-range", {}, "--checkpoint-every must be positive"});
  check_checkpoint_count(interval, duration);
  return interval;
}

/// The old results of a run that goes on; none if it begins.
std::unique_ptr<results::ResultsReader> open_old_results(
    const RunOptions& options, const std::optional<results::CheckpointFile>& from,
    const std::vector<Channel>& channels, double output_step, results::ResultsHeader& header) {
  if (!from) return nullptr;
  std::error_code error;
  if (!fs::exists(options.output, error)) {
    throw InputError(Finding{"results-mismatch",
                             {},
                             "the run cannot go on in \"" + options.output + "\": it is not there",
                             "name with -o the results file that the run began"});
  }
  auto old = std::make_unique<results::ResultsReader>(options.output);
  results::check_same_run(*from, *old, options.output, channels, output_step);
  header.run_id = from->run_id;
  header.created = old->read_meta("created");
  header.resumed = old->read_meta("resumed") +
                   fmt::format("{:.17g} s, {}\n", from->checkpoint.t, results::make_time_stamp());
  return old;
}

// The entry of the scenario that --channels stands for.
std::vector<std::string> list_settings(const RunOptions& options) {
  std::vector<std::string> set = options.set;
  if (options.channels.empty()) return set;
  const nlohmann::json patterns = options.channels;
  set.push_back("output.channels=" +
                patterns.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  return set;
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

int run(const RunOptions& options) {
  const std::vector<std::string> set = list_settings(options);
  const input::ScenarioFile file =
      input::read_scenario_file(options.scenario, parse_overrides(set));
  const scenario::Scenario& scenario = file.scenario;
  const std::string kept_in = options.checkpoint.empty() ? options.resume : options.checkpoint;
  results::ResultsHeader header{scenario.title, file.sources, set, results::make_run_id()};
  std::optional<results::CheckpointFile> from;
  if (!options.resume.empty()) from = results::read_checkpoint(options.resume, header);
  if (from) check_checkpoint_count(from->checkpoint.interval, scenario.duration);
  check_files(options, kept_in, file);
  Progress progress(!options.quiet);
  if (scenario.contact.text_or("geometry", "") == "table")
    progress.say("preparing the contact table (kept for the next run)");
  const auto system = scenario::build_system(scenario);
  progress.clear();
  print_warnings(scenario, system->model());
  const VecX state = analysis::calc_initial_state(*system, scenario);

  analysis::TimeRunOptions run_options = scenario::make_run_options(scenario);
  run_options.on_progress = [&](double t) { progress.show(t / scenario.duration); };
  run_options.is_cancelled = was_interrupted;

  run_options.measure_step_times = has_fixed_step(scenario.integrator.method);

  run_options.resume = from ? &from->checkpoint : nullptr;
  run_options.checkpoint_interval =
      from ? from->checkpoint.interval : get_checkpoint_interval(options, scenario.duration);

  ChosenChannels chosen(system->channels(),
                        scenario::choose_output_channels(scenario, system->channels()));
  auto old = open_old_results(options, from, chosen.channels(), scenario.output_step, header);
  auto writer = std::make_unique<results::ResultsWriter>(options.output, chosen.channels(), header,
                                                         analysis::count_rows(run_options));
  chosen.write_to(*writer);
  results::write_scene(*writer, scenario::make_scene(*system, scenario), scenario);
  if (old) writer->copy_rows(*old, from->checkpoint.rows);
  old.reset();
  run_options.on_checkpoint = [&](const analysis::Checkpoint& checkpoint) {
    writer->make_durable();  // the rows that the checkpoint counts
    results::write_checkpoint(kept_in, checkpoint, header);
  };
  catch_interrupts();
  const analysis::TimeRunSummary summary = analysis::run(*system, state, run_options, chosen);
  progress.clear();
  const results::ResultsFooter footer{summary.status,
                                      summary.message,
                                      summary.wall_time,
                                      summary.statistics,
                                      results::make_events(summary.events),
                                      summary.warnings};
  try {
    writer->finish(footer);
  } catch (const RunError& error) {  // also of a run that was stopped
    fmt::print(stderr, "error: {}\n", error.what());
    return exit_run_failed;
  }
  if (summary.status != RunStatus::done) {
    const bool is_failed = summary.status == RunStatus::failed;
    fmt::print(stderr, "{} at t = {:.6g} s{}{}; {}\n",
               is_failed ? "error: the run failed" : "stopped", summary.t,
               is_failed && !summary.message.empty() ? ": " : "", is_failed ? summary.message : "",
               writer->has_name() ? "the results so far are kept"
                                  : "it got nowhere, the old results are left as they were");
  }
  const bool has_results = writer->has_name();
  const std::size_t rows = has_results ? writer->row_count() : 0;
  writer.reset();
  print_run_warnings(summary.warnings);
  print_summary(options, summary, footer.get_status(), rows);
  if (!options.report.empty() && has_results)
    results::write_report({options.output}, options.report);
  return get_exit_code(summary.status);
}

}  // namespace

void add_run(Verbs& verbs) {
  auto [verb, options] = verbs.add<RunOptions>("run", "simulate a scenario", run);
  verb.scenario(options.scenario, options.set);
  verb.option("-o,--output", options.output, "results file (HDF5)").shows_default();
  add_format(verb, options.format, {"text", "json"});
  verb.option("--report", options.report, "write the report page (HTML) as well");
  verb.flag("-q,--quiet", options.quiet, "no progress bar");
  Option checkpoint =
      verb.option("--checkpoint", options.checkpoint, "file to keep the run's state in");
  Option every = verb.option("--checkpoint-every", options.checkpoint_every,
                             "simulated time between checkpoints, e.g. \"10 s\"; "
                             "default: a tenth of the run");
  verb.option("--resume", options.resume, "go on from this checkpoint in the same results")
      .excludes(every);
  every.needs(checkpoint);
  verb.list("--channels", options.channels,
            "record only these, with commas between; * matches any text; default: "
            "output.channels of the scenario, else all");
  add_force(verb, options.force);
}

}  // namespace fourfoot::cli
