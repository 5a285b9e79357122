#include "jobs/design_points.h"

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "input/curve_text.h"
#include "input/override.h"
#include "input/scenario_family.h"
#include "jobs/study_figures.h"
#include "jobs/study_run.h"

namespace fourfoot::jobs {

namespace {

/// The case's point with these settings: a study of one point.
scenario::Study make_point_study(const scenario::DesignCase& of,
                                 const std::vector<Setting>& settings) {
  scenario::Study study = of.study;
  study.is_list = true;
  for (const Setting& setting : settings)
    study.parameters.push_back({setting.key, {setting.key}, {setting.value}, "", false});
  return study;
}

}  // namespace

std::vector<Setting> list_case_settings(const scenario::DesignCase& of) {
  std::vector<Setting> settings;
  if (!of.radius.empty()) settings = input::read_curve(of.radius).settings;
  for (const std::string& text : of.set) settings.push_back(input::parse_override(text));
  return settings;
}

DesignPoints::DesignPoints(const scenario::Optimisation& optimisation,
                           const input::ScenarioSource& scenario, std::vector<Setting> given,
                           Hooks hooks, Known known)
    : optimisation_(optimisation),
      scenario_(scenario),
      given_(std::move(given)),
      hooks_(std::move(hooks)),
      known_(std::move(known)) {
  const auto lock = input::lock_reading();
  for (const scenario::DesignCase& of : optimisation_.cases) {
    judges_.push_back(make_judge_source(of.study));
    case_settings_.push_back(given_);
    for (Setting& setting : list_case_settings(of))
      case_settings_.back().push_back(std::move(setting));
  }
}

std::vector<DesignPoint> DesignPoints::evaluate(const std::vector<Values>& values, int threads) {
  compute(list_unknown(values), threads);
  const std::lock_guard lock(mutex_);
  std::vector<DesignPoint> points;
  for (const Values& at : values) points.push_back(known_.at(at));
  return points;
}

std::vector<DesignPoints::Values> DesignPoints::list_unknown(const std::vector<Values>& values) {
  const std::lock_guard lock(mutex_);
  std::vector<Values> unknown;
  for (const Values& at : values) {
    const bool is_listed = std::find(unknown.begin(), unknown.end(), at) != unknown.end();
    if (!is_listed && known_.count(at) == 0) unknown.push_back(at);
  }
  return unknown;
}

analysis::PointResult DesignPoints::evaluate_case(std::size_t of, const Values& values) const {
  const scenario::DesignCase& judged = optimisation_.cases[of];
  const scenario::MemberSource source = [&](const std::vector<Setting>& settings) {
    std::vector<Setting> all = case_settings_[of];
    all.insert(all.end(), settings.begin(), settings.end());
    return input::read_member(scenario_, all);
  };
  const scenario::Study study =
      make_point_study(judged, scenario::list_design_settings(optimisation_, values));
  analysis::ReferenceRuns references;
  return analysis::evaluate_point(study, source, 0, references, hooks_.is_cancelled, judges_[of]);
}

void DesignPoints::compute(const std::vector<Values>& values, int threads) {
  if (values.empty()) return;
  const std::size_t cases = optimisation_.cases.size();
  std::vector<analysis::PointResult> parts(values.size() * cases);
  std::vector<std::size_t> left(values.size(), cases);
  const auto is_cancelled = [&] { return hooks_.is_cancelled && hooks_.is_cancelled(); };
  const auto complete = [&](std::size_t i) {
    DesignPoint point;
    for (std::size_t k = 0; k < cases; ++k) {
      const analysis::PointResult& part = parts[i * cases + k];
      point.figures.insert(point.figures.end(), part.figures.begin(), part.figures.end());
      if (point.fault.empty() && !part.fault.empty())
        point.fault = make_cell((cases > 1 ? optimisation_.cases[k].name + ": " : std::string()) +
                                part.fault);
    }
    ++computed_;
    if (hooks_.on_new && known_.count(values[i]) == 0) hooks_.on_new(values[i], point);
    known_.emplace(values[i], std::move(point));
  };
  analysis::run_tasks(
      parts.size(), threads, analysis::make_counter(parts.size()),
      [&](std::size_t task) {
        parts[task] = evaluate_case(task % cases, values[task / cases]);
        if (is_cancelled()) return;  // perhaps cut short: not a result
        const std::lock_guard lock(mutex_);
        if (--left[task / cases] == 0) complete(task / cases);
      },
      is_cancelled);
  if (is_cancelled()) throw RunError("stopped");
}

}  // namespace fourfoot::jobs
