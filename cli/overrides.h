#pragma once

#include <string>
#include <vector>

#include "io/load.h"

namespace fourfoot::cli {

/// The --set arguments of a verb.
inline std::vector<io::Override> parse_overrides(const std::vector<std::string>& arguments) {
  std::vector<io::Override> overrides;
  for (const std::string& argument : arguments) overrides.push_back(io::parse_override(argument));
  return overrides;
}

}  // namespace fourfoot::cli
