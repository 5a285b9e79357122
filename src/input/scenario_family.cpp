#include "input/scenario_family.h"

#include <fmt/format.h>

#include "input/scenario_file.h"

namespace fourfoot::input {

std::unique_lock<std::mutex> lock_reading() {
  static std::mutex mutex;
  return std::unique_lock(mutex);
}

scenario::Member read_member(const ScenarioSource& scenario, const std::vector<Setting>& overrides,
                             std::vector<std::shared_ptr<const SourceFile>>* texts) {
  const auto lock = lock_reading();
  scenario::Member member;
  ScenarioFile file = read_scenario_file(scenario, overrides);
  member.scenario = std::move(file.scenario);
  if (texts != nullptr) *texts = std::move(file.sources);
  member.system = scenario::build_system(member.scenario);
  return member;
}

scenario::Family make_family(const ScenarioSource& scenario, const std::vector<Setting>& overrides,
                             const std::string& key) {
  return [scenario, key, overrides](double value) {
    std::vector<Setting> all = overrides;
    all.push_back({key, fmt::format("{:.17g}", value)});
    return read_member(scenario, all);
  };
}

}  // namespace fourfoot::input
