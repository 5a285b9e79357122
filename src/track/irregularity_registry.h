#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/schema.h"
#include "base/value.h"
#include "track/data_readers.h"
#include "track/irregularity.h"

namespace fourfoot::track {

struct TrackDescription;

/// What a kind may ask for while it is built.
struct IrregularityContext {
  const ColumnReader& read;
  const TrackDescription& line;  ///< its alignment is read, irregularities so far
  std::vector<Finding>& warnings;
};

struct IrregularityKind {
  SchemaPtr schema;  ///< its own parameters
  std::shared_ptr<const Irregularity> (*build)(const Table& table,
                                               const IrregularityContext& context);
};

/// All kinds by the name files use: spectrum, data, recording, sine, cosine, cusp, dip, ramp, twist,
/// plugin.
const std::map<std::string, IrregularityKind>& get_irregularity_kinds();

/// The table of one [[irregularity]] with its `type`.
SchemaPtr get_irregularity_schema();

/// Builds from a table checked against that schema; throws InputError.
std::shared_ptr<const Irregularity> build_irregularity(const Table& table,
                                                       const IrregularityContext& context);

}  // namespace fourfoot::track
