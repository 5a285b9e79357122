#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/error.h"
#include "cli/choose_channels.h"
#include "cli/table_output.h"
#include "cli/verbs.h"
#include "io/mat_writer.h"
#include "io/results_reader.h"

namespace fourfoot::cli {

namespace {

// A slip such as `-o results.h5` must not cost the user a file: only exports may be replaced.
void protect_other_files(const std::filesystem::path& output) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(output, error)) return;
  const std::string ending = output.extension().string();
  for (const char* own : {".csv", ".json", ".mat", ".txt", ".dat"}) {
    if (ending == own) return;
  }
  throw InputError(Finding{"output-exists",
                           {},
                           "\"" + output.string() + "\" exists and does not look like an export",
                           "choose a name that ends with .csv, .json or .mat, or remove it first"});
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
  if (std::fflush(file.get()) != 0 || std::ferror(file.get()) != 0)
    throw RunError("\"" + options.output + "\" could not be written (disk full?)");
}

void print_list(const std::vector<Channel>& channels, const std::string& format) {
  if (format == "json") {
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const Channel& channel : channels)
      out.push_back({{"name", channel.name},
                     {"unit", channel.unit},
                     {"description", channel.description},
                     {"frame", channel.frame}});
    fmt::print("{}\n", out.dump(2));
    return;
  }
  std::size_t width = 0;
  for (const Channel& channel : channels) width = std::max(width, channel.name.size());
  for (const Channel& channel : channels) {
    fmt::print("{:<{}}  {:<8} {}{}\n", channel.name, width,
               channel.unit.empty() ? "1" : channel.unit, channel.description,
               channel.frame.empty() ? "" : " (" + channel.frame + " axes)");
  }
}

}  // namespace

int export_results(const ExportOptions& options) {
  const io::ResultsReader reader(options.results);
  if (options.format == "mat" && options.output.empty()) {
    throw InputError(Finding{
        "missing-output", {}, "a MAT file is not for standard output", "name a file with -o"});
  }
  const std::vector<Channel> channels =
      options.channels.empty() ? reader.channels()
                               : choose_channels(reader.channels(), options.channels, {"time"});
  if (options.list) {
    print_list(channels, options.format);
    return exit_done;
  }
  if (!options.output.empty()) protect_other_files(options.output);
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
  if (status.rfind("done", 0) != 0)
    fmt::print(stderr, "note: this run is not complete (status: {})\n", status);
  return exit_done;
}

}  // namespace fourfoot::cli
