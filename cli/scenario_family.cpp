#include "cli/scenario_family.h"

#include <fmt/format.h>

#include <mutex>

#include "cli/overrides.h"
#include "io/scenario_file.h"

namespace fourfoot::cli {

analysis::Member read_member(const std::string& scenario,
                             const std::vector<io::Override>& overrides) {
  // The unit library is not made for several threads, and two that build one contact table do the
  // work twice.
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  analysis::Member member;
  member.scenario = io::read_scenario_file(scenario, overrides).scenario;
  member.system = analysis::build_system(member.scenario);
  return member;
}

analysis::Family make_family(const std::string& scenario, const std::vector<std::string>& set,
                             const std::string& key) {
  return [scenario, key, overrides = parse_overrides(set)](double value) {
    std::vector<io::Override> all = overrides;
    all.push_back({key, fmt::format("{:.17g}", value)});
    return read_member(scenario, all);
  };
}

}  // namespace fourfoot::cli
