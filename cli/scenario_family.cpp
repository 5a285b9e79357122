#include "cli/scenario_family.h"

#include <fmt/format.h>

#include <memory>
#include <mutex>

#include "cli/overrides.h"
#include "io/scenario_file.h"

namespace fourfoot::cli {

analysis::Family make_family(const std::string& scenario, const std::vector<std::string>& set,
                             const std::string& key) {
  // The unit library is not made for several threads.
  const auto mutex = std::make_shared<std::mutex>();
  return [mutex, scenario, key, overrides = parse_overrides(set)](double value) {
    const std::lock_guard lock(*mutex);
    std::vector<io::Override> all = overrides;
    all.push_back({key, fmt::format("{:.17g}", value)});
    return io::read_scenario_file(scenario, all).scenario;
  };
}

}  // namespace fourfoot::cli
