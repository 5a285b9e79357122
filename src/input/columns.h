#pragma once

#include <memory>
#include <vector>

#include "track/data_readers.h"

namespace fourfoot::input {

/// Reads columns of numbers from a CSV file: a header of names, each with its unit in brackets if
/// it is not SI (`vertical [mm]`), then rows separated by commas, semicolons or tabs. Lines that
/// start with # are comments. Faults are InputErrors at the line and column of the data file.
track::ColumnTable read_columns(std::shared_ptr<const SourceFile> source,
                                const track::ColumnRequest& request);

/// Readers for the rooms below that also remember every file they read in `sources`.
track::DataReaders make_data_readers(std::vector<std::shared_ptr<const SourceFile>>& sources);

}  // namespace fourfoot::input
