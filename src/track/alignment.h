#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/schema.h"
#include "base/value.h"
#include "track/data_readers.h"
#include "track/description.h"

namespace fourfoot::track {

/// What a file of somebody else says of a line: elements, where it begins, how its chainage counts.
/// Lengths are measured in plan.
struct Alignment {
  std::string name;
  std::vector<HorizontalElement> horizontal;
  std::vector<CantElement> cant;
  std::vector<VerticalElement> vertical;
  std::optional<Vec3>
      position;          ///< of its start, in the file's coordinates: east, north, height [m]
  double heading = 0.0;  ///< of its start, from east towards north [rad]
  std::optional<double> gauge;             ///< [m]
  std::optional<double> contact_distance;  ///< [m]
  std::optional<CantRotation> cant_rotation;
  std::vector<ChainageMark> chainages;
  std::vector<Finding> warnings;
};

/// How a file is to be read: [track.alignment].
struct AlignmentRequest {
  std::string path;
  SourceLocation where;
  std::string name;                            ///< of one of several; empty: the only one
  std::map<std::string, std::string> columns;  ///< of a table: our name, the file's name
  std::optional<double> chord;                 ///< of versines [m]
  double left = 1.0;                           ///< sign of a curve to the left
  RaisedRail raised = RaisedRail::outer;       ///< by a positive cant of a table
  std::optional<double> cant_unit;             ///< of LandXML [m]
};

/// The table [track.alignment].
SchemaPtr get_alignment_schema();

/// Reads the file that the table names and puts what it says into the description.
void read_alignment(const Table& table, const DataReaders& readers, TrackDescription& description);

/// Columns of a table of a line.
std::vector<ColumnWanted> get_alignment_columns();

/// The elements behind a table: rows on one straight line of a value over chainage are one element,
/// two rows at one chainage a jump. In a table at even steps, values that lie within its rounding
/// count as on the line.
Alignment build_alignment(const ColumnTable& table, const AlignmentRequest& request);

}  // namespace fourfoot::track
