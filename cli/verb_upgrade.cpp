// `fourfoot upgrade FILE...`: files of older versions as they are written now.
#include <fmt/format.h>

#include "cli/verbs.h"
#include "input/load.h"
#include "input/upgrade.h"
#include "results/output_file.h"

namespace fourfoot::cli {

int upgrade(const UpgradeOptions& options) {
  for (const std::string& file : options.files) {
    const std::string text = input::read_source(file)->text;
    const input::Upgrade upgraded = input::upgrade_text(text, file);
    if (upgraded.lines.empty()) {
      fmt::print("{}: nothing to change\n", file);
      continue;
    }
    for (const input::UpgradedLine& line : upgraded.lines)
      fmt::print("{}:{}: {}\n    now: {}\n", file, line.line, line.before, line.after);
    if (options.is_trial) continue;
    results::write_output(file, upgraded.text);
    fmt::print("{}: rewritten\n", file);
  }
  return exit_done;
}

}  // namespace fourfoot::cli
