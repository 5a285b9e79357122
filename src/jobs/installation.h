#pragma once

#include <string>
#include <utility>
#include <vector>

namespace fourfoot::jobs {

/// What this Fourfoot is and finds on this machine, line by line: (what, text). What only the
/// program has (MPI, a terminal) it adds itself.
std::vector<std::pair<std::string, std::string>> describe_installation();

}  // namespace fourfoot::jobs
