#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"
#include "cli/common_options.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "jobs/evaluate_file.h"
#include "results/file_lock.h"
#include "results/output_file.h"
#include "results/report_study.h"

namespace fourfoot::cli {

namespace {

struct ReportOptions {
  std::vector<std::string> inputs;
  std::string output = "report.html";
  std::string limits;  ///< empty: the program's own
  bool runs = false;   ///< a page for each kept run of a sweep
  bool force = false;  ///< replace a file of another kind
};

// Beside their results files, where the points of the sweep's page lead to. Pages that are newer
// than their results stay.
void write_run_pages(const ReportOptions& options) {
  namespace fs = std::filesystem;
  std::vector<fs::path> files;
  for (const std::string& input : options.inputs)
    for (fs::path& file : results::list_kept_runs(input)) files.push_back(std::move(file));
  if (files.empty())
    throw InputError(Finding{"needs-runs",
                             {},
                             "--runs: no run of these studies was kept",
                             "fourfoot sweep --keep FOLDER keeps them"});
  Progress progress(true);
  for (std::size_t i = 0; i < files.size(); ++i) {
    const fs::path page = fs::path(files[i]).replace_extension(".html");
    std::error_code error;
    const auto made = fs::last_write_time(page, error);
    if (error || options.force || made < fs::last_write_time(files[i], error)) {
      results::check_outputs({{"--runs", page, results::OutputKind::page}}, {}, options.force);
      jobs::write_judged_report({files[i].string()}, page.string(), options.limits);
    }
    progress.show(static_cast<double>(i + 1) / static_cast<double>(files.size()));
  }
  progress.clear();
}

int report(const ReportOptions& options) {
  results::check_outputs({{"-o", options.output, results::OutputKind::page}},
                         {options.inputs.begin(), options.inputs.end()}, options.force);
  for (const std::string& input : options.inputs) {
    if (results::FileLock(input, false).is_held(results::FileLock::Part::writing))
      fmt::print(stderr, "note: a run is writing \"{}\"; these are its rows so far\n", input);
  }
  if (options.runs) write_run_pages(options);
  Progress progress(true);
  jobs::write_judged_report(options.inputs, options.output, options.limits,
                            [&](double part) { progress.show(part); });
  progress.clear();
  std::error_code error;  // what is no plain file has no size
  const auto bytes = std::filesystem::file_size(options.output, error);
  fmt::print("{} ({:.1f} MB)\n", options.output, error ? 0.0 : static_cast<double>(bytes) / 1e6);
  return exit_done;
}

}  // namespace

void add_report(Verbs& verbs) {
  auto [verb, options] = verbs.add<ReportOptions>(
      "report", "one self-contained page: summary, plots, 3-D, inputs", report);
  verb.option("results", options.inputs,
              "results files (HDF5), JSON of eigen, bifurcation, critical-speed, evaluate or "
              "optimise, CSV of "
              "stability-map, sweep, wear or track")
      .required();
  verb.option("-o,--output", options.output, "page to write (HTML)").shows_default();
  verb.option("--limits", options.limits, "file of limits instead of the program's own");
  verb.flag("--runs", options.runs,
            "also write a page for each run that sweep --keep kept, next to its results file");
  add_force(verb, options.force);
}

}  // namespace fourfoot::cli
