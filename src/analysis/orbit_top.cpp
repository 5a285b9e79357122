#include "analysis/orbit_top.h"

#include <algorithm>
#include <cmath>

namespace fourfoot::analysis {

namespace {

/// Largest value of the cubic over 0 to h with these ends and slopes.
double find_top(double first, double last, double slope, double last_slope, double h) {
  const double rise = last - first, b = slope * h;
  const double c = 3.0 * rise - h * (2.0 * slope + last_slope);
  const double d = h * (slope + last_slope) - 2.0 * rise;
  double top = std::max(first, last);
  const double under = c * c - 3.0 * b * d;
  if (under < 0.0) return top;
  const double q = -(c + std::copysign(std::sqrt(under), c));
  for (const double at : {q / (3.0 * d), b / q}) {
    if (at > 0.0 && at < 1.0) top = std::max(top, first + at * (b + at * (c + at * d)));
  }
  return top;
}

}  // namespace

double find_orbit_top(OrbitFlow& flow, const Passage& passage, const std::vector<double>& x,
                      double sign) {
  return find_orbit_top(flow, passage, x, sign, [&](const VecX& y) { return flow.observe(y); });
}

double find_orbit_top(OrbitFlow& flow, const Passage& passage, const std::vector<double>& x,
                      double sign, const std::function<double(const VecX& y)>& read) {
  constexpr double ahead = 1e-6;  // [s]
  const std::size_t n = x.size() - 1;
  const auto largest = std::max_element(x.begin(), x.end() - 1,
                                        [&](double a, double b) { return sign * a < sign * b; });
  const auto i = static_cast<std::size_t>(largest - x.begin());
  const auto calc_slope = [&](std::size_t k) {
    VecX rate(passage.y[k].size());
    flow.problem().calc_rate(0.0, passage.y[k], rate);
    return sign * (read(passage.y[k] + ahead * rate) - read(passage.y[k] - ahead * rate)) /
           (2.0 * ahead);
  };
  const std::size_t before = i > 0 ? i - 1 : n - 1;
  const double slope = calc_slope(i), top = sign * x[i];
  return std::max(
      find_top(sign * x[before], top, calc_slope(before), slope,
               passage.t[before + 1] - passage.t[before]),
      find_top(top, sign * x[i + 1], slope, calc_slope(i + 1), passage.t[i + 1] - passage.t[i]));
}

}  // namespace fourfoot::analysis
