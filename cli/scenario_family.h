#pragma once

#include <string>
#include <vector>

#include "analysis/family.h"
#include "io/override.h"

namespace fourfoot::cli {

/// A scenario file with overrides and the system it describes. Reads one at a time, whatever the
/// number of threads that call it.
analysis::Member read_member(const std::string& scenario,
                             const std::vector<io::Override>& overrides);

/// Members of a file with its --set overrides and one more, `key` = value; the file is read anew
/// for each value.
analysis::Family make_family(const std::string& scenario, const std::vector<std::string>& set,
                             const std::string& key);

}  // namespace fourfoot::cli
