#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "cli/table_output.h"
#include "cli/verbs.h"
#include "io/mat_writer.h"
#include "io/results_reader.h"

namespace fourfoot::cli {

namespace {

// * stands for any text, also with slashes: "*/y" is the y of every body.
bool matches(const char* pattern, const char* text) {
  if (*pattern == '\0') return *text == '\0';
  if (*pattern == '*')
    return matches(pattern + 1, text) || (*text != '\0' && matches(pattern, text + 1));
  return *pattern == *text && matches(pattern + 1, text + 1);
}

// The channels asked for, "time" always first.
std::vector<Channel> choose(const std::vector<Channel>& all,
                            const std::vector<std::string>& patterns) {
  if (patterns.empty()) return all;
  std::vector<Channel> chosen = {all.front()};
  std::vector<std::string> names;
  for (const Channel& channel : all) names.push_back(channel.name);
  for (const std::string& pattern : patterns) {
    bool found = pattern == "time";
    for (const Channel& channel : all) {
      if (!matches(pattern.c_str(), channel.name.c_str())) continue;
      found = true;
      const bool have = std::any_of(chosen.begin(), chosen.end(),
                                    [&](const Channel& c) { return c.name == channel.name; });
      if (!have) chosen.push_back(channel);
    }
    if (!found) {
      const std::string closest = find_closest(pattern, names);
      throw InputError(Finding{"unknown-channel",
                               {},
                               "the results have no channel \"" + pattern + "\"",
                               closest.empty() ? "fourfoot export without -c shows all"
                                               : "did you mean \"" + closest + "\"?"});
    }
  }
  return chosen;
}

void write_text(const ExportOptions& options, const DataTable& table) {
  if (options.output.empty()) return print_table(table, options.format, stdout);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      std::fopen(options.output.c_str(), "w"), std::fclose);
  if (!file) {
    throw InputError(Finding{"output-unwritable",
                             {},
                             "\"" + options.output + "\" cannot be written",
                             "check the folder and its permissions"});
  }
  print_table(table, options.format, file.get());
  if (std::fflush(file.get()) != 0)
    throw RunError("\"" + options.output + "\" could not be written (disk full?)");
}

}  // namespace

int export_results(const ExportOptions& options) {
  const io::ResultsReader reader(options.results);
  if (options.format == "mat" && options.output.empty()) {
    throw InputError(Finding{
        "missing-output", {}, "a MAT file is not for standard output", "name a file with -o"});
  }
  const std::vector<Channel> channels = choose(reader.channels(), options.channels);
  DataTable table;
  for (const Channel& channel : channels) {
    table.names.push_back(channel.name);
    table.units.push_back(channel.unit);
    table.columns.push_back(reader.read(channel.name));
  }
  if (options.format == "mat")
    io::write_mat(options.output, channels, table.columns);
  else
    write_text(options, table);
  const std::string status = reader.read_meta("status");
  if (status != "done") fmt::print(stderr, "note: this run is not complete (status: {})\n", status);
  return exit_done;
}

}  // namespace fourfoot::cli
