#include "jobs/sweep_job.h"

#include <fmt/format.h>

#include "base/sha256.h"
#include "input/scenario_family.h"
#include "input/scenario_file.h"
#include "jobs/study_figures.h"

namespace fourfoot::jobs {

namespace {

std::string make_sweep_row(const scenario::Study& study, std::size_t point,
                           const analysis::PointResult& result) {
  std::string row;
  for (const Setting& setting : scenario::get_settings(study, point))
    row += make_cell(setting.value) + ",";
  for (const double figure : result.figures) row += write_number(figure) + ",";
  if (study.analysis == "settle") row += result.motion + ",";
  return row + (result.fault.empty() ? "done," : "failed," + make_cell(result.fault));
}

std::string make_sweep_header(const scenario::Study& study) {
  std::string header;
  for (const scenario::StudyParameter& parameter : study.parameters)
    header += make_cell(parameter.name) + ",";
  for (const std::string& name : scenario::list_figures(study)) header += make_cell(name) + ",";
  if (study.analysis == "settle") header += "motion,";
  return header + "status,fault";
}

scenario::MemberSource make_source(const std::string& scenario, const std::vector<Setting>& given) {
  return [scenario, given](const std::vector<Setting>& settings) {
    std::vector<Setting> overrides = given;
    overrides.insert(overrides.end(), settings.begin(), settings.end());
    return input::read_member(scenario, overrides);
  };
}

}  // namespace

SweepJob::SweepJob(const std::string& file, const std::vector<std::string>& set) {
  std::string text;
  {
    const auto lock = input::lock_reading();
    const input::Document document = input::load_document(file, *scenario::get_study_schema());
    study_ = scenario::read_study(document.root);
    for (const std::string& argument : set) given_.push_back(input::parse_override(argument));
    const input::ScenarioFile base = input::read_scenario_file(study_.scenario, given_);
    inputs_ = {file, study_.scenario};
    for (const auto* sources : {&document.sources, &base.sources}) {
      for (const auto& source : *sources) {
        text += source->text;
        inputs_.emplace_back(source->name);
      }
    }
    text += read_judging_text(study_, inputs_);
    for (const std::string& argument : set) text += argument + "\n";
    make_judge_ = make_judge_source(study_);
  }
  key_ = calc_sha256(text);
  analysis::check_measures(
      study_, *make_source(study_.scenario, given_)(scenario::get_settings(study_, 0)).system);
}

analysis::PointResult SweepJob::evaluate(std::size_t point,
                                         const std::function<bool()>& is_cancelled) {
  return analysis::evaluate_point(study_, make_source(study_.scenario, given_), point, references_,
                                  is_cancelled, make_judge_);
}

StudyJob SweepJob::make_job(const std::function<bool()>& is_cancelled) {
  StudyJob job;
  job.key = key_;
  job.header = make_sweep_header(study_);
  job.count = scenario::count_points(study_);
  job.work = [this, is_cancelled](std::size_t point) {
    const analysis::PointResult result = evaluate(point, is_cancelled);
    return StudyJob::Rows{make_sweep_row(study_, point, result), !result.fault.empty()};
  };
  return job;
}

}  // namespace fourfoot::jobs
