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
    signals.channels.push_back(channel);
    signals.before.push_back(record.read(file.find(channel.name), 0, record.size()));
  }
  if (signals.channels.empty())
    throw InputError(Finding{"missing-channel", {}, "no channel is chosen", "name some by -c"});
  return signals;
}

void apply_filters(const SignalJob& options, Signals& signals) {
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

DataTable make_table(const SignalJob& options, const Signals& signals) {
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

DataTable make_spectra(const SignalJob& options, const Signals& signals) {
  const double seconds = input::read_quantity("--psd", options.psd, "s");
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

DataTable find_percentiles(const SignalJob& options, Signals& signals) {
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
