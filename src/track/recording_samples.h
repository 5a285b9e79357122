#pragma once

#include <string>
#include <vector>

#include "track/recording.h"

namespace fourfoot::track {

using Samples = std::vector<double>;

/// a x + b y.
Samples combine(double a, const Samples& x, double b, const Samples& y);

/// The columns of a table on their way to samples at equal distances.
class RecordingSamples {
 public:
  RecordingSamples(const ColumnTable& table, const RecordingOptions& options,
                   const RecordingRows& rows, const Track& line);

  const Samples& s() const { return s_; }
  double step() const { return step_; }
  bool has(const char* name) const { return table_.has(name); }

  /// A column at equal distances, with the sign of its quantity.
  Samples take(const std::string& name, const std::string& quantity) const;

  /// The name of a side's column where the car may have run against the line.
  std::string pick(const std::string& quantity, bool is_left) const {
    return quantity + (is_left != is_mirrored_ ? "_left" : "_right");
  }
  bool is_mirrored() const { return is_mirrored_; }

  /// Readings less what the instrument shows of the design, where they hold it; in the line's axes.
  Samples without_design(Samples readings, const Instrument& instrument,
                         double DesignReading::*part) const;

  /// The shape behind readings, in the band.
  Samples restore(const Samples& readings, const Instrument& instrument,
                  const WaveBand& band) const;

 private:
  void fill_holes(const std::string& name, Samples& values) const;

  Samples resample_rows(const Samples& values) const;

  const ColumnTable& table_;
  const RecordingOptions& o_;
  const RecordingRows& rows_;
  const Track& line_;
  double step_ = 0.0;
  bool runs_against_ = false, is_mirrored_ = false;
  Samples s_;
};

}  // namespace fourfoot::track
