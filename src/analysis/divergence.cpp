#include "analysis/divergence.h"

#include <array>
#include <cmath>
#include <limits>

namespace fourfoot::analysis {

namespace {

constexpr std::size_t least = 40;  // points
constexpr std::size_t apart = 3;   // returns by which neighbours must differ in time
constexpr std::size_t ahead = 6;   // returns over which they are followed

std::size_t find_neighbour(const std::vector<VecX>& points, std::size_t i, std::size_t count) {
  std::size_t best = count;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < count; ++j) {
    if ((i > j ? i - j : j - i) < apart) continue;
    const double distance = (points[i] - points[j]).squaredNorm();
    if (!(distance < nearest)) continue;
    nearest = distance;
    best = j;
  }
  return best;
}

}  // namespace

double calc_divergence(const std::vector<VecX>& points) {
  if (points.size() < least) return std::numeric_limits<double>::quiet_NaN();
  const std::size_t count = points.size() - ahead;
  std::array<double, ahead + 1> sum{}, number{};
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t j = find_neighbour(points, i, count);
    for (std::size_t k = 1; k <= ahead; ++k) {
      const double distance = (points[i + k] - points[j + k]).norm();
      if (!(distance > 0.0)) continue;
      sum[k] += std::log(distance);
      number[k] += 1.0;
    }
  }
  double n = 0.0, sk = 0.0, sl = 0.0, skk = 0.0, skl = 0.0;
  for (std::size_t k = 1; k <= ahead; ++k) {
    if (number[k] == 0.0) return 0.0;  // the points repeat exactly
    const double x = static_cast<double>(k), l = sum[k] / number[k];
    n += 1.0;
    sk += x;
    sl += l;
    skk += x * x;
    skl += x * l;
  }
  return (n * skl - sk * sl) / (n * skk - sk * sk);
}

}  // namespace fourfoot::analysis
