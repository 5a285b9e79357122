#pragma once

#include <array>
#include <cstddef>

namespace fourfoot::integrate {

/// What single steps took, with their events, without what `on_output` does (a file to be written).
struct StepTimes {
  long count = 0;                  ///< steps that were clocked
  double mean = 0.0, worst = 0.0;  ///< [s]
  double percentile_99_9 = 0.0;    ///< 99.9 % of the steps took no longer [s]
};

/// Counts times in classes of equal ratio, so that its size does not grow with the run. Count, mean
/// and worst are exact; a percentile is the upper end of its class, at most 1.1 % above the exact
/// one and never above the worst. Times are told apart from 1 ns to 1 h.
class StepClock {
 public:
  void add(double seconds);
  StepTimes summarise() const;

 private:
  static constexpr int per_octave = 64, octaves = 42;  ///< 2^42 ns are 73 min
  std::array<long, static_cast<std::size_t>(per_octave* octaves)> counts_{};
  long count_ = 0;
  double sum_ = 0.0, worst_ = 0.0;  ///< [s]
};

}  // namespace fourfoot::integrate
