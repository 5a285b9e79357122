#include "evaluate/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace fourfoot::evaluate {

constexpr double not_there = std::numeric_limits<double>::quiet_NaN();

double find_percentile(std::vector<double>& x, double percent) {
  if (x.empty()) return not_there;
  const double h = static_cast<double>(x.size() - 1) * std::clamp(percent, 0.0, 100.0) / 100.0;
  const auto below = static_cast<std::ptrdiff_t>(h);
  const auto at = x.begin() + below;
  std::nth_element(x.begin(), at, x.end());
  const double low = *at, part = h - static_cast<double>(below);
  if (part <= 0.0 || at + 1 == x.end()) return low;
  return low + part * (*std::min_element(at + 1, x.end()) - low);
}

double calc_mean(const std::vector<double>& x) {
  if (x.empty()) return not_there;
  return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
}

double calc_standard_deviation(const std::vector<double>& x) {
  if (x.size() < 2) return not_there;
  const double mean = calc_mean(x);
  double sum = 0.0;
  for (const double value : x) sum += (value - mean) * (value - mean);
  return std::sqrt(sum / static_cast<double>(x.size() - 1));
}

}  // namespace fourfoot::evaluate
