#pragma once

#include <vector>

#include "scenario/study.h"
#include "system/system.h"

namespace fourfoot::jobs {

/// A column of measured data, over time or chainage.
struct MeasuredRecord {
  std::vector<double> at, value;  ///< SI; `at` ascends
  std::string unit;               ///< of the values, SI; empty: the record does not say
};

/// The record of a measure. InputError missing-channel, not-ascending, no-rows, unknown-unit, and
/// those of results::SignalFile.
MeasuredRecord read_record(const scenario::Measure& measure);

/// The channel of a measure in a run, to be held against a record.
class ComparedRun {
 public:
  /// InputError wrong-unit if the record is of another kind.
  ComparedRun(const system::System& system, const scenario::Measure& measure,
              const MeasuredRecord& record);
  void append(const std::vector<double>& row);
  /// Root mean square (or largest amount) of run less record, at the points of the record that the
  /// run reaches and that lie in the measure's window; the run is interpolated between its rows.
  /// nan if there is none.
  double calc_difference(const MeasuredRecord& record) const;

 private:
  const scenario::Measure& measure_;
  std::size_t channel_ = 0;
  std::vector<double> time_, chainage_, value_;
};

}  // namespace fourfoot::jobs
