#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"
#include "cli/verbs.h"
#include "io/report_page.h"

namespace fourfoot::cli {

void protect_page(const std::string& output) {
  const std::filesystem::path path(output);
  std::error_code error;
  const std::string ending = path.extension().string();
  if (!std::filesystem::exists(path, error) || ending == ".html" || ending == ".htm") return;
  throw InputError(Finding{"output-exists",
                           {},
                           "\"" + output + "\" exists and does not look like a report",
                           "choose a name that ends with .html, or remove it first"});
}

int report(const ReportOptions& options) {
  protect_page(options.output);
  io::write_report({options.inputs.begin(), options.inputs.end()}, options.output);
  const auto bytes = std::filesystem::file_size(options.output);
  fmt::print("{} ({:.1f} MB)\n", options.output, static_cast<double>(bytes) / 1e6);
  return exit_done;
}

}  // namespace fourfoot::cli
