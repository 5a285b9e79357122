#include "api/simulation.h"

#include <charconv>

#include "analysis/initial_state.h"
#include "analysis/time_run.h"
#include "input/model_path.h"
#include "input/scenario_file.h"
#include "results/results_reader.h"
#include "scenario/run_options.h"
#include "scenario/scenario.h"

namespace fourfoot {

namespace {

scenario::Scenario read(const std::filesystem::path& file,
                        const std::vector<std::pair<std::string, std::string>>& settings) {
  std::vector<Setting> overrides;
  for (const auto& [key, value] : settings) overrides.push_back({key, value});
  return input::read_scenario_file(file, overrides).scenario;
}

}  // namespace

Simulation::Simulation(std::filesystem::path scenario) : scenario_(std::move(scenario)) {}

Simulation Simulation::from_example(const std::string& name) {
  return Simulation(input::find_example(name));
}

Simulation& Simulation::set(const std::string& key, const std::string& value) {
  settings_.emplace_back(key, value);
  return *this;
}

Simulation& Simulation::set(const std::string& key, double value) {
  char text[32] = "";
  std::to_chars(text, text + sizeof text - 1, value);  // to the last digit
  return set(key, text);
}

std::vector<Channel> Simulation::list_channels() const {
  return scenario::build_system(read(scenario_, settings_))->channels();
}

Outcome Simulation::run(const std::function<bool(double done)>& on_progress) const {
  const scenario::Scenario scenario = read(scenario_, settings_);
  const auto system = scenario::build_system(scenario);
  const VecX state = analysis::calc_initial_state(*system, scenario);
  analysis::TimeRunOptions options = scenario::make_run_options(scenario);
  bool is_cancelled = false;
  options.is_cancelled = [&] { return is_cancelled; };
  if (on_progress)
    options.on_progress = [&](double t) { is_cancelled = !on_progress(t / scenario.duration); };
  Trajectory rows(system->channels());
  const analysis::TimeRunSummary summary = analysis::run(*system, state, options, rows);
  return {summary.status,    summary.message,    summary.t,
          summary.wall_time, summary.statistics, std::move(rows)};
}

Trajectory read_results(const std::filesystem::path& file) {
  const results::ResultsReader results(file);
  Trajectory rows(results.channels());
  std::vector<std::vector<double>> columns;
  for (const Channel& channel : results.channels()) columns.push_back(results.read(channel.name));
  std::vector<double> row(columns.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    for (std::size_t c = 0; c < columns.size(); ++c) row[c] = columns[c][i];
    rows.append(row);
  }
  return rows;
}

}  // namespace fourfoot
