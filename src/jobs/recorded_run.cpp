#include "jobs/recorded_run.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "analysis/initial_state.h"
#include "base/error.h"
#include "input/load.h"
#include "input/quantity.h"
#include "input/scenario_family.h"
#include "input/scenario_file.h"
#include "integrate/registry.h"
#include "jobs/run_rows.h"
#include "results/checkpoint_file.h"
#include "results/output_file.h"
#include "results/results_reader.h"
#include "results/results_scene.h"
#include "scenario/output_channels.h"
#include "scenario/run_options.h"

namespace fourfoot::jobs {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> list_read_files(const RunFiles& files, const results::ResultsHeader& header) {
  std::vector<fs::path> inputs = {files.scenario.file};
  for (const auto& source : header.inputs) inputs.emplace_back(source->name);
  return inputs;
}

// All that is wrong with the names, before any work.
void check_names(const RunFiles& files, const std::string& kept_in,
                 const results::ResultsHeader& header) {
  std::vector<fs::path> inputs = list_read_files(files, header);
  if (!files.resume.empty() && files.resume != kept_in) inputs.emplace_back(files.resume);
  results::check_outputs({{"-o", files.output, results::OutputKind::results},
                          {"--checkpoint", kept_in, results::OutputKind::checkpoint},
                          {"--report", files.report, results::OutputKind::page}},
                         inputs, files.force);
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

double get_checkpoint_interval(const RunFiles& files, double duration) {
  if (files.checkpoint.empty()) return 0.0;
  if (files.checkpoint_every.empty()) return 0.1 * duration;
  const double interval = input::read_quantity("--checkpoint-every", files.checkpoint_every, "s");
  if (!(interval > 0.0))
    throw InputError(Finding{"out-of-range", {}, "--checkpoint-every must be positive"});
  check_checkpoint_count(interval, duration);
  return interval;
}

/// The old results of a run that goes on; none if it begins.
std::unique_ptr<results::ResultsReader> open_old_results(
    const RunFiles& files, const std::optional<results::CheckpointFile>& from,
    const std::vector<Channel>& channels, double output_step, results::ResultsHeader& header) {
  if (!from) return nullptr;
  std::error_code error;
  if (!fs::exists(files.output, error)) {
    throw InputError(Finding{"results-mismatch",
                             {},
                             "the run cannot go on in \"" + files.output + "\": it is not there",
                             "name with -o the results file that the run began"});
  }
  auto old = std::make_unique<results::ResultsReader>(files.output);
  results::check_same_run(*from, *old, files.output, channels, output_step);
  header.run_id = from->run_id;
  header.created = old->read_meta("created");
  header.resumed = old->read_meta("resumed") +
                   fmt::format("{:.17g} s, {}\n", from->checkpoint.t, results::make_time_stamp());
  return old;
}

/// A run from its files to its footer.
class RunOnFiles {
 public:
  RunOnFiles(const RunFiles& files, const RunHooks& hooks) : files_(files), hooks_(hooks) {
    kept_in_ = files.checkpoint.empty() ? files.resume : files.checkpoint;
  }

  RecordedRun run() {
    read();
    build();
    open();
    if (hooks_.on_start) hooks_.on_start();
    out_.summary = analysis::run(*out_.member.system, state_, options_, *chosen_);
    finish();
    return std::move(out_);
  }

 private:
  const scenario::Scenario& scenario() const { return out_.member.scenario; }

  void read() {
    const auto lock = input::lock_reading();
    std::vector<Setting> overrides;
    for (const std::string& text : files_.set) overrides.push_back(input::parse_override(text));
    input::ScenarioFile file = input::read_scenario_file(files_.scenario, overrides);
    out_.header = {file.scenario.title, std::move(file.sources), files_.set,
                   results::make_run_id()};
    out_.member.scenario = std::move(file.scenario);
    if (!files_.resume.empty()) from_ = results::read_checkpoint(files_.resume, out_.header);
    if (from_) check_checkpoint_count(from_->checkpoint.interval, scenario().duration);
    check_names(files_, kept_in_, out_.header);
  }

  void build() {
    {
      const auto lock = input::lock_reading();
      out_.member.system = scenario::build_system(scenario());
    }
    if (hooks_.on_built) hooks_.on_built(out_.member);
    choose();  // a misspelt channel is told before the search for steady running, which may be long
    state_ = analysis::calc_initial_state(*out_.member.system, scenario());
    options_ = scenario::make_run_options(scenario());
    options_.is_cancelled = hooks_.is_cancelled;
    if (hooks_.on_progress)
      options_.on_progress = [this](double t) { hooks_.on_progress(t / scenario().duration); };
    options_.measure_step_times = has_fixed_step(scenario().integrator.method);
    options_.resume = from_ ? &from_->checkpoint : nullptr;
    options_.checkpoint_interval =
        from_ ? from_->checkpoint.interval : get_checkpoint_interval(files_, scenario().duration);
  }

  /// Which channels are recorded, and which are watched.
  void choose() {
    const std::vector<Channel>& all = out_.member.system->channels();
    const std::vector<std::size_t> chosen = scenario::choose_output_channels(scenario(), all);
    chosen_.emplace(all, chosen);
    if (chosen.size() < all.size()) fewer_ = chosen;
    if (hooks_.make_sink) chosen_->write_to(hooks_.make_sink(chosen_->channels()));
  }

  void open() {
    const system::System& system = *out_.member.system;
    options_.channels = fewer_;
    auto old =
        open_old_results(files_, from_, chosen_->channels(), scenario().output_step, out_.header);
    if (!files_.output.empty()) {
      writer_ = std::make_unique<results::ResultsWriter>(
          files_.output, chosen_->channels(), out_.header, analysis::count_rows(options_));
      chosen_->write_to(*writer_);
      results::write_scene(*writer_, scenario::make_scene(system, scenario()), scenario());
      if (old) writer_->copy_rows(*old, from_->checkpoint.rows);
    }
    options_.on_checkpoint = [this](const analysis::Checkpoint& checkpoint) {
      if (writer_) writer_->make_durable();  // the rows that the checkpoint counts
      results::write_checkpoint(kept_in_, checkpoint, out_.header);
    };
  }

  void finish() {
    out_.footer = make_footer(out_.summary);
    if (!writer_) return;
    try {
      writer_->finish(out_.footer);
    } catch (const RunError& error) {  // also of a run that was stopped
      out_.write_fault = error.what();
    }
    out_.has_results = writer_->has_name();
    out_.rows = out_.has_results ? writer_->row_count() : 0;
  }

  const RunFiles& files_;
  const RunHooks& hooks_;
  std::string kept_in_;
  RecordedRun out_;
  std::optional<results::CheckpointFile> from_;
  VecX state_;
  analysis::TimeRunOptions options_;
  std::optional<ChosenChannels> chosen_;
  std::vector<std::size_t> fewer_;  ///< empty: all
  std::unique_ptr<results::ResultsWriter> writer_;
};

}  // namespace

RecordedRun run_and_record(const RunFiles& files, const RunHooks& hooks) {
  return RunOnFiles(files, hooks).run();
}

void write_results(const std::string& file, const RecordedRun& run, const Trajectory& rows,
                   bool force) {
  RunFiles files{run.header.inputs.empty() ? fs::path() : fs::path(run.header.inputs[0]->name)};
  results::check_outputs({{"-o", file, results::OutputKind::results}},
                         list_read_files(files, run.header), force);
  results::ResultsWriter writer(file, rows.channels(), run.header, rows.size());
  results::write_scene(writer, scenario::make_scene(*run.member.system, run.member.scenario),
                       run.member.scenario);
  std::vector<double> row(rows.channels().size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t c = 0; c < row.size(); ++c) row[c] = rows.values(c)[i];
    writer.append(row);
  }
  writer.finish(run.footer);
}

}  // namespace fourfoot::jobs
