#include "input/scenario_family.h"

#include <fmt/format.h>

#include <mutex>

#include "input/scenario_file.h"

namespace fourfoot::input {

scenario::Member read_member(const std::string& scenario, const std::vector<Setting>& overrides) {
  // The unit library is not made for several threads, and two that build one contact table do the
  // work twice.
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  scenario::Member member;
  member.scenario = read_scenario_file(scenario, overrides).scenario;
  member.system = scenario::build_system(member.scenario);
  return member;
}

scenario::Family make_family(const std::string& scenario, const std::vector<Setting>& overrides,
                             const std::string& key) {
  return [scenario, key, overrides](double value) {
    std::vector<Setting> all = overrides;
    all.push_back({key, fmt::format("{:.17g}", value)});
    return read_member(scenario, all);
  };
}

}  // namespace fourfoot::input
