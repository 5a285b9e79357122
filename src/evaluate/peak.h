#pragma once

#include "evaluate/figure.h"
#include "evaluate/task.h"

namespace fourfoot::evaluate {

enum class Seek { high, low, both };

/// Seeks the largest value of a filtered signal and its time, while the record passes.
class PeakSeeker {
 public:
  PeakSeeker(const Record& record, const Quantity& quantity, Seek seek);
  /// The values of the block, filtered and averaged as the quantity says; nan is left out.
  void take(const Block& block, const std::vector<double>& x);
  /// Nothing where the record is too slow for the filter: nothing unfiltered is shown.
  void report(const std::string& subject, const char* name, const char* unit,
              std::vector<Peak>& peaks) const;

 private:
  const Record* record_;
  const Quantity* quantity_;
  Seek seek_;
  double from_, to_;  ///< without the ends, where a filter follows the last sample [s]
  double value_ = no_number, time_ = no_number;
};

}  // namespace fourfoot::evaluate
