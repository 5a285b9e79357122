#include "analysis/checkpoint.h"

#include <algorithm>
#include <cmath>

namespace fourfoot::analysis {

std::vector<double> list_checkpoint_times(double interval, double duration,
                                          const std::vector<double>& stop_times) {
  constexpr double near = 1e-9;  // [s]
  std::vector<double> times;
  if (!(interval > 0.0)) return times;
  for (double i = 1.0; i * interval < duration - near; i += 1.0) {
    const double t = i * interval;
    const auto next = std::lower_bound(stop_times.begin(), stop_times.end(), t - near);
    times.push_back(next != stop_times.end() && *next < t + near ? *next : t);
  }
  return times;
}

std::vector<double> merge_times(std::vector<double> times, const std::vector<double>& others) {
  times.insert(times.end(), others.begin(), others.end());
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

}  // namespace fourfoot::analysis
