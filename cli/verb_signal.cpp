#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "base/error.h"
#include "cli/choose_channels.h"
#include "cli/common_options.h"
#include "cli/limits_option.h"
#include "cli/outputs.h"
#include "cli/plot_drawing.h"
#include "cli/quantity_option.h"
#include "cli/signal_chain.h"
#include "cli/table_output.h"
#include "cli/verbs.h"
#include "evaluate/rainflow.h"
#include "evaluate/record.h"
#include "evaluate/sliding.h"
#include "evaluate/statistics.h"
#include "evaluate/welch.h"
#include "results/signal_file.h"

namespace fourfoot::cli {

namespace {

struct SignalOptions {
  std::string file;
  std::vector<std::string> channels;
  std::vector<std::string> map;      ///< NAME=COLUMN [unit]
  std::vector<std::string> filters;  ///< one after the other, see docs/guide/evaluate.md
  std::string resample;              ///< step with unit; empty: none
  std::string psd;                   ///< length of a segment with unit; empty: none
  bool third_octaves = false, rainflow = false;
  std::vector<double> percentiles;
  std::string speed;   ///< of a record without distance
  std::string limits;  ///< file with the weightings; empty: the program's own
  std::string plot;    ///< .svg, .png or .pdf
  bool force = false;  ///< replace a file of another kind
  std::string format = "csv";
};

/// Channels with what the filters made of them.
struct Signals {
  SignalAxes axes;
  std::vector<Channel> channels;
  std::vector<std::vector<double>> before, after;
};

Signals read_signals(results::SignalFile& file, const SignalOptions& options) {
  Signals signals;
  const double speed =
      options.speed.empty() ? evaluate::no_number : read_quantity("--speed", options.speed, "m/s");
  // Without a distance the record is filtered over time all the same.
  const evaluate::Record record(file, speed, false);
  signals.axes.rate = record.rate();
  if (record.has_distance()) signals.axes.s = record.read_distance(0, record.size());
  for (std::size_t i = 0; i < record.size(); ++i)
    signals.axes.time.push_back(record.start() + static_cast<double>(i) / record.rate());
  for (const Channel& channel : choose_channels(file.channels(), options.channels)) {
    if (channel.name == "time" || channel.name == "s") continue;
    signals.channels.push_back(channel);
    signals.before.push_back(record.read(file.find(channel.name), 0, record.size()));
  }
  if (signals.channels.empty())
    throw InputError(Finding{"missing-channel", {}, "no channel is chosen", "name some by -c"});
  return signals;
}

void apply_filters(const SignalOptions& options, Signals& signals) {
  const evaluate::Limits limits = load_limits(options.limits).limits;
  signals.after = signals.before;
  for (const std::string& text : options.filters) {
    const auto step = parse_filter(text, signals.axes, limits);
    for (std::vector<double>& x : signals.after) step(x);
  }
}

// A sliding window leaves nan at the ends; what follows wants numbers only.
void drop_unfilled(Signals& signals) {
  for (std::vector<double>& x : signals.after)
    std::erase_if(x, [](double v) { return std::isnan(v); });
}

DataTable make_table(const SignalOptions& options, const Signals& signals) {
  DataTable table;
  const auto add = [&](const std::string& name, const std::string& unit, std::vector<double> x) {
    table.names.push_back(name);
    table.units.push_back(unit);
    table.columns.push_back(std::move(x));
  };
  const SignalAxes& axes = signals.axes;
  if (!options.resample.empty()) {
    const AxisStep step = read_axis_step("--resample", options.resample, axes);
    const std::vector<double>& u = step.is_distance ? axes.s : axes.time;
    const auto even = [&](const std::vector<double>& x) {
      return evaluate::resample(u, x, step.value);
    };
    add(step.is_distance ? "s" : "time", step.is_distance ? "m" : "s", even(u).u);
    for (std::size_t c = 0; c < signals.channels.size(); ++c)
      add(signals.channels[c].name, signals.channels[c].unit, even(signals.after[c]).x);
    return table;
  }
  add("time", "s", axes.time);
  if (!axes.s.empty()) add("s", "m", axes.s);
  for (std::size_t c = 0; c < signals.channels.size(); ++c)
    add(signals.channels[c].name, signals.channels[c].unit, signals.after[c]);
  return table;
}

DataTable make_spectra(const SignalOptions& options, const Signals& signals) {
  const double seconds = read_quantity("--psd", options.psd, "s");
  const double rows = std::round(seconds * signals.axes.rate);
  DataTable table;
  for (std::size_t c = 0; c < signals.channels.size(); ++c) {
    const std::vector<double>& x = signals.after[c];
    if (!(rows >= 4.0) || rows > static_cast<double>(x.size()))
      throw InputError(
          Finding{"bad-filter",
                  {},
                  fmt::format("--psd: a segment of {:g} s does not fit the record of {:.4g} s",
                              seconds, static_cast<double>(x.size()) / signals.axes.rate),
                  "choose a shorter one, of at least 4 samples"});
    evaluate::Welch welch(signals.axes.rate, static_cast<std::size_t>(rows));
    welch.append(x.data(), x.size());
    std::vector<double> f = welch.list_frequencies(), y = welch.calc_density();
    std::string unit = "(" + signals.channels[c].unit + ")2/Hz";
    if (options.third_octaves) {
      const auto bands = evaluate::calc_third_octaves(f, y, 0.0, 0.5 * signals.axes.rate);
      f.clear();
      y.clear();
      for (const evaluate::ThirdOctave& band : bands) {
        f.push_back(band.centre);
        y.push_back(band.rms);
      }
      unit = signals.channels[c].unit;
    }
    if (c == 0) {
      table.names = {"f"};
      table.units = {"Hz"};
      table.columns = {f};
    }
    table.names.push_back(signals.channels[c].name);
    table.units.push_back(unit);
    table.columns.push_back(y);
  }
  return table;
}

DataTable count_rainflow(const Signals& signals) {
  if (signals.channels.size() != 1)
    throw InputError(Finding{
        "bad-arguments",
        {},
        fmt::format("--rainflow counts one channel, {} are chosen", signals.channels.size()),
        "name one by -c"});
  const std::string& unit = signals.channels[0].unit;
  DataTable table{{"range", "mean", "count"}, {unit, unit, "1"}, {{}, {}, {}}};
  evaluate::Rainflow rainflow;
  rainflow.append(signals.after[0]);
  for (const evaluate::RainflowCycle& cycle : rainflow.finish()) {
    table.columns[0].push_back(cycle.range);
    table.columns[1].push_back(cycle.mean);
    table.columns[2].push_back(cycle.count);
  }
  return table;
}

DataTable find_percentiles(const SignalOptions& options, Signals& signals) {
  DataTable table{{"percent"}, {"%"}, {options.percentiles}};
  for (std::size_t c = 0; c < signals.channels.size(); ++c) {
    table.names.push_back(signals.channels[c].name);
    table.units.push_back(signals.channels[c].unit);
    table.columns.emplace_back();
    for (const double percent : options.percentiles)
      table.columns.back().push_back(evaluate::find_percentile(signals.after[c], percent));
  }
  return table;
}

void check_plot(const SignalOptions& options) {
  const std::string ending = std::filesystem::path(options.plot).extension().string();
  if (ending != ".svg" && ending != ".png" && ending != ".pdf")
    throw InputError(Finding{"unknown-format",
                             {},
                             "\"" + options.plot + "\" does not say what to draw",
                             "choose a name that ends with .svg, .png or .pdf"});
  results::check_outputs(
      {{"--plot", options.plot, find_output_kind(options.plot, results::OutputKind::svg)}},
      {options.file}, options.force);
}

// Over time: each channel before and after; else what is printed.
void draw(const SignalOptions& options, const Signals& signals, const DataTable& table,
          bool is_over_time) {
  ChannelPlot plot;
  plot.x = {table.names[0], table.units[0], table.columns[0]};
  const std::size_t first = is_over_time && !signals.axes.s.empty() ? 2 : 1;
  for (std::size_t c = 0; c < signals.channels.size(); ++c) {
    const Channel& channel = signals.channels[c];
    if (is_over_time && !options.filters.empty())
      plot.curves.push_back({channel.name, channel.unit, signals.before[c]});
    plot.curves.push_back({channel.name + (options.filters.empty() ? "" : ", filtered"),
                           table.units[first + c], table.columns[first + c]});
  }
  draw_to_file(plot, options.plot);
}

int signal(const SignalOptions& options) {
  if (!options.plot.empty()) check_plot(options);
  if (!options.plot.empty() && options.rainflow)
    throw InputError(
        Finding{"bad-arguments", {}, "ranges are not drawn", "leave out --plot or --rainflow"});
  std::vector<results::ChannelRename> renames;
  for (const std::string& text : options.map) renames.push_back(results::parse_rename(text));
  results::SignalFile file(options.file, renames);
  Signals signals = read_signals(file, options);
  apply_filters(options, signals);
  DataTable table;
  const bool is_over_time = options.psd.empty() && options.percentiles.empty();
  if (!is_over_time || options.rainflow) drop_unfilled(signals);
  if (!options.psd.empty())
    table = make_spectra(options, signals);
  else if (options.rainflow)
    table = count_rainflow(signals);
  else if (!options.percentiles.empty())
    table = find_percentiles(options, signals);
  else
    table = make_table(options, signals);
  if (options.plot.empty())
    print_table(table, options.format, stdout);
  else
    draw(options, signals, table, is_over_time && options.resample.empty());
  return exit_done;
}

}  // namespace

void add_signal(Verbs& verbs) {
  auto [verb, options] =
      verbs.add<SignalOptions>("signal", "filter, resample, spectra, counting of channels", signal);
  verb.option("file", options.file, "results (HDF5), any HDF5 or CSV with a header").required();
  verb.list("-c,--channels", options.channels, "channels, with commas between; * matches any text");
  verb.option("--filter", options.filters,
              "low:20 Hz, high:0.4 Hz, band:0.4 Hz:10 Hz (then :order=4, :causal), mean:2 m, "
              "rms:5 s, weight:Wb; may be repeated")
      .repeatable();
  verb.option("--resample", options.resample, "equal steps, e.g. \"0.25 m\" or \"5 ms\"");
  Option psd = verb.option("--psd", options.psd, "spectral density, segments e.g. \"5 s\"");
  verb.flag("--third-octaves", options.third_octaves, "r.m.s. in third octaves").needs(psd);
  Option rainflow = verb.flag("--rainflow", options.rainflow, "ranges by ASTM E1049");
  Option percentiles = verb.option("--percentiles", options.percentiles, "e.g. 0.15,50,99.85")
                           .with_commas()
                           .within(0.0, 100.0);
  rainflow.excludes(psd);
  percentiles.excludes(psd).excludes(rainflow);
  add_map(verb, options.map);
  verb.option("--speed", options.speed, "of a record that has no s and no speed");
  verb.option("--limits", options.limits, "file with the weightings");
  verb.option("-p,--plot", options.plot, "draw before and after to .svg, .png or .pdf");
  add_force(verb, options.force);
  add_format(verb, options.format, {"csv", "json", "text"});
}

}  // namespace fourfoot::cli
