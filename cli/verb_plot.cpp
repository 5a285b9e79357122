#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "base/error.h"
#include "cli/choose_channels.h"
#include "cli/common_options.h"
#include "cli/outputs.h"
#include "cli/plot_drawing.h"
#include "cli/plot_terminal.h"
#include "cli/quantity_option.h"
#include "cli/study_picture.h"
#include "cli/verbs.h"
#include "results/report_study.h"
#include "results/results_reader.h"

namespace fourfoot::cli {

namespace {

struct PlotOptions {
  std::vector<std::string> words;  ///< files, then channels or figures
  std::string over = "time";       ///< channel of the horizontal axis
  std::string from, to;            ///< part of that axis, in its unit; empty: all
  std::string output;              ///< .svg, .png or .pdf; empty: draw in the terminal
  std::string kind;                ///< of a sweep: lines, contour, tornado, parallel
  int width = 0, height = 0;       ///< of the terminal's plot in letters; 0: what the terminal has
  bool force = false;              ///< replace a file of another kind
};

/// What the words are: a channel's name may not be that of a file in the folder.
struct PlotInputs {
  std::vector<std::string> files, names;
};

PlotInputs sort_words(const std::vector<std::string>& words) {
  PlotInputs inputs{{words.front()}, {}};
  std::size_t i = 1;
  std::error_code error;
  for (; i < words.size() && std::filesystem::is_regular_file(words[i], error); ++i)
    inputs.files.push_back(words[i]);
  inputs.names.assign(words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
  for (const std::string& name : inputs.names) {
    const std::string ending = std::filesystem::path(name).extension().string();
    if (ending != ".h5" && ending != ".csv" && ending != ".json") continue;
    if (std::filesystem::is_regular_file(name, error)) {
      throw InputError(Finding{"bad-arguments",
                               {},
                               "the file \"" + name + "\" stands behind a channel",
                               "name all files first"});
    }
    throw InputError(Finding{"file-not-found", {}, "\"" + name + "\" does not exist"});
  }
  return inputs;
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

ChannelPlot read_plot(const results::ResultsReader& reader, const PlotInputs& inputs,
                      const PlotOptions& options) {
  const auto read = [&](const Channel& channel) {
    return PlotCurve{channel.name, channel.unit, reader.read(channel.name)};
  };
  ChannelPlot plot;
  plot.title = reader.read_meta("title");
  plot.x = read(choose_channels(reader.channels(), {options.over}).front());
  for (const Channel& channel : choose_channels(reader.channels(), inputs.names))
    plot.curves.push_back(read(channel));
  cut(options, plot);
  return plot;
}

/// Each file by its name without ending; with its folder where two are the same.
std::vector<std::string> name_files(const std::vector<std::string>& files) {
  std::vector<std::string> names;
  for (const std::string& file : files) {
    const std::string stem = std::filesystem::path(file).stem().string();
    const auto same = std::count_if(files.begin(), files.end(), [&](const std::string& other) {
      return std::filesystem::path(other).stem() == stem;
    });
    names.push_back(same > 1 ? file : stem);
  }
  return names;
}

/// Several runs over one axis: each has its own rows, so curves are put on those of the first by
/// straight lines between rows; outside their own range they end.
void lay_over(ChannelPlot& onto, const ChannelPlot& other, const std::string& label) {
  for (const PlotCurve& curve : other.curves) {
    PlotCurve laid{curve.name + " (" + label + ")", curve.unit, {}};
    std::size_t k = 1;
    const std::vector<double>& x = other.x.values;
    for (const double at : onto.x.values) {
      while (k + 1 < x.size() && x[k] < at) ++k;
      const bool is_in = x.size() > 1 && at >= x[k - 1] && at <= x[k] && x[k] > x[k - 1];
      const double part = is_in ? (at - x[k - 1]) / (x[k] - x[k - 1]) : 0.0;
      laid.values.push_back(is_in ? curve.values[k - 1] +
                                        part * (curve.values[k] - curve.values[k - 1])
                                  : std::numeric_limits<double>::quiet_NaN());
    }
    onto.curves.push_back(std::move(laid));
  }
}

/// The rows of all runs, so that the longest and the finest one is drawn whole.
void join_axes(const std::vector<ChannelPlot>& plots, ChannelPlot& joined) {
  for (const ChannelPlot& plot : plots) {
    if (!std::is_sorted(plot.x.values.begin(), plot.x.values.end()))
      throw InputError(Finding{"bad-arguments",
                               {},
                               "several runs need a horizontal axis that grows",
                               "--over time or --over s"});
    joined.x.values.insert(joined.x.values.end(), plot.x.values.begin(), plot.x.values.end());
  }
  std::sort(joined.x.values.begin(), joined.x.values.end());
  joined.x.values.erase(std::unique(joined.x.values.begin(), joined.x.values.end()),
                        joined.x.values.end());
}

ChannelPlot read_all(const PlotInputs& inputs, const PlotOptions& options) {
  std::vector<ChannelPlot> plots;
  for (const std::string& file : inputs.files) {
    const results::ResultsReader reader(file);
    if (reader.is_being_written())
      fmt::print(stderr, "note: a run is writing {}; these are its rows so far\n",
                 inputs.files.size() == 1 ? "this file" : "\"" + file + "\"");
    plots.push_back(read_plot(reader, inputs, options));
  }
  ChannelPlot plot = plots.front();
  if (plots.size() > 1) {
    const std::vector<std::string> names = name_files(inputs.files);
    plot = {"", {plot.x.name, plot.x.unit, {}}, {}};
    for (const std::string& name : names) plot.title += (plot.title.empty() ? "" : " · ") + name;
    join_axes(plots, plot);
    // Curves of one channel stand together.
    for (std::size_t i = 0; i < plots.size(); ++i) lay_over(plot, plots[i], names[i]);
    std::stable_sort(plot.curves.begin(), plot.curves.end(), [](const auto& a, const auto& b) {
      return a.name.substr(0, a.name.find(" (")) < b.name.substr(0, b.name.find(" ("));
    });
  }
  if (plot.x.values.empty())
    throw InputError(Finding{"no-rows", {}, "there is nothing to draw: no row in this range"});
  return plot;
}

TerminalStyle find_style(const PlotOptions& options, int panels) {
  TerminalStyle style = find_terminal_style(panels);
  if (options.width > 0) style.width = options.width;
  if (options.height > 0) style.height = options.height;
  return style;
}

int plot_study(const PlotInputs& inputs, const PlotOptions& options) {
  if (inputs.files.size() > 1)
    throw InputError(Finding{"bad-arguments",
                             {},
                             "a study is drawn by itself",
                             "fourfoot report shows several studies and runs in one page"});
  const StudyPictureOptions chosen{options.kind, inputs.names};
  if (options.output.empty())
    fmt::print("{}", draw_study_in_terminal(inputs.files.front(), chosen, find_style(options, 1)));
  else
    draw_study(inputs.files.front(), chosen, options.output);
  return exit_done;
}

int plot(const PlotOptions& options) {
  const PlotInputs inputs = sort_words(options.words);
  check_drawing("-o", options.output, {inputs.files.begin(), inputs.files.end()}, options.force);
  if (results::is_study_file(inputs.files.front())) return plot_study(inputs, options);
  if (inputs.names.empty())
    results::ResultsReader reader(inputs.files.front());  // says what is wrong
  if (!options.kind.empty() || inputs.names.empty())
    throw InputError(
        Finding{"bad-arguments",
                {},
                options.kind.empty() ? "no channel is given to draw" : "--kind is for sweeps",
                "for example: plot results.h5 wheelset_1/y"});
  const ChannelPlot plot = read_all(inputs, options);
  if (!options.output.empty()) {
    draw_to_file(plot, options.output);
    return exit_done;
  }
  const auto panels = static_cast<int>(group_by_unit(plot).size());
  fmt::print("{}", draw_in_terminal(plot, find_style(options, panels)));
  return exit_done;
}

}  // namespace

void add_plot(Verbs& verbs) {
  auto [verb, options] = verbs.add<PlotOptions>(
      "plot", "draw channels or a study, in the terminal or to a file", plot);
  verb.option("inputs", options.words,
              "results files (HDF5), then channels, * matches any text; or what sweep, "
              "stability-map, bifurcation, eigen, critical-speed, optimise, wear or track wrote, "
              "then figures of a sweep")
      .required();
  verb.option("--over", options.over, "horizontal axis: time, s or a channel").shows_default();
  verb.option("--from", options.from, "where the horizontal axis begins");
  verb.option("--to", options.to, "where the horizontal axis ends");
  verb.option("--kind", options.kind, "picture of a sweep; default: lines")
      .one_of({"lines", "contour", "tornado", "parallel"});
  verb.option("-o,--output", options.output, "file to draw to: .svg, .png or .pdf");
  add_force(verb, options.force);
  verb.option("--width", options.width, "width of the plot in the terminal, in characters")
      .within(30, 1000);
  verb.option("--height", options.height, "height of the plot in the terminal, in lines")
      .within(5, 500);
}

}  // namespace fourfoot::cli
