#pragma once

#include <map>
#include <string>
#include <vector>

namespace fourfoot::results {

/// One column of a table in a results file: numbers, or texts.
struct ResultsColumn {
  std::string name;
  std::string unit;  ///< SI, as UDUNITS-2 spells it; empty for texts
  std::string description;
  std::vector<double> values;
  std::vector<std::string> texts;
};

/// A group of a results file besides the rows: what does not change in time, such as where the
/// bodies are nominally. Columns of one table are equally long.
struct ResultsTable {
  std::string path;                          ///< of the group, e.g. "model/bodies"
  std::map<std::string, std::string> texts;  ///< attributes of the group
  std::map<std::string, double> numbers;     ///< attributes of the group, SI
  std::vector<ResultsColumn> columns;

  /// Null if there is none of that name.
  const ResultsColumn* find(const std::string& name) const;
};

}  // namespace fourfoot::results
