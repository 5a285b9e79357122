#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <memory>

#include "base/error.h"
#include "cli/choose_channels.h"
#include "cli/common_options.h"
#include "cli/progress.h"
#include "cli/table_output.h"
#include "cli/verbs.h"
#include "results/mat_writer.h"
#include "results/output_file.h"
#include "results/results_reader.h"

namespace fourfoot::cli {

namespace {

struct ExportOptions {
  std::string results;
  std::vector<std::string> channels;
  std::string format = "csv";
  std::string output;
  bool list = false, quiet = false;
  bool force = false;  ///< replace a file of another kind
};

constexpr double part_of_reading = 0.1;  // of the time; writing numbers takes the rest

void write_text(const ExportOptions& options, const DataTable& table,
                const std::function<void(double)>& on_progress) {
  if (options.output.empty()) return print_table(table, options.format, stdout, on_progress);
  results::OutputFile output(options.output);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      std::fopen(output.draft().c_str(), "w"), std::fclose);
  if (file) print_table(table, options.format, file.get(), on_progress);
  if (!file || std::fflush(file.get()) != 0 || std::ferror(file.get()) != 0)
    throw RunError("\"" + options.output + "\" could not be written (disk full?)");
  output.commit();
}

results::OutputKind get_kind(const std::string& format) {
  if (format == "mat") return results::OutputKind::mat;
  return format == "json" ? results::OutputKind::json : results::OutputKind::csv;
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

int export_results(const ExportOptions& options) {
  const results::ResultsReader reader(options.results);
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
  results::check_outputs({{"-o", options.output, get_kind(options.format)}}, {options.results},
                         options.force);
  // Rows that go to the terminal tell themselves how far it is.
  Progress progress(!options.quiet && (!options.output.empty() || isatty(STDOUT_FILENO) == 0));
  DataTable table;
  for (const Channel& channel : channels) {
    table.add(channel.name, channel.unit, reader.read(channel.name));
    progress.show(part_of_reading * static_cast<double>(table.columns.size()) /
                  static_cast<double>(channels.size()));
  }
  if (options.format == "mat")
    results::write_mat(options.output, table.columns);
  else
    write_text(options, table, [&](double part) {
      progress.show(part_of_reading + (1.0 - part_of_reading) * part);
    });
  progress.clear();
  const std::string status = reader.read_meta("status");
  if (reader.is_being_written())
    fmt::print(stderr, "note: a run is writing this file; these are its rows so far\n");
  else if (status.rfind("done", 0) != 0)
    fmt::print(stderr, "note: this run is not complete (status: {})\n", status);
  return exit_done;
}

}  // namespace

void add_export(Verbs& verbs) {
  auto [verb, options] = verbs.add<ExportOptions>(
      "export", "channels of a results file to CSV, JSON or MAT", export_results);
  verb.option("results", options.results, "results file (HDF5)").required();
  verb.list("-c,--channels", options.channels,
            "channels to export, separated by commas; * matches any text; default: all");
  verb.flag("--list", options.list, "print the channels with unit and meaning, no values");
  add_format(verb, options.format, {"csv", "json", "mat"});
  verb.option("-o,--output", options.output, "file to write instead of standard output");
  verb.flag("-q,--quiet", options.quiet, "no progress bar");
  add_force(verb, options.force);
}

}  // namespace fourfoot::cli
