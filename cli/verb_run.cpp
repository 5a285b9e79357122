#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "analysis/time_run.h"
#include "base/error.h"
#include "cli/interrupt.h"
#include "cli/overrides.h"
#include "cli/progress.h"
#include "cli/verbs.h"
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
                                {"statistics", summary.statistics}};
    fmt::print("{}\n", out.dump(2));
    return;
  }
  fmt::print("{:.6g} s simulated in {:.3g} s ({:.3g} times real time), {} steps\n", summary.t,
             summary.wall_time, ratio, static_cast<long>(summary.statistics.at("steps")));
  fmt::print("{} rows in {}\n", rows, options.output);
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
  const auto system = analysis::build_system(scenario);
  const VecX state = analysis::calc_initial_state(*system, scenario);

  Progress progress(!options.quiet);
  analysis::TimeRunOptions run_options;
  run_options.duration = scenario.duration;
  run_options.output_step = scenario.output_step;
  run_options.integrator = scenario.integrator;
  run_options.formulation = scenario.formulation;
  run_options.on_progress = [&](double t) { progress.show(t / scenario.duration); };
  run_options.is_cancelled = was_interrupted;

  protect_existing(options.output);
  if (!options.report.empty()) protect_page(options.report);
  auto writer = std::make_unique<io::ResultsWriter>(
      options.output, system->channels(),
      io::ResultsHeader{scenario.title, file.sources, options.set},
      analysis::count_rows(run_options));
  io::write_scene(*writer, *system, scenario);
  catch_interrupts();
  const analysis::TimeRunSummary summary = analysis::run(*system, state, run_options, *writer);
  progress.clear();
  writer->finish({summary.status, summary.message, summary.wall_time, summary.statistics});
  if (summary.status != RunStatus::done) {
    fmt::print(stderr, "{} at t = {:.6g} s{}{}; the results so far are kept\n",
               summary.status == RunStatus::failed ? "error: the run failed" : "stopped", summary.t,
               summary.message.empty() ? "" : ": ", summary.message);
  }
  const std::size_t rows = writer->row_count();
  writer.reset();
  print_summary(options, summary, rows);
  if (!options.report.empty()) io::write_report({options.output}, options.report);
  return get_exit_code(summary.status);
}

}  // namespace fourfoot::cli
