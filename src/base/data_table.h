#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fourfoot {

/// Numbers with their name and unit; "" or "1" is dimensionless.
struct DataColumn {
  std::string name, unit;
  std::vector<double> values;
};

/// Texts with their name.
struct LabelColumn {
  std::string name;
  std::vector<std::string> values;
};

/// Columns on their way to a person or a machine.
struct DataTable {
  std::vector<LabelColumn> labels;  ///< before the numbers: the user's own names of the rows
  std::vector<DataColumn> columns;

  void add(std::string name, std::string unit, std::vector<double> values) {
    columns.push_back({std::move(name), std::move(unit), std::move(values)});
  }
};

/// A column, and how its number is read from what stands behind a row.
template <class Item>
struct ColumnOf {
  const char* name;
  const char* unit;
  double (*read)(const Item&);
};

/// Makes a table row by row from a list of such columns.
template <class Item>
class TableOf {
 public:
  explicit TableOf(std::span<const ColumnOf<Item>> columns) {
    for (const ColumnOf<Item>& c : columns) parts_.push_back({{c.name, c.unit, {}}, c.read});
  }
  void add(const Item& item) {
    for (Part& part : parts_) part.column.values.push_back(part.read(item));
  }
  DataTable take() {
    DataTable table;
    for (Part& part : parts_) table.columns.push_back(std::move(part.column));
    return table;
  }

 private:
  struct Part {
    DataColumn column;
    double (*read)(const Item&);
  };
  std::vector<Part> parts_;
};

/// All at once.
template <class Item>
DataTable tabulate(std::span<const ColumnOf<Item>> columns, const std::vector<Item>& items) {
  TableOf<Item> table(columns);
  for (const Item& item : items) table.add(item);
  return table.take();
}

}  // namespace fourfoot
