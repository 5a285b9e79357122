#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/schema.h"
#include "base/value.h"
#include "track/irregularity.h"

namespace fourfoot::track {

/// A column that a data file must or may have.
struct ColumnWanted {
  std::string name;
  std::string unit;  ///< SI unit to deliver
  bool is_required = false;
};

/// Columns by name, in SI.
using Columns = std::map<std::string, std::vector<double>>;

/// Reads columns of a data file; input provides it, so that this room knows no file format. Throws
/// InputError at `where` if the file cannot be used.
using ColumnReader = std::function<Columns(
    const std::string& path, const std::vector<ColumnWanted>& wanted, const SourceLocation& where)>;

struct IrregularityKind {
  SchemaPtr schema;  ///< its own parameters
  std::shared_ptr<const Irregularity> (*build)(const Table& table, const ColumnReader& read);
};

/// All kinds by the name files use: spectrum, data, sine, cosine, cusp, dip, ramp, twist.
const std::map<std::string, IrregularityKind>& get_irregularity_kinds();

/// The table of one [[irregularity]] with its `type`.
SchemaPtr get_irregularity_schema();

/// Builds from a table checked against that schema; throws InputError.
std::shared_ptr<const Irregularity> build_irregularity(const Table& table,
                                                       const ColumnReader& read);

}  // namespace fourfoot::track
