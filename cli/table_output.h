#pragma once

#include <cstdio>
#include <string>
#include <vector>

namespace fourfoot::cli {

/// Columns of numbers on their way to a person or a machine.
struct DataTable {
  std::vector<std::string> names;
  std::vector<std::string> units;  ///< as many as names; "" or "1" is dimensionless
  std::vector<std::vector<double>> columns;
  /// Columns of texts that stand before the numbers: the user's own names of the rows.
  std::vector<std::string> label_names = {};
  std::vector<std::vector<std::string>> labels = {};
};

/// CSV: a header of names, then rows; every number reads back to the same value.
void print_csv(const DataTable& table, std::FILE* to);
/// JSON: {"units": {name: unit}, "columns": {name: [values]}}; what is not finite is null.
void print_json(const DataTable& table, std::FILE* to);
/// JSON by rows: an array of objects, or the object itself where there is one case, e.g. {"a":
/// 0.006, "b": 0.004}. SI units.
void print_json_rows(const DataTable& table, bool one_case, std::FILE* to);
/// Aligned columns with units, six digits.
void print_text(const DataTable& table, std::FILE* to);
/// By the word of --format.
void print_table(const DataTable& table, const std::string& format, std::FILE* to);

}  // namespace fourfoot::cli
