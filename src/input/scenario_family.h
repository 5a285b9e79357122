#pragma once

#include <string>
#include <vector>

#include "base/setting.h"
#include "scenario/family.h"

namespace fourfoot::input {

/// A scenario file with overrides and the system it describes. Reads one at a time, whatever the
/// number of threads that call it.
scenario::Member read_member(const std::string& scenario, const std::vector<Setting>& overrides);

/// Members of a file with its --set overrides and one more, `key` = value; the file is read anew
/// for each value.
scenario::Family make_family(const std::string& scenario, const std::vector<Setting>& overrides,
                             const std::string& key);

}  // namespace fourfoot::input
