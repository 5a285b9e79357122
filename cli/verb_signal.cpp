#include <cmath>
#include <filesystem>

#include "base/error.h"
#include "cli/common_options.h"
#include "cli/outputs.h"
#include "cli/plot_drawing.h"
#include "cli/table_output.h"
#include "cli/verbs.h"
#include "jobs/signal_job.h"

namespace fourfoot::cli {

namespace {

struct SignalOptions : jobs::SignalJob {
  std::string plot;    ///< .svg, .png or .pdf
  bool force = false;  ///< replace a file of another kind
  std::string format = "csv";
};

void take_logarithms(std::vector<double>& values, double factor) {
  for (double& value : values) value = std::log10(factor * value);  // of 0: not drawn
}

// Spectra span decades: both scales are logarithmic. "(N)2/Hz" becomes kN²/Hz where that is the
// unit of a plot of the channel.
void scale_spectra(ChannelPlot& plot) {
  for (PlotCurve& curve : plot.curves) {
    double largest = 0.0;
    for (const double v : curve.values)
      if (std::isfinite(v)) largest = std::max(largest, v);
    const std::size_t end = curve.unit.find(")2/Hz");
    double factor = 1.0;
    if (curve.unit.starts_with('(') && end != std::string::npos) {
      const ScaleUnit unit = choose_unit(curve.unit.substr(1, end - 1), std::sqrt(largest));
      const bool is_plain = unit.label.find_first_of(" /") == std::string::npos;
      curve.unit = (is_plain ? unit.label : "(" + unit.label + ")") + "²/Hz";
      factor = unit.factor * unit.factor;
    }
    take_logarithms(curve.values, factor);
  }
  take_logarithms(plot.x.values, 1.0);
  plot.is_log = true;
}

// Over time: each channel before and after; else what is printed.
void draw(const SignalOptions& options, const jobs::Signals& signals, const DataTable& table,
          bool is_over_time) {
  ChannelPlot plot;
  const DataColumn& x = table.columns.front();
  plot.x = {x.name, x.unit, x.values};
  for (const jobs::Signal& signal : signals.channels) {
    const std::string& name = signal.channel.name;
    if (is_over_time && !options.filters.empty())
      plot.curves.push_back({name, signal.channel.unit, signal.before});
    for (const DataColumn& column : std::span(table.columns).subspan(1)) {
      if (column.name == name)
        plot.curves.push_back(
            {name + (options.filters.empty() ? "" : ", filtered"), column.unit, column.values});
    }
  }
  if (!options.psd.empty()) scale_spectra(plot);
  draw_to_file(plot, options.plot);
}

int signal(const SignalOptions& options) {
  check_drawing("-p", options.plot, {options.file}, options.force);
  if (!options.plot.empty() && options.rainflow)
    throw InputError(
        Finding{"bad-arguments", {}, "ranges are not drawn", "leave out --plot or --rainflow"});
  const jobs::SignalAnswer answer = jobs::process_signals(options);
  if (options.plot.empty())
    print_table(answer.table, options.format, stdout);
  else
    draw(options, answer.signals, answer.table,
         options.psd.empty() && options.percentiles.empty() && options.resample.empty());
  return exit_done;
}

}  // namespace

void add_signal(Verbs& verbs) {
  auto [verb, options] = verbs.add<SignalOptions>(
      "signal", "filter and resample channels; spectra, percentiles, rainflow counting", signal);
  verb.option("file", options.file, "results (HDF5), any HDF5 or CSV with a header").required();
  verb.list("-c,--channels", options.channels, "channels, separated by commas; * matches any text");
  verb.option("--filter", options.filters,
              "low:20 Hz, high:0.4 Hz, band:0.4 Hz:10 Hz (then :order=4, :causal), mean:2 m, "
              "rms:5 s, weight:Wb; may be repeated")
      .repeatable();
  verb.option("--resample", options.resample,
              "resample at equal steps, e.g. \"0.25 m\" or \"5 ms\"");
  Option psd = verb.option("--psd", options.psd,
                           "power spectral density, with the length of segments, e.g. \"5 s\"");
  verb.flag("--third-octaves", options.third_octaves, "r.m.s. in third octaves").needs(psd);
  Option rainflow =
      verb.flag("--rainflow", options.rainflow, "rainflow counting of ranges, ASTM E1049");
  Option percentiles =
      verb.option("--percentiles", options.percentiles, "percentiles, e.g. 0.15,50,99.85")
          .with_commas()
          .within(0.0, 100.0);
  rainflow.excludes(psd);
  percentiles.excludes(psd).excludes(rainflow);
  add_map(verb, options.map);
  verb.option("--speed", options.speed, "speed of a record that has neither s nor speed");
  verb.option("--limits", options.limits, "file with the weightings");
  verb.option("-p,--plot", options.plot,
              "draw the channels before and after the filters to .svg, .png or .pdf");
  add_force(verb, options.force);
  add_format(verb, options.format, {"csv", "json", "text"});
}

}  // namespace fourfoot::cli
