#include <fmt/format.h>

#include "cli/overrides.h"
#include "cli/verbs.h"
#include "cli/warnings.h"
#include "jobs/check_file.h"

namespace fourfoot::cli {

namespace {

struct CheckOptions {
  std::string file;
  std::vector<std::string> set;
};

int check(const CheckOptions& options) {
  jobs::CheckHooks hooks;
  hooks.on_note = [](const std::string& note) { fmt::print(stderr, "note: {}\n", note); };
  hooks.on_warnings = [](const std::vector<Finding>& warnings) { print_warnings(warnings); };
  const std::string verdict = jobs::check_file(options.file, parse_overrides(options.set), hooks);
  fmt::print("{}: {}\n", options.file, verdict);
  return exit_done;
}

}  // namespace

void add_check(Verbs& verbs) {
  auto [verb, options] = verbs.add<CheckOptions>(
      "check", "validate a scenario, vehicle, track, study, optimisation, profile or results file",
      check);
  verb.option("file", options.file, "the file (TOML)").required();
  verb.option("--set", options.set, "override an entry: key=value").repeatable();
  verb.allow_code();
}

}  // namespace fourfoot::cli
