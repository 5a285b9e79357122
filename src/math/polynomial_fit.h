#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace fourfoot {

/// The polynomial through the values of a function at n Chebyshev's points of -1 < x < 1, where it is
/// nearly as near to the function as any of its degree. As a sum of those that are 1 at one of the
/// points and 0 at the others; in long numbers, as these have large coefficients that cancel.
template <std::size_t n>
class PolynomialFit {
 public:
  PolynomialFit() {
    std::array<long double, n> points{};
    for (std::size_t i = 0; i < n; ++i) {
      points[i] = std::cos(std::numbers::pi * (static_cast<double>(i) + 0.5) / n);
      points_[i] = static_cast<double>(points[i]);
    }
    for (std::size_t i = 0; i < n; ++i) {
      std::array<long double, n>& basis = bases_[i];
      basis[0] = 1.0L;
      long double scale = 1.0L;
      std::size_t done = 0;
      for (std::size_t j = 0; j < n; ++j) {
        if (j == i) continue;
        for (std::size_t k = ++done; k > 0; --k) basis[k] = basis[k - 1] - points[j] * basis[k];
        basis[0] *= -points[j];
        scale *= points[i] - points[j];
      }
      for (long double& coefficient : basis) coefficient /= scale;
    }
  }

  const std::array<double, n>& points() const { return points_; }
  /// Coefficients of the powers of x.
  std::array<double, n> calc(const std::array<double, n>& values) const {
    std::array<double, n> coefficients;
    for (std::size_t k = 0; k < n; ++k) {
      long double sum = 0.0L;
      for (std::size_t i = 0; i < n; ++i) sum += bases_[i][k] * values[i];
      coefficients[k] = static_cast<double>(sum);
    }
    return coefficients;
  }

 private:
  std::array<double, n> points_;
  std::array<std::array<long double, n>, n> bases_{};
};

}  // namespace fourfoot
