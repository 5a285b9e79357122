#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "analysis/study_point.h"
#include "base/sha256.h"
#include "cli/common_options.h"
#include "cli/interrupt.h"
#include "cli/limits_option.h"
#include "cli/outputs.h"
#include "cli/overrides.h"
#include "cli/study_run.h"
#include "cli/verbs.h"
#include "input/scenario_family.h"
#include "input/scenario_file.h"
#include "jobs/study_figures.h"
#include "scenario/study.h"

namespace fourfoot::cli {

namespace {

struct SweepOptions {
  std::string study;
  std::vector<std::string> set;
  std::string output;  ///< CSV file; empty: the study's name
  int threads = 0;
  std::string shard;
  std::string format = "text";
  bool quiet = false;
  bool force = false;  ///< replace a file of another kind
};

std::string make_row(const scenario::Study& study, std::size_t point,
                     const analysis::PointResult& result) {
  std::string row;
  for (const Setting& setting : scenario::get_settings(study, point))
    row += make_cell(setting.value) + ",";
  for (const double figure : result.figures)
    row += std::isfinite(figure) ? fmt::format("{},", figure) : ",";
  if (study.analysis == "settle") row += result.motion + ",";
  return row + (result.fault.empty() ? "done," : "failed," + make_cell(result.fault));
}

std::string make_header(const scenario::Study& study) {
  std::string header;
  for (const scenario::StudyParameter& parameter : study.parameters)
    header += make_cell(parameter.name) + ",";
  for (const std::string& name : scenario::list_figures(study)) header += make_cell(name) + ",";
  if (study.analysis == "settle") header += "motion,";
  return header + "status,fault";
}

int sweep(const SweepOptions& options) {
  namespace fs = std::filesystem;
  const input::Document document =
      input::load_document(options.study, *scenario::get_study_schema());
  const scenario::Study study = scenario::read_study(document.root);
  const fs::path scenario = study.scenario;  // with the folder that its file is in
  const std::vector<Setting> given = parse_overrides(options.set);
  const input::ScenarioFile base = input::read_scenario_file(scenario, given);

  const scenario::MemberSource source = [&](const std::vector<Setting>& settings) {
    std::vector<Setting> overrides = given;
    overrides.insert(overrides.end(), settings.begin(), settings.end());
    return input::read_member(scenario.string(), overrides);
  };
  analysis::check_measures(study, *source(scenario::get_settings(study, 0)).system);
  StudyRunOptions run_options{options.output, options.threads, options.shard, options.quiet,
                              options.force};
  if (run_options.output.empty())
    run_options.output = fs::path(options.study).stem().string() + ".csv";
  StudyJob job;
  std::string text;
  std::vector<fs::path> inputs = {options.study, scenario};
  for (const auto* sources : {&document.sources, &base.sources}) {
    for (const auto& file : *sources) {
      text += file->text;
      inputs.emplace_back(file->name);
    }
  }
  results::check_outputs({{"-o", run_options.output, results::OutputKind::study}}, inputs,
                         options.force);
  if (study.has_figures) text += load_limits(study.judging.limits).sha256;
  for (const std::string& set : options.set) text += set + "\n";
  job.key = calc_sha256(text);
  job.header = make_header(study);
  job.count = scenario::count_points(study);
  analysis::ReferenceRuns references;
  const analysis::JudgeSource make_judge = jobs::make_judge_source(study);
  job.work = [&](std::size_t point) {
    const analysis::PointResult result =
        analysis::evaluate_point(study, source, point, references, was_interrupted, make_judge);
    return StudyJob::Rows{make_row(study, point, result), !result.fault.empty()};
  };
  return report_study(run_study(job, run_options), run_options, options.format);
}

}  // namespace

void add_sweep(Verbs& verbs) {
  auto [verb, options] =
      verbs.add<SweepOptions>("sweep", "a study: any parameters, threads or MPI, resumable", sweep);
  verb.option("study", options.study, "study file (TOML)").required();
  verb.option("--set", options.set, "override an entry of the scenario: key=value").repeatable();
  verb.option("-o,--output", options.output, "CSV file; default: the study's name");
  add_force(verb, options.force);
  add_study_options(verb, options.threads, options.shard, options.quiet);
  add_format(verb, options.format, {"text", "json"});
  verb.allow_code();
}

}  // namespace fourfoot::cli
