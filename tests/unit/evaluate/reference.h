#pragma once

#include <charconv>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace fourfoot::evaluate {

/// Rows "name, numbers" of tests/data/evaluate/reference.csv, which make_reference.py wrote by
/// scipy.
inline const std::map<std::string, std::vector<double>>& get_reference() {
  static const auto rows = [] {
    std::map<std::string, std::vector<double>> read;
    std::ifstream file(FOURFOOT_TEST_DATA "/evaluate/reference.csv");
    for (std::string line; std::getline(file, line);) {
      std::istringstream cells(line);
      std::string name, cell;
      std::getline(cells, name, ',');
      while (std::getline(cells, cell, ',')) {
        double value = 0.0;
        std::from_chars(cell.data(), cell.data() + cell.size(), value);
        read[name].push_back(value);
      }
    }
    return read;
  }();
  return rows;
}

inline constexpr double reference_rate = 200.0;

}  // namespace fourfoot::evaluate
