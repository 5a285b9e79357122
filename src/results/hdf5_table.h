#pragma once

#include <hdf5.h>

#include <string>

#include "results/results_table.h"

namespace fourfoot::results::h5 {

/// How many bytes write_table needs at most, HDF5's own included.
std::size_t estimate_bytes(const ResultsTable& table);
/// Makes the group with all above it. Throws std::runtime_error if HDF5 refuses.
void write_table(hid_t file, const ResultsTable& table);

}  // namespace fourfoot::results::h5
