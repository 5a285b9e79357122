#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "track/irregularity_registry.h"

namespace fourfoot::input {

/// Reads columns of numbers from a CSV file: a header of names, each with its unit in brackets if
/// it is not SI (`vertical [mm]`), then rows separated by commas, semicolons or tabs. Lines that
/// start with # are comments. Faults are InputErrors at the line and column of the data file;
/// `named_at` is where the file's name was written.
track::Columns read_columns(std::shared_ptr<const SourceFile> source,
                            const std::vector<track::ColumnWanted>& wanted,
                            const SourceLocation& named_at);

/// A reader for the rooms below that also remembers every file it read in `sources`.
track::ColumnReader make_column_reader(std::vector<std::shared_ptr<const SourceFile>>& sources);

}  // namespace fourfoot::input
