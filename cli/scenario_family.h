#pragma once

#include <string>
#include <vector>

#include "analysis/family.h"

namespace fourfoot::cli {

/// Scenarios of a file with its --set overrides and one more, `key` = value. Reads the file anew
/// for each value, one thread at a time.
analysis::Family make_family(const std::string& scenario, const std::vector<std::string>& set,
                             const std::string& key);

}  // namespace fourfoot::cli
