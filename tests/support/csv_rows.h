#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace fourfoot::test {

/// One row of a reference file, by column name.
using CsvRow = std::map<std::string, double>;

/// Reads a CSV of numbers with a header line; lines that start with # are comments. Throws if the
/// file is absent, so that a test without its data fails.
inline std::vector<CsvRow> read_csv_rows(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("no file " + path);
  std::vector<std::string> names;
  std::vector<CsvRow> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (line.back() == '\r') line.pop_back();
    std::vector<std::string> cells;
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    if (names.empty()) {
      names = cells;
      continue;
    }
    CsvRow row;
    for (std::size_t i = 0; i < cells.size(); ++i) row[names.at(i)] = std::stod(cells[i]);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace fourfoot::test
