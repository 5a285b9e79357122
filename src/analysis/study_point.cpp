#include "analysis/study_point.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/critical_speed.h"
#include "analysis/initial_state.h"
#include "analysis/observed.h"
#include "analysis/operating_point.h"
#include "analysis/root_locus.h"
#include "base/channel.h"
#include "base/error.h"
#include "scenario/run_options.h"

namespace fourfoot::analysis {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

double calc_measure(const scenario::Measure& measure, const MeasuredRun& run, std::size_t index) {
  const std::vector<double>& all = run.values[index];
  std::vector<double> x;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (measure.window.contains(run.time[i], run.chainage[i])) x.push_back(all[i]);
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

std::size_t find_channel(const system::System& system, const scenario::Measure& measure) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < system.channels().size(); ++i) {
    names.push_back(system.channels()[i].name);
    if (names.back() == measure.channel) return i;
  }
  throw InputError(Finding{"unknown-channel", measure.where,
                           "no channel is called \"" + measure.channel + "\"",
                           suggest(rename_channels(measure.channel), names)});
}

/// Keeps the channels that measures ask for, time and chainage; judge and keeper see all.
class MeasuredSink : public TrajectorySink {
 public:
  MeasuredSink(const system::System& system, const std::vector<scenario::Measure>& measures,
               RunJudge* judge, RunKeeper* keeper)
      : judge_(judge), keeper_(keeper) {
    run_.values.resize(measures.size());
    for (const scenario::Measure& measure : measures)
      indices_.push_back(measure.is_figure() ? 0 : find_channel(system, measure));
  }
  void append(const std::vector<double>& row) override {
    run_.time.push_back(row[0]);
    run_.chainage.push_back(row[1]);
    for (std::size_t i = 0; i < indices_.size(); ++i) run_.values[i].push_back(row[indices_[i]]);
    if (judge_ != nullptr) judge_->append(row);
    if (keeper_ != nullptr) keeper_->append(row);
  }
  MeasuredRun take() { return std::move(run_); }

 private:
  RunJudge* judge_;
  RunKeeper* keeper_;
  std::vector<std::size_t> indices_;
  MeasuredRun run_;
};

MeasuredRun measure(const scenario::Study& study, const scenario::Member& member,
                    const std::function<bool()>& is_cancelled, RunJudge* judge = nullptr,
                    const KeeperSource& make_keeper = {}) {
  const auto& [scenario, system] = member;
  TimeRunOptions options = scenario::make_run_options(scenario);
  options.is_cancelled = is_cancelled;
  const VecX start = calc_initial_state(*system, scenario);
  const auto keeper = make_keeper ? make_keeper(member, count_rows(options)) : nullptr;
  MeasuredSink sink(*system, study.measures, judge, keeper.get());
  const TimeRunSummary summary = run(*system, start, options, sink);
  if (keeper) keeper->finish(summary);
  if (summary.fault) std::rethrow_exception(summary.fault);  // of a plug-in
  MeasuredRun out = sink.take();
  if (summary.status != RunStatus::done) {
    out.fault = fmt::format("ended at t = {:.6g} s: {}", summary.t, summary.message);
  }
  return out;
}

void run_point(const scenario::Study& study, const scenario::MemberSource& source,
               std::size_t point, ReferenceRuns& references,
               const std::function<bool()>& is_cancelled, const JudgeSource& make_judge,
               const KeeperSource& make_keeper, PointResult& result) {
  std::shared_ptr<const MeasuredRun> reference;
  if (study.has_differences) {
    const std::vector<Setting> settings = scenario::get_reference_settings(study, point);
    std::string name;
    for (const Setting& s : settings) name += s.value + "\n";
    reference =
        references.get(name, [&] { return measure(study, source(settings), is_cancelled); });
    if (!reference->fault.empty()) throw RunError("the reference " + reference->fault);
  }
  const scenario::Member member = source(scenario::get_settings(study, point));
  const std::unique_ptr<RunJudge> judge = study.has_figures ? make_judge(member) : nullptr;
  const MeasuredRun run = measure(study, member, is_cancelled, judge.get(), make_keeper);
  result.fault = run.fault;
  const std::vector<double> judged =
      judge && run.fault.empty() ? judge->judge() : std::vector<double>();
  std::size_t next = 0;  // of those judged
  for (std::size_t i = 0; i < study.measures.size(); ++i) {
    const scenario::Measure& m = study.measures[i];
    if (m.is_judged())
      result.figures.push_back(next < judged.size() ? judged[next++] : none);
    else
      result.figures.push_back(m.is_difference() ? calc_difference(run, *reference, i, m.window,
                                                                   m.what == "rms-difference")
                                                 : calc_measure(m, run, i));
  }
}

void find_point_equilibrium(const scenario::Study& study, const scenario::Member& member,
                            PointResult& result) {
  const auto& system = member.system;
  const Equilibrium found = find_equilibrium(*system);
  system::Workspace ws(*system);
  system->set_time(0.0, ws);
  std::vector<double> row(system->channels().size());
  system->record(0.0, found.state, ws, row);
  // One instant is a run of one row.
  for (const scenario::Measure& measure : study.measures) {
    MeasuredRun instant;
    instant.time = {0.0};
    instant.chainage = {system->line().calc_travel(0.0).s};
    instant.values = {{row[find_channel(*system, measure)]}};
    scenario::Measure here = measure;
    here.window = {};
    result.figures.push_back(calc_measure(here, instant, 0));
  }
}

/// Where steady running loses its stability, by eigenvalues; the highest speed if it never does.
void find_linear_speed(const scenario::Study& study, const scenario::Family& family,
                       const std::function<bool()>& is_cancelled, PointResult& result) {
  RootLocusOptions options;
  options.resolution = study.resolution;
  options.is_cancelled = is_cancelled;
  std::vector<double> speeds;
  for (int i = 0; study.from + i * study.step < study.to; ++i)
    speeds.push_back(study.from + i * study.step);
  speeds.push_back(study.to);
  const RootLocus locus = find_root_locus(family, speeds, options);
  double frequency = none;
  for (const Crossing& crossing : locus.crossings)
    if (locus.critical && crossing.value == *locus.critical) frequency = crossing.frequency;
  const double critical = locus.critical.value_or(study.to);
  result.figures = {critical, critical, locus.critical.value_or(none), none, frequency};
}

void find_point_speed(const scenario::Study& study, const scenario::MemberSource& source,
                      const std::vector<Setting>& settings, const SettleOptions& settle_options,
                      PointResult& result) {
  const scenario::Family family = [&](double v) {
    std::vector<Setting> all = settings;
    all.push_back({"speed.v", fmt::format("{:.17g}", v)});
    return source(all);
  };
  if (study.method == "linear")
    return find_linear_speed(study, family, settle_options.is_cancelled, result);
  CriticalSpeedOptions options;
  options.settle = settle_options;
  options.resolution = study.resolution;
  options.first_step = study.step;
  options.continuation.parameter_scale = study.step;
  const CriticalSpeed found =
      find_critical_speed(family, study.method, study.from, study.to, options);
  if (!found.is_found) throw RunError(found.reason);
  result.figures = {found.value, found.low, found.high, found.largest, found.frequency};
}

void evaluate(const scenario::Study& study, const scenario::MemberSource& source, std::size_t point,
              ReferenceRuns& references, const std::function<bool()>& is_cancelled,
              const JudgeSource& make_judge, const KeeperSource& make_keeper, PointResult& result) {
  const std::vector<Setting> settings = scenario::get_settings(study, point);
  SettleOptions settle_options;
  settle_options.observed = study.observed;
  settle_options.longest = study.longest;
  settle_options.is_cancelled = is_cancelled;
  if (study.analysis == "run") {
    run_point(study, source, point, references, is_cancelled, make_judge, make_keeper, result);
  } else if (study.analysis == "equilibrium") {
    find_point_equilibrium(study, source(settings), result);
  } else if (study.analysis == "critical-speed") {
    find_point_speed(study, source, settings, settle_options, result);
  } else {
    const OperatingPoint operating =
        make_operating_point([&](double) { return source(settings); }, 0.0, 0.0);
    if (!operating.least) throw RunError("no steady running state was found");
    result.figures = {operating.least->value.real(), operating.least->frequency(),
                      operating.least->damping()};
    if (study.analysis == "eigen") return;
    const Settled motion =
        settle(*operating.system, operating.disturb(1.0), operating.prepare(settle_options));
    result.motion = get_word(motion.kind);
    for (const double figure : {motion.largest, motion.peak_to_peak, motion.mean, motion.period})
      result.figures.push_back(figure);
  }
}

}  // namespace

void check_measures(const scenario::Study& study, const system::System& system) {
  for (const scenario::Measure& measure : study.measures)
    if (!measure.is_figure()) find_channel(system, measure);
  // A vehicle without wheelsets has nothing to observe unless somebody says what.
  const bool is_observed = study.analysis == "settle" ||
                           (study.analysis == "critical-speed" && study.method != "linear");
  if (is_observed || !study.observed.empty()) Observed(system, study.observed, 0.0);
}

PointResult evaluate_point(const scenario::Study& study, const scenario::MemberSource& source,
                           std::size_t point, ReferenceRuns& references,
                           const std::function<bool()>& is_cancelled, const JudgeSource& make_judge,
                           const KeeperSource& make_keeper) {
  PointResult result;
  try {
    evaluate(study, source, point, references, is_cancelled, make_judge, make_keeper, result);
  } catch (const InputError& error) {
    result.fault = error.findings().front().message;
  } catch (const RunError& error) {
    result.fault = error.what();
  }
  result.figures.resize(scenario::list_figures(study).size(), none);
  return result;
}

}  // namespace fourfoot::analysis
