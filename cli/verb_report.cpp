#include <fmt/format.h>

#include <filesystem>

#include "cli/common_options.h"
#include "cli/verbs.h"
#include "jobs/evaluate_file.h"
#include "results/file_lock.h"
#include "results/output_file.h"

namespace fourfoot::cli {

namespace {

struct ReportOptions {
  std::vector<std::string> inputs;
  std::string output = "report.html";
  std::string limits;  ///< empty: the program's own
  bool force = false;  ///< replace a file of another kind
};

int report(const ReportOptions& options) {
  results::check_outputs({{"-o", options.output, results::OutputKind::page}},
                         {options.inputs.begin(), options.inputs.end()}, options.force);
  for (const std::string& input : options.inputs) {
    if (results::FileLock(input, false).is_held(results::FileLock::Part::writing))
      fmt::print(stderr, "note: a run is writing \"{}\"; these are its rows so far\n", input);
  }
  jobs::write_judged_report(options.inputs, options.output, options.limits);
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
              "results files (HDF5), JSON of eigen, bifurcation or evaluate, CSV of stability-map "
              "or sweep")
      .required();
  verb.option("-o,--output", options.output, "page to write (HTML)").shows_default();
  verb.option("--limits", options.limits, "file of limits instead of the program's own");
  add_force(verb, options.force);
}

}  // namespace fourfoot::cli
