#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "track/data_irregularity.h"
#include "track/data_readers.h"
#include "track/instrument.h"
#include "track/line_measure.h"

namespace fourfoot::track {

/// How a recording car's table is to be understood: its instrument file.
struct RecordingOptions {
  SourceLocation where;                 ///< of the irregularity
  std::map<std::string, double> signs;  ///< -1 where a quantity is turned round
  bool is_outward = false;              ///< alignment counts away from the track's centre
  bool is_arc_length = false;           ///< positions are s, not chainages of the line
  double offset = 0.0;                  ///< added to s [m]
  enum class Running { rows, along, against } running = Running::rows;
  enum class Sides { unknown, line, car } sides = Sides::unknown;
  bool continues_jumps = false;  ///< rows go on at equal distances over a jump
  std::optional<double> step;    ///< of the samples [m]; none: that of the rows
  WaveBand level_band{3.0, 70.0}, alignment_band{3.0, 70.0};
  Instrument level, alignment, cross_level, twist;
  double least_response = 0.2;
  double gauge = 1.435;             ///< nominal [m]
  bool has_design = false;          ///< readings hold versines of curves and cant of the design
  double fade = 10.0, scale = 1.0;  ///< [m], factor
};

/// Where the rows of a table lie.
struct RecordingRows {
  std::vector<double> s;     ///< ascending [m]
  bool is_reversed = false;  ///< the table's rows fall along the line
  double spacing = 0.0;      ///< of neighbouring rows, median [m]
};

/// Columns of a recording, with the names by which they are known.
std::vector<ColumnWanted> get_recording_columns();

/// Positions of the rows along the line. Chainages that are written more coarsely than the rows
/// follow each other become even distances. A jump that the line does not have is an InputError,
/// unless rows go on over it.
RecordingRows place_rows(const ColumnTable& table, const RecordingOptions& options,
                         const LineMeasure& measure);

/// From readings to the deviations of the rails, at equal distances: signs and sides, what the
/// instruments read of the line's design taken away if it is in them, instruments inverted, bands.
/// Warnings tell which waves of the band cannot be restored.
DataOptions build_recording_data(const ColumnTable& table, const RecordingOptions& options,
                                 const RecordingRows& rows, const Track& line,
                                 std::vector<Finding>& warnings);

/// What an instrument reads of the line's design at s, in the line's axes: offsets to the left and up
/// from a chord, the cross level (> 0 left rail higher), its difference over a base. `ahead` is +1 if
/// the car runs along the line, else -1. A space curve and an inertial platform show neither curves
/// nor gradients [m].
struct DesignReading {
  double lateral = 0.0, vertical = 0.0, cross_level = 0.0;
};
DesignReading calc_design_reading(const Track& line, const Instrument& instrument, double s,
                                  double ahead, Cursor& cursor);

}  // namespace fourfoot::track
