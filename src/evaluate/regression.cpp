#include "evaluate/regression.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <optional>

#include "evaluate/statistics.h"

namespace fourfoot::evaluate {

namespace {

using Rows = std::vector<std::vector<double>>;

/// Inverse of a small symmetric positive matrix by Gauss and Jordan; none if it is singular.
std::optional<Rows> invert(Rows a) {
  const std::size_t n = a.size();
  Rows inverse(n, std::vector<double>(n, 0.0));
  for (std::size_t i = 0; i < n; ++i) inverse[i][i] = 1.0;
  for (std::size_t k = 0; k < n; ++k) {
    // The diagonal was 1 before; what is left of it is the share not explained by the others.
    const double pivot = a[k][k];
    if (!(pivot > 1e-9)) return std::nullopt;
    for (std::size_t j = 0; j < n; ++j) {
      a[k][j] /= pivot;
      inverse[k][j] /= pivot;
    }
    for (std::size_t i = 0; i < n; ++i) {
      const double factor = a[i][k];
      if (i == k || factor == 0.0) continue;
      for (std::size_t j = 0; j < n; ++j) {
        a[i][j] -= factor * a[k][j];
        inverse[i][j] -= factor * inverse[k][j];
      }
    }
  }
  return inverse;
}

std::vector<double> take_column(const Rows& x, std::size_t j) {
  std::vector<double> column;
  for (const auto& row : x) column.push_back(row[j]);
  return column;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

// In double precision: Boost would work in long double, whose start-up alone ends a program under
// valgrind, which has no such numbers.
double calc_student_quantile(double probability, double degrees_of_freedom) {
  using Policy = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
  return boost::math::quantile(
      boost::math::students_t_distribution<double, Policy>(degrees_of_freedom), probability);
}

Regression regress(const Rows& x, const std::vector<double>& y, const std::vector<double>& target,
                   double probability) {
  Regression out;
  const std::size_t n = y.size(), m = target.size();
  if (n < m + 2) return out;
  const double mean = calc_mean(y);
  std::vector<double> middles, scales, right(m), at(m);
  Rows z, normal(m, std::vector<double>(m));  // z: centred columns of length 1
  for (std::size_t j = 0; j < m; ++j) {
    std::vector<double> column = take_column(x, j);
    middles.push_back(calc_mean(column));
    for (double& value : column) value -= middles[j];
    scales.push_back(std::sqrt(dot(column, column)));
    // Influences that are the same but for rounding do not vary.
    if (!(scales[j] > 1e-9 * std::max(std::abs(middles[j]), 1e-300))) return out;
    for (double& value : column) value /= scales[j];
    right[j] = dot(column, y);
    at[j] = (target[j] - middles[j]) / scales[j];
    z.push_back(std::move(column));
  }
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < m; ++j) normal[i][j] = dot(z[i], z[j]);
  const std::optional<Rows> inverse = invert(normal);
  if (!inverse) return out;
  std::vector<double> slopes;
  for (std::size_t i = 0; i < m; ++i) slopes.push_back(dot((*inverse)[i], right));
  double squares = 0.0, all = 0.0, spread = 1.0 / static_cast<double>(n);
  for (std::size_t k = 0; k < n; ++k) {
    double fitted = mean;
    for (std::size_t j = 0; j < m; ++j) fitted += slopes[j] * z[j][k];
    squares += (y[k] - fitted) * (y[k] - fitted);
    all += (y[k] - mean) * (y[k] - mean);
  }
  for (std::size_t i = 0; i < m; ++i) spread += at[i] * dot((*inverse)[i], at);
  const double freedom = static_cast<double>(n - m - 1);
  out.is_done = true;
  out.deviation = std::sqrt(squares / freedom);
  out.determination = all > 0.0 ? 1.0 - squares / all : 1.0;
  out.predicted = mean + dot(slopes, at);
  out.bound = out.predicted +
              calc_student_quantile(probability, freedom) * out.deviation * std::sqrt(1.0 + spread);
  out.coefficients = {mean};
  for (std::size_t j = 0; j < m; ++j) {
    out.coefficients.push_back(slopes[j] / scales[j]);
    out.coefficients[0] -= middles[j] * out.coefficients.back();
  }
  return out;
}

}  // namespace fourfoot::evaluate
