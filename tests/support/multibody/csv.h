#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace fourfoot::test {

/// Columns of a CSV file by their heading.
inline std::map<std::string, std::vector<double>> read_csv(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot open " + path);
  std::string line, cell;
  std::vector<std::string> heads;
  std::getline(in, line);
  for (std::stringstream row(line); std::getline(row, cell, ',');) heads.push_back(cell);
  std::map<std::string, std::vector<double>> columns;
  while (std::getline(in, line)) {
    std::stringstream row(line);
    for (std::size_t i = 0; std::getline(row, cell, ','); ++i) {
      columns[heads.at(i)].push_back(std::stod(cell));
    }
  }
  return columns;
}

}  // namespace fourfoot::test
