#pragma once

#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace fourfoot::integrate {

/// The rows of a file of tests/data below its header, as text.
inline std::vector<std::vector<std::string>> read_csv(const std::string& name) {
  std::ifstream file(std::string(FOURFOOT_TEST_DATA "/") + name);
  if (!file) throw std::runtime_error("no test data " + name);
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::vector<std::string> row;
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, ',');) row.push_back(field);
    rows.push_back(row);
  }
  return rows;
}

inline double to_number(const std::string& field) {
  return field == "nan" ? std::numeric_limits<double>::quiet_NaN() : std::stod(field);
}

}  // namespace fourfoot::integrate
