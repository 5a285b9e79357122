#include "input/scenario_family.h"

#include <fmt/format.h>

#include <optional>

#include "input/scenario_file.h"
#include "scenario/speed_change.h"

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

namespace {

/// Members that differ in their speed alone share what the first of them was built of.
scenario::Family share_all_but_speed(scenario::Family read) {
  constexpr double least = 0.1,
                   most = 500.0;  // files that say less or more are read: that may fail
  struct First {
    std::mutex mutex;
    std::optional<scenario::Member> member;
  };
  return [read = std::move(read), first = std::make_shared<First>()](double v) {
    {
      const std::lock_guard lock(first->mutex);
      if (first->member && v >= least && v <= most) {
        if (auto moved = scenario::change_speed(*first->member, v)) return std::move(*moved);
      }
    }
    scenario::Member member = read(v);
    const std::lock_guard lock(first->mutex);
    if (!first->member) first->member = member;
    return member;
  };
}

}  // namespace

scenario::Family make_family(const ScenarioSource& scenario, const std::vector<Setting>& overrides,
                             const std::string& key) {
  scenario::Family read = [scenario, key, overrides](double value) {
    std::vector<Setting> all = overrides;
    all.push_back({key, fmt::format("{:.17g}", value)});
    return read_member(scenario, all);
  };
  return key == "speed.v" ? share_all_but_speed(std::move(read)) : read;
}

}  // namespace fourfoot::input
