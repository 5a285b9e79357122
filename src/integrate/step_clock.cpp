#include "integrate/step_clock.h"

#include <algorithm>
#include <cmath>

namespace fourfoot::integrate {

namespace {

constexpr double least_time = 1e-9;  // [s]

}  // namespace

void StepClock::add(double seconds) {
  const double ratio = std::max(1.0, seconds / least_time);
  const int index = static_cast<int>(per_octave * std::log2(ratio));
  ++counts_[static_cast<std::size_t>(std::clamp(index, 0, per_octave * octaves - 1))];
  ++count_;
  sum_ += seconds;
  worst_ = std::max(worst_, seconds);
}

StepTimes StepClock::summarise() const {
  StepTimes times;
  if (count_ == 0) return times;
  times.count = count_;
  times.mean = sum_ / static_cast<double>(count_);
  times.worst = worst_;
  times.percentile_99_9 = worst_;
  const long rank = std::min(static_cast<long>(0.999 * static_cast<double>(count_)), count_ - 1);
  long until = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    until += counts_[i];
    if (until <= rank) continue;
    const double end = least_time * std::exp2(static_cast<double>(i + 1) / per_octave);
    times.percentile_99_9 = std::min(end, worst_);
    break;
  }
  return times;
}

}  // namespace fourfoot::integrate
