// `fourfoot upgrade FILE...`: files of older versions as they are written now.
#include <fmt/format.h>

#include "cli/verbs.h"
#include "input/load.h"
#include "input/upgrade.h"
#include "results/output_file.h"

namespace fourfoot::cli {

namespace {

struct UpgradeOptions {
  std::vector<std::string> files;
  bool is_trial = false;  ///< show, do not write
};

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

}  // namespace

void add_upgrade(Verbs& verbs) {
  auto [verb, options] = verbs.add<UpgradeOptions>(
      "upgrade", "rewrite files of older versions in the present format", upgrade);
  verb.option("files", options.files, "scenario, geometry or study files").required();
  verb.flag("--trial", options.is_trial, "show what would change, write nothing");
}

}  // namespace fourfoot::cli
