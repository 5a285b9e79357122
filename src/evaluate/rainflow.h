#pragma once

#include <vector>

namespace fourfoot::evaluate {

/// A range that rainflow counting found.
struct RainflowCycle {
  double range = 0.0;
  double mean = 0.0;
  double count = 0.0;  ///< 1: a cycle, 0.5: half a cycle
};

/// Rainflow counting of ASTM E1049-85, 5.4.4 [ASTM1985]. Samples come in any portions; kept are the
/// reversals that wait for their partner. Ranges of 0 are not counted.
class Rainflow {
 public:
  void append(double x);
  void append(const std::vector<double>& x) {
    for (const double value : x) append(value);
  }
  /// Counts what waits as half cycles and returns all, in the order in which they were found.
  std::vector<RainflowCycle> finish();

 private:
  void add_reversal(double x);
  std::vector<double> stack_;
  std::vector<RainflowCycle> cycles_;
  double last_ = 0.0;
  int direction_ = 0;  ///< of the record: 1 up, -1 down, 0 not known yet
  bool is_started_ = false;
};

}  // namespace fourfoot::evaluate
