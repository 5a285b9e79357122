#pragma once

#include <string>
#include <vector>

namespace fourfoot::jobs {

/// Columns of numbers on their way to a person or a machine.
struct DataTable {
  std::vector<std::string> names;
  std::vector<std::string> units;  ///< as many as names; "" or "1" is dimensionless
  std::vector<std::vector<double>> columns;
  /// Columns of texts that stand before the numbers: the user's own names of the rows.
  std::vector<std::string> label_names = {};
  std::vector<std::vector<std::string>> labels = {};
};

}  // namespace fourfoot::jobs
