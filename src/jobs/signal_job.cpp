#include "jobs/signal_job.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "evaluate/rainflow.h"
#include "evaluate/record.h"
#include "evaluate/sliding.h"
#include "evaluate/statistics.h"
#include "evaluate/welch.h"
#include "input/quantity.h"
#include "jobs/choose_channels.h"
#include "jobs/limits_file.h"
#include "results/signal_file.h"

namespace fourfoot::jobs {

namespace {

Signals read_signals(results::SignalFile& file, const SignalJob& options) {
  Signals signals;
  const double speed = options.speed.empty()
                           ? evaluate::no_number
                           : input::read_quantity("--speed", options.speed, "m/s");
  // Without a distance the record is filtered over time all the same.
  const evaluate::Record record(file, speed, false);
  signals.axes.rate = record.rate();
  if (record.has_distance()) signals.axes.s = record.read_distance(0, record.size());
  for (std::size_t i = 0; i < record.size(); ++i)
    signals.axes.time.push_back(record.start() + static_cast<double>(i) / record.rate());
  for (const Channel& channel : choose_channels(file.channels(), options.channels)) {
    if (channel.name == "time" || channel.name == "s") continue;
    signals.channels.push_back(
        {channel, record.read(file.find(channel.name), 0, record.size()), {}});
  }
  if (signals.channels.empty())
    throw InputError(Finding{"missing-channel", {}, "no channel is chosen", "name some by -c"});
  return signals;
}

void apply_filters(const SignalJob& options, Signals& signals) {
  const evaluate::Limits limits = load_limits(options.limits).limits;
  for (Signal& signal : signals.channels) signal.after = signal.before;
  for (const std::string& text : options.filters) {
    const auto step = parse_filter(text, signals.axes, limits);
    for (Signal& signal : signals.channels) step(signal.after);
  }
}

// A sliding window leaves nan at the ends; what follows wants numbers only.
void drop_unfilled(Signals& signals) {
  for (Signal& signal : signals.channels)
    std::erase_if(signal.after, [](double v) { return std::isnan(v); });
}

DataTable make_table(const SignalJob& options, const Signals& signals) {
  DataTable table;
  const SignalAxes& axes = signals.axes;
  if (!options.resample.empty()) {
    const AxisStep step = read_axis_step("--resample", options.resample, axes);
    const std::vector<double>& u = step.is_distance ? axes.s : axes.time;
    const auto even = [&](const std::vector<double>& x) {
      return evaluate::resample(u, x, step.value);
    };
    table.add(step.is_distance ? "s" : "time", step.is_distance ? "m" : "s", even(u).u);
    for (const Signal& signal : signals.channels)
      table.add(signal.channel.name, signal.channel.unit, even(signal.after).x);
    return table;
  }
  table.add("time", "s", axes.time);
  if (!axes.s.empty()) table.add("s", "m", axes.s);
  for (const Signal& signal : signals.channels)
    table.add(signal.channel.name, signal.channel.unit, signal.after);
  return table;
}

DataTable make_spectra(const SignalJob& options, const Signals& signals) {
  const double seconds = input::read_quantity("--psd", options.psd, "s");
  const double rows = std::round(seconds * signals.axes.rate);
  DataTable table;
  for (const Signal& signal : signals.channels) {
    const std::vector<double>& x = signal.after;
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
    std::string unit = "(" + signal.channel.unit + ")2/Hz";
    if (options.third_octaves) {
      const auto bands = evaluate::calc_third_octaves(f, y, 0.0, 0.5 * signals.axes.rate);
      f.clear();
      y.clear();
      for (const evaluate::ThirdOctave& band : bands) {
        f.push_back(band.centre);
        y.push_back(band.rms);
      }
      unit = signal.channel.unit;
    }
    if (table.columns.empty()) table.add("f", "Hz", f);
    table.add(signal.channel.name, unit, y);
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
  const Signal& signal = signals.channels.front();
  const char* unit = signal.channel.unit.c_str();
  using evaluate::RainflowCycle;
  const ColumnOf<RainflowCycle> columns[] = {
      {"range", unit, [](const RainflowCycle& c) { return c.range; }},
      {"mean", unit, [](const RainflowCycle& c) { return c.mean; }},
      {"count", "1", [](const RainflowCycle& c) { return c.count; }}};
  evaluate::Rainflow rainflow;
  rainflow.append(signal.after);
  return tabulate<RainflowCycle>(columns, rainflow.finish());
}

DataTable find_percentiles(const SignalJob& options, Signals& signals) {
  DataTable table;
  table.add("percent", "%", options.percentiles);
  for (Signal& signal : signals.channels) {
    std::vector<double> found;
    for (const double percent : options.percentiles)
      found.push_back(evaluate::find_percentile(signal.after, percent));
    table.add(signal.channel.name, signal.channel.unit, std::move(found));
  }
  return table;
}

}  // namespace

SignalAnswer process_signals(const SignalJob& job) {
  std::vector<results::ChannelRename> renames;
  for (const std::string& text : job.map) renames.push_back(results::parse_rename(text));
  results::SignalFile file(job.file, renames);
  SignalAnswer answer;
  answer.signals = read_signals(file, job);
  apply_filters(job, answer.signals);
  const bool is_over_time = job.psd.empty() && job.percentiles.empty();
  if (!is_over_time || job.rainflow) drop_unfilled(answer.signals);
  if (!job.psd.empty())
    answer.table = make_spectra(job, answer.signals);
  else if (job.rainflow)
    answer.table = count_rainflow(answer.signals);
  else if (!job.percentiles.empty())
    answer.table = find_percentiles(job, answer.signals);
  else
    answer.table = make_table(job, answer.signals);
  return answer;
}

}  // namespace fourfoot::jobs
