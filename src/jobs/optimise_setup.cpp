#include "jobs/optimise_setup.h"

#include "input/scenario_file.h"
#include "jobs/study_figures.h"
#include "jobs/study_key.h"

namespace fourfoot::jobs {

namespace {

input::Document load_optimisation(const input::ScenarioSource& file) {
  const Schema& schema = *scenario::get_optimisation_schema();
  return file.text ? input::load_document(file.text, file.file.parent_path(), schema)
                   : input::load_document(file.file, schema);
}

/// The scenario of a case at the start; its texts go into the key.
void check_case(const scenario::DesignCase& of, OptimiseSetup& setup, std::string& text) {
  std::vector<Setting> all = setup.given;
  for (Setting& setting : list_case_settings(of)) all.push_back(std::move(setting));
  std::vector<double> start;
  for (const scenario::DesignParameter& p : setup.optimisation.parameters) start.push_back(p.start);
  for (Setting& setting : scenario::list_design_settings(setup.optimisation, start))
    all.push_back(std::move(setting));
  const input::ScenarioFile file = input::read_scenario_file(setup.scenario, all);
  for (const auto& source : file.sources) {
    text += source->text;
    setup.inputs.emplace_back(source->name);
  }
  make_judge_source(of.study);  // names of figures, limits, records
  text += read_judging_text(of.study, setup.inputs);
  analysis::check_measures(of.study, *scenario::build_system(file.scenario, {.with_tables = false,
                                                                             .with_loads = false}));
}

}  // namespace

OptimiseSetup prepare_optimisation(const OptimiseSource& source) {
  const input::Document document = load_optimisation(source.file);
  OptimiseSetup setup{scenario::read_optimisation(document.root),
                      source.scenario != nullptr
                          ? *source.scenario
                          : input::ScenarioSource(document.root.text("scenario")),
                      {},
                      {},
                      {}};
  std::string text;
  for (const auto& file : document.sources) {
    text += file->text;
    setup.inputs.emplace_back(file->name);
  }
  for (const std::string& set : source.set) {
    setup.given.push_back(input::parse_override(set));
    text += set + "\n";
  }
  for (const scenario::DesignCase& of : setup.optimisation.cases) check_case(of, setup, text);
  setup.key = calc_study_key(text);
  return setup;
}

}  // namespace fourfoot::jobs
