#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <memory>

#include "base/error.h"
#include "cli/choose_channels.h"
#include "cli/common_options.h"
#include "cli/outputs.h"
#include "cli/plot_drawing.h"
#include "cli/plot_terminal.h"
#include "cli/quantity_option.h"
#include "cli/verbs.h"
#include "results/results_reader.h"

namespace fourfoot::cli {

namespace {

struct PlotOptions {
  std::string results;
  std::vector<std::string> channels;
  std::string over = "time";  ///< channel of the horizontal axis
  std::string from, to;       ///< part of that axis, in its unit; empty: all
  std::string output;         ///< .svg, .png or .pdf; empty: draw in the terminal
  int width = 0, height = 0;  ///< of the terminal's plot in letters; 0: what the terminal has
  bool force = false;         ///< replace a file of another kind
};

// Faults of the name before any work.
void check_output(const PlotOptions& options) {
  const std::string ending = std::filesystem::path(options.output).extension().string();
  if (ending != ".svg" && ending != ".png" && ending != ".pdf") {
    throw InputError(Finding{"unknown-format",
                             {},
                             "\"" + options.output + "\" does not say what to draw",
                             "choose a name that ends with .svg, .png or .pdf"});
  }
  results::check_outputs(
      {{"-o", options.output, find_output_kind(options.output, results::OutputKind::svg)}},
      {options.results}, options.force);
}

void keep_rows(const std::vector<bool>& kept, std::vector<double>& values) {
  std::size_t to = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (kept[i]) values[to++] = values[i];
  values.resize(to);
}

constexpr double infinity = std::numeric_limits<double>::infinity();

void cut(const PlotOptions& options, ChannelPlot& plot) {
  if (options.from.empty() && options.to.empty()) return;
  const double from =
      options.from.empty() ? -infinity : read_quantity("--from", options.from, plot.x.unit);
  const double to = options.to.empty() ? infinity : read_quantity("--to", options.to, plot.x.unit);
  std::vector<bool> kept;
  for (const double x : plot.x.values) kept.push_back(x >= from && x <= to);
  keep_rows(kept, plot.x.values);
  for (PlotCurve& curve : plot.curves) keep_rows(kept, curve.values);
}

ChannelPlot read_plot(const results::ResultsReader& reader, const PlotOptions& options) {
  const auto read = [&](const Channel& channel) {
    return PlotCurve{channel.name, channel.unit, reader.read(channel.name)};
  };
  ChannelPlot plot;
  plot.title = reader.read_meta("title");
  plot.x = read(choose_channels(reader.channels(), {options.over}).front());
  for (const Channel& channel : choose_channels(reader.channels(), options.channels))
    plot.curves.push_back(read(channel));
  cut(options, plot);
  if (plot.x.values.empty()) {
    throw InputError(Finding{"no-rows", {}, "there is nothing to draw: no row in this range"});
  }
  return plot;
}

int plot(const PlotOptions& options) {
  if (!options.output.empty()) check_output(options);
  const auto reader = std::make_unique<results::ResultsReader>(options.results);
  if (reader->is_being_written())
    fmt::print(stderr, "note: a run is writing this file; these are its rows so far\n");
  const ChannelPlot plot = read_plot(*reader, options);
  if (!options.output.empty()) {
    draw_to_file(plot, options.output);
    return exit_done;
  }
  TerminalStyle style = find_terminal_style(static_cast<int>(group_by_unit(plot).size()));
  if (options.width > 0) style.width = options.width;
  if (options.height > 0) style.height = options.height;
  fmt::print("{}", draw_in_terminal(plot, style));
  return exit_done;
}

}  // namespace

void add_plot(Verbs& verbs) {
  auto [verb, options] =
      verbs.add<PlotOptions>("plot", "draw channels in the terminal, or to a file", plot);
  verb.option("results", options.results, "results file (HDF5)").required();
  verb.option("channels", options.channels, "channels to draw, * matches any text").required();
  verb.option("--over", options.over, "horizontal axis: time, s or a channel").shows_default();
  verb.option("--from", options.from, "where the horizontal axis begins");
  verb.option("--to", options.to, "where it ends");
  verb.option("-o,--output", options.output, "file to draw to: .svg, .png or .pdf");
  add_force(verb, options.force);
  verb.option("--width", options.width, "of the plot in the terminal, in letters").within(30, 1000);
  verb.option("--height", options.height, "of the plot in the terminal, in lines").within(5, 500);
}

}  // namespace fourfoot::cli
