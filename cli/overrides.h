#pragma once

#include <string>
#include <vector>

#include "input/load.h"

namespace fourfoot::cli {

/// The --set arguments of a verb.
inline std::vector<Setting> parse_overrides(const std::vector<std::string>& arguments) {
  std::vector<Setting> overrides;
  for (const std::string& argument : arguments)
    overrides.push_back(input::parse_override(argument));
  return overrides;
}

}  // namespace fourfoot::cli
