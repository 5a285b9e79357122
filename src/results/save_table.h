#pragma once

#include <filesystem>

#include "results/results_table.h"

namespace fourfoot::results {

/// Puts a table into a finished results file, in place of one of the same path. A copy with the
/// table replaces the file at once, so that whatever happens there is the old one or the whole new
/// one. Throws InputError ("file-not-found", "not-results", "output-busy" while a run writes it,
/// "output-unwritable"), RunError if the disk is full.
void save_table(const std::filesystem::path& file, const ResultsTable& table);

}  // namespace fourfoot::results
