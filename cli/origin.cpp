#include "cli/origin.h"

#include "base/version.h"
#include "cli/overrides.h"
#include "input/scenario_file.h"

namespace fourfoot::cli {

nlohmann::ordered_json describe_origin(const std::string& scenario,
                                       const std::vector<std::string>& set) {
  return {{"program", "fourfoot " + get_version()},
          {"commit", get_commit()},
          {"scenario", scenario},
          {"title", input::read_scenario_file(scenario, parse_overrides(set)).scenario.title},
          {"set", set}};
}

}  // namespace fourfoot::cli
