#include "integrate/linear/log_decrement.h"

#include <cmath>
#include <numbers>

#include "base/error.h"

namespace fourfoot::integrate::linear {
namespace {

/// Vertex of the parabola through (-1, a), (0, b), (1, c), in steps from the middle.
Extremum calc_vertex(double a, double b, double c) {
  const double curvature = a - 2.0 * b + c;
  if (curvature == 0.0) return {0.0, b};
  const double position = 0.5 * (a - c) / curvature;
  return {position, b - 0.125 * (a - c) * (a - c) / curvature};
}

}  // namespace

std::vector<Extremum> find_extrema(std::span<const double> x, double t0, double dt,
                                   bool first_is_extremum) {
  std::vector<Extremum> result;
  if (x.empty()) return result;
  if (first_is_extremum) result.push_back({t0, x[0]});
  for (std::size_t i = 1; i + 1 < x.size(); ++i) {
    const bool is_maximum = x[i] >= x[i - 1] && x[i] > x[i + 1];
    const bool is_minimum = x[i] <= x[i - 1] && x[i] < x[i + 1];
    if (!is_maximum && !is_minimum) continue;
    // A first sample at rest and its rounded successors are one turning point, not two.
    if (result.size() == 1 && first_is_extremum && (is_maximum == (x[0] > 0.0))) continue;
    const Extremum vertex = calc_vertex(x[i - 1], x[i], x[i + 1]);
    result.push_back({t0 + (static_cast<double>(i) + vertex.t) * dt, vertex.x});
  }
  return result;
}

LogDecrement calc_log_decrement(std::span<const Extremum> extrema) {
  if (extrema.size() < 5) throw RunError("log decrement: fewer than five turning points");
  for (std::size_t i = 0; i < 4; ++i) {
    if (!(extrema[i].x * extrema[i + 1].x < 0.0)) {
      throw RunError("log decrement: the turning points do not alternate about zero");
    }
  }
  const auto ratio = [&](std::size_t i, std::size_t j) {
    return std::log(extrema[i - 1].x / extrema[j - 1].x);
  };
  LogDecrement result{ratio(1, 3), ratio(3, 5), 0.5 * ratio(1, 5), ratio(2, 4), 0.0, 0.0};
  result.mean = 0.25 * (result.lambda_13 + result.lambda_35 + result.lambda_15 + result.lambda_24);
  result.damping_ratio = result.mean / std::hypot(2.0 * std::numbers::pi, result.mean);
  return result;
}

}  // namespace fourfoot::integrate::linear
