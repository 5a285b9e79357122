#pragma once

#include <filesystem>
#include <vector>

#include "base/data_table.h"

namespace fourfoot::results {

/// Writes columns to a MATLAB file (version 5), each a variable with a valid name ("wheelset_1/y"
/// becomes wheelset_1_y). Throws InputError if it cannot be written.
void write_mat(const std::filesystem::path& path, const std::vector<DataColumn>& columns);

}  // namespace fourfoot::results
