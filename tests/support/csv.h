#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace fourfoot::testing {

/// A CSV table of reference results: cells by row and column name.
class CsvTable {
 public:
  explicit CsvTable(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    std::string line;
    std::getline(file, line);
    header_ = split(line);
    while (std::getline(file, line)) {
      if (!line.empty()) rows_.push_back(split(line));
    }
  }
  std::size_t size() const { return rows_.size(); }
  std::string text(std::size_t row, const std::string& column) const {
    return rows_.at(row).at(find(column));
  }
  double number(std::size_t row, const std::string& column) const {
    return std::stod(text(row, column));
  }

 private:
  static std::vector<std::string> split(std::string line) {
    std::vector<std::string> cells;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    return cells;
  }
  std::size_t find(const std::string& column) const {
    for (std::size_t i = 0; i < header_.size(); ++i) {
      if (header_[i] == column) return i;
    }
    throw std::runtime_error("no column " + column);
  }
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace fourfoot::testing
