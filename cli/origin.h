#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace fourfoot::cli {

/// What a result rests on, for the head of its JSON: program with version (and commit), scenario
/// file and its title, overrides in their order. Reads the scenario.
nlohmann::ordered_json describe_origin(const std::string& scenario,
                                       const std::vector<std::string>& set);

}  // namespace fourfoot::cli
