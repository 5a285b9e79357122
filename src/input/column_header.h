#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "track/data_readers.h"

namespace fourfoot::input {

/// A wanted column in a file.
struct UsedColumn {
  std::size_t index = 0;  ///< of its cell in a row
  const track::ColumnWanted* wanted = nullptr;
  std::string unit;  ///< as the header says
  int decimals = 0;  ///< most that a cell shows
  std::vector<double> values;
};

/// One cell of a line.
struct Cell {
  std::string_view text;  ///< without blanks and quotes
  int column = 1;         ///< where it begins in its line, from 1
  int width = 1;
};

/// Where a cell stands.
SourceLocation locate(const std::shared_ptr<const SourceFile>& source, int line, const Cell& cell);

/// Finds the wanted columns by the names that the header, the request or custom gives them; units in
/// brackets. What nobody asked for is skipped in a foreign file, else an InputError.
std::vector<UsedColumn> read_column_header(const std::vector<Cell>& cells,
                                           const track::ColumnRequest& request,
                                           const std::shared_ptr<const SourceFile>& source,
                                           int line, std::vector<std::string>& skipped);

}  // namespace fourfoot::input
