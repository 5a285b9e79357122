#include <fmt/format.h>

#include <filesystem>

#include "cli/verbs.h"
#include "results/file_lock.h"
#include "results/output_file.h"
#include "results/report_page.h"

namespace fourfoot::cli {

int report(const ReportOptions& options) {
  results::check_outputs({{"-o", options.output, results::OutputKind::page}},
                         {options.inputs.begin(), options.inputs.end()}, options.force);
  for (const std::string& input : options.inputs) {
    if (results::FileLock(input, false).is_held(results::FileLock::Part::writing))
      fmt::print(stderr, "note: a run is writing \"{}\"; these are its rows so far\n", input);
  }
  results::write_report({options.inputs.begin(), options.inputs.end()}, options.output);
  std::error_code error;  // what is no plain file has no size
  const auto bytes = std::filesystem::file_size(options.output, error);
  fmt::print("{} ({:.1f} MB)\n", options.output, error ? 0.0 : static_cast<double>(bytes) / 1e6);
  return exit_done;
}

}  // namespace fourfoot::cli
