#include "analysis/study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/observed.h"
#include "analysis/run_options.h"
#include "analysis/station.h"
#include "base/error.h"

namespace fourfoot::analysis {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

double calc_measure(const Measure& measure, const MeasuredRun& run, std::size_t place) {
  const std::vector<double>& all = run.values[place];
  std::vector<double> x;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (measure.window.contains(run.time[i], run.station[i])) x.push_back(all[i]);
  }
  if (x.empty()) return none;
  const auto [low, high] = std::minmax_element(x.begin(), x.end());
  if (measure.what == "max") return *high;
  if (measure.what == "min") return *low;
  if (measure.what == "peak-to-peak") return *high - *low;
  if (measure.what == "max-abs") return std::max(std::abs(*low), std::abs(*high));
  if (measure.what == "final") return x.back();
  const double n = static_cast<double>(x.size());
  double sum = 0.0, squares = 0.0;
  for (const double value : x) sum += value;
  if (measure.what == "mean") return sum / n;
  if (measure.what == "percentile") {
    for (double& value : x) value = std::abs(value);
    std::sort(x.begin(), x.end());
    const double rank = std::clamp(measure.percentile / 100.0, 0.0, 1.0) * (n - 1.0);
    const auto below = static_cast<std::size_t>(rank);
    const double part = rank - static_cast<double>(below);
    return below + 1 < x.size() ? x[below] * (1.0 - part) + x[below + 1] * part : x[below];
  }
  const double middle = measure.what == "deviation" ? sum / n : 0.0;
  for (const double value : x) squares += (value - middle) * (value - middle);
  return std::sqrt(squares / n);
}

std::size_t find_channel(const system::System& system, const Measure& measure) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < system.channels().size(); ++i) {
    names.push_back(system.channels()[i].name);
    if (names.back() == measure.channel) return i;
  }
  throw InputError(Finding{"unknown-channel", measure.where,
                           "no channel is called \"" + measure.channel + "\"",
                           suggest(measure.channel, names)});
}

/// Keeps the channels that measures ask for, time and station.
class MeasuredSink : public TrajectorySink {
 public:
  MeasuredSink(const system::System& system, const std::vector<Measure>& measures) {
    run_.values.resize(measures.size());
    for (const Measure& measure : measures) places_.push_back(find_channel(system, measure));
  }
  void append(const std::vector<double>& row) override {
    run_.time.push_back(row[0]);
    run_.station.push_back(row[1]);
    for (std::size_t i = 0; i < places_.size(); ++i) run_.values[i].push_back(row[places_[i]]);
  }
  MeasuredRun take() { return std::move(run_); }

 private:
  std::vector<std::size_t> places_;
  MeasuredRun run_;
};

MeasuredRun measure(const Study& study, const Member& member,
                    const std::function<bool()>& is_cancelled) {
  const auto& [scenario, system] = member;
  MeasuredSink sink(*system, study.measures);
  TimeRunOptions options = make_run_options(scenario);
  options.is_cancelled = is_cancelled;
  const TimeRunSummary summary = run(*system, calc_initial_state(*system, scenario), options, sink);
  MeasuredRun out = sink.take();
  if (summary.status != RunStatus::done) {
    out.fault = fmt::format("ended at t = {:.6g} s: {}", summary.t, summary.message);
  }
  return out;
}

bool is_difference(const Measure& measure) {
  return measure.what == "max-difference" || measure.what == "rms-difference";
}

void run_point(const Study& study, const MemberSource& source, std::size_t point,
               const std::function<bool()>& is_cancelled, PointResult& result) {
  std::shared_ptr<const MeasuredRun> reference;
  if (study.references) {
    const std::vector<Setting> settings = get_reference_settings(study, point);
    std::string name;
    for (const Setting& s : settings) name += s.value + "\n";
    reference =
        study.references->get(name, [&] { return measure(study, source(settings), is_cancelled); });
    if (!reference->fault.empty()) throw RunError("the reference " + reference->fault);
  }
  const MeasuredRun run = measure(study, source(get_settings(study, point)), is_cancelled);
  for (std::size_t i = 0; i < study.measures.size(); ++i) {
    const Measure& m = study.measures[i];
    result.figures.push_back(
        is_difference(m) ? calc_difference(run, *reference, i, m.window, m.what == "rms-difference")
                         : calc_measure(m, run, i));
  }
  result.fault = run.fault;
}

void find_point_equilibrium(const Study& study, const Member& member, PointResult& result) {
  const auto& system = member.system;
  const Equilibrium found = find_equilibrium(*system);
  system::Workspace ws(*system);
  system->set_time(0.0, ws);
  std::vector<double> row(system->channels().size());
  system->record(0.0, found.state, ws, row);
  // One instant is a run of one row.
  for (const Measure& measure : study.measures) {
    MeasuredRun instant;
    instant.time = {0.0};
    instant.station = {system->line().calc_travel(0.0).s};
    instant.values = {{row[find_channel(*system, measure)]}};
    Measure here = measure;
    here.window = {};
    result.figures.push_back(calc_measure(here, instant, 0));
  }
}

void evaluate(const Study& study, const MemberSource& source, std::size_t point,
              const std::function<bool()>& is_cancelled, PointResult& result) {
  const std::vector<Setting> settings = get_settings(study, point);
  SettleOptions settle_options;
  settle_options.observed = study.observed;
  settle_options.longest = study.longest;
  settle_options.is_cancelled = is_cancelled;
  if (study.analysis == "run") {
    run_point(study, source, point, is_cancelled, result);
  } else if (study.analysis == "equilibrium") {
    find_point_equilibrium(study, source(settings), result);
  } else if (study.analysis == "critical-speed") {
    CriticalSpeedOptions options;
    options.settle = settle_options;
    options.resolution = study.resolution;
    options.first_step = study.step;
    options.continuation.parameter_scale = study.step;
    const Family family = [&](double v) {
      std::vector<Setting> all = settings;
      all.push_back({"speed.v", fmt::format("{:.17g}", v)});
      return source(all);
    };
    const CriticalSpeed found =
        find_critical_speed(family, study.method, study.from, study.to, options);
    result.figures = {found.value, found.low, found.high, found.largest, found.frequency};
  } else {
    const Station station = make_station([&](double) { return source(settings); }, 0.0, 0.0);
    if (!station.mode) throw RunError("no steady running state was found");
    result.figures = {station.mode->value.real(), station.mode->frequency(),
                      station.mode->damping()};
    if (study.analysis == "eigen") return;
    settle_options.integrator = station.scenario.integrator;
    const Settled motion = settle(*station.system, station.disturb(1.0), settle_options);
    result.motion = get_word(motion.kind);
    for (const double figure : {motion.largest, motion.peak_to_peak, motion.mean, motion.period})
      result.figures.push_back(figure);
  }
}

}  // namespace

void check_measures(const Study& study, const system::System& system) {
  for (const Measure& measure : study.measures) find_channel(system, measure);
  Observed(system, study.observed, 0.0);
}

std::size_t count_points(const Study& study) {
  if (study.parameters.empty()) return 1;
  if (study.is_list) return study.parameters.front().values.size();
  std::size_t count = 1;
  for (const StudyParameter& parameter : study.parameters) count *= parameter.values.size();
  return count;
}

std::vector<Setting> get_settings(const Study& study, std::size_t point) {
  std::vector<Setting> settings(study.parameters.size());
  for (std::size_t k = study.parameters.size(); k-- > 0;) {
    const StudyParameter& parameter = study.parameters[k];
    const std::size_t n = parameter.values.size();
    settings[k] = {parameter.key, parameter.values[study.is_list ? point : point % n]};
    if (!study.is_list) point /= n;
  }
  return settings;
}

std::vector<Setting> get_reference_settings(const Study& study, std::size_t point) {
  std::vector<Setting> settings = get_settings(study, point);
  for (std::size_t k = 0; k < settings.size(); ++k) {
    if (study.parameters[k].has_reference) settings[k].value = study.parameters[k].reference;
  }
  return settings;
}

std::vector<std::string> list_figures(const Study& study) {
  if (study.analysis == "critical-speed")
    return {"critical_speed", "steady_up_to", "hunts_from", "max_abs", "frequency"};
  if (study.analysis == "eigen") return {"growth", "frequency", "damping"};
  if (study.analysis == "settle") {
    return {"growth", "frequency", "damping", "max_abs", "peak_to_peak", "mean", "period"};
  }
  std::vector<std::string> names;
  for (const Measure& measure : study.measures) names.push_back(measure.name);
  return names;
}

PointResult evaluate_point(const Study& study, const MemberSource& source, std::size_t point,
                           const std::function<bool()>& is_cancelled) {
  PointResult result;
  try {
    evaluate(study, source, point, is_cancelled, result);
  } catch (const InputError& error) {
    result.fault = error.findings().front().message;
  } catch (const RunError& error) {
    result.fault = error.what();
  }
  result.figures.resize(list_figures(study).size(), none);
  return result;
}

}  // namespace fourfoot::analysis
