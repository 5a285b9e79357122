#include "track/ramps.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fourfoot::track {

namespace {

/// The last row that one straight line from `first` reaches with all rows between within their
/// tolerances: the slopes that do so are an interval that only shrinks.
std::size_t find_reach(const std::vector<double>& s, const std::vector<double>& v,
                       const std::vector<double>& tolerances, std::size_t first) {
  double low = -std::numeric_limits<double>::infinity(), high = -low;
  std::size_t reach = first;
  for (std::size_t j = first + 1; j < s.size(); ++j) {
    const double run = s[j] - s[first];
    if (!(s[j] > s[j - 1])) break;  // a jump
    const double slope = (v[j] - v[first]) / run, margin = tolerances[j] / run;
    if (slope >= low && slope <= high) reach = j;
    low = std::max(low, slope - margin);
    high = std::min(high, slope + margin);
    if (low > high) break;
  }
  return std::max(reach, first + 1);
}

}  // namespace

std::vector<Ramp> find_ramps(const std::vector<double>& s, const std::vector<double>& values,
                             const std::vector<double>& tolerances) {
  std::vector<Ramp> ramps;
  std::size_t first = 0;
  while (first + 1 < s.size()) {
    if (!(s[first + 1] > s[first])) {
      ++first;
      continue;
    }
    const std::size_t last = find_reach(s, values, tolerances, first);
    ramps.push_back({first, last, s[first], s[last], values[first], values[last]});
    first = last;
  }
  // What is constant to its rounding becomes so exactly, and its neighbours join it.
  for (std::size_t i = 0; i < ramps.size(); ++i) {
    Ramp& ramp = ramps[i];
    if (std::abs(ramp.v1 - ramp.v0) > std::min(tolerances[ramp.first], tolerances[ramp.last]))
      continue;
    const bool joins_before = i > 0 && ramps[i - 1].last == ramp.first;
    const bool joins_after = i + 1 < ramps.size() && ramps[i + 1].first == ramp.last;
    const double value = ramp.v0 == 0.0 || ramp.v1 == 0.0 ? 0.0 : 0.5 * (ramp.v0 + ramp.v1);
    ramp.v0 = ramp.v1 = value;
    if (joins_before) ramps[i - 1].v1 = value;
    if (joins_after) ramps[i + 1].v0 = value;
  }
  return ramps;
}

}  // namespace fourfoot::track
