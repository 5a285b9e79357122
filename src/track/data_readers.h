#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/source_location.h"

namespace fourfoot::track {

/// A column that a data file must or may have.
struct ColumnWanted {
  std::string name;
  std::string unit;  ///< SI unit to deliver
  bool is_required = false;
  std::vector<std::string> synonyms = {};    ///< upper case, spaces, _ and - do not matter
  std::map<std::string, double> words = {};  ///< text that stands for a number; "" for no text
  bool is_chainage = false;                  ///< "12+345.6" is 12345.6
};

/// Columns by name, in SI.
using Columns = std::map<std::string, std::vector<double>>;

/// What is asked of a data file.
struct ColumnRequest {
  std::string path;
  SourceLocation where;  ///< where the file is named
  std::vector<ColumnWanted> wanted;
  std::map<std::string, std::string> names = {};  ///< wanted column: what the file calls it
  /// A file as somebody else delivers it: other columns are skipped and listed, synonyms hold,
  /// decimal commas are read where cells are not separated by commas.
  bool is_foreign = false;
  std::map<std::string, std::string> units = {};  ///< of columns whose header says none
};

struct ColumnTable {
  Columns values;
  std::map<std::string, double> steps;  ///< one unit of the last decimal place that is written
  std::vector<std::string> skipped;     ///< columns that nobody asked for
  std::shared_ptr<const SourceFile> file;
  std::vector<int> lines;  ///< of each row

  bool has(const std::string& name) const { return values.count(name) != 0; }
  SourceLocation where(std::size_t row) const { return {file, lines[row], 1, 1}; }
};

/// Reads columns of a data file; input provides it, so that this room knows no file format. Throws
/// InputError if the file cannot be used.
using ColumnReader = std::function<ColumnTable(const ColumnRequest&)>;

struct Alignment;
struct AlignmentRequest;

/// Reads an alignment of any format that input knows.
using AlignmentReader = std::function<Alignment(const AlignmentRequest&)>;

/// What opens files for this room; either may be empty where no files are read.
struct DataReaders {
  ColumnReader columns = {};
  AlignmentReader alignment = {};
};

}  // namespace fourfoot::track
