#include "contact/normal/elliptic.h"

#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace fourfoot::contact {

namespace {

constexpr double series_limit = 0.1;  // of e^2: 16 terms leave 1e-16
constexpr int series_terms = 16;

// w_n = (2n-1)!! / (2n)!!, the mean of sin^2n over a quarter turn.
constexpr std::array<double, series_terms + 2> make_wallis_ratios() {
  std::array<double, series_terms + 2> w{1.0};
  for (int n = 1; n < series_terms + 2; ++n) w[n] = w[n - 1] * (2.0 * n - 1.0) / (2.0 * n);
  return w;
}

EllipticIntegrals sum_series(double m) {
  static constexpr auto w = make_wallis_ratios();
  double K = 0.0, D = 0.0, B = 0.0, S = 0.0;
  for (int n = series_terms - 1; n >= 0; --n) {
    K = K * m + w[n] * w[n];
    D = D * m + w[n] * w[n + 1];
    B = B * m + w[n] * (w[n] - w[n + 1]);
    S = S * m + w[n + 1] * (w[n + 1] - 2.0 * w[n + 2] + w[n]);
  }
  constexpr double half_pi = 0.5 * std::numbers::pi;
  return {half_pi * K, half_pi * (K - m * D), half_pi * B, half_pi * D, half_pi * S};
}

}  // namespace

EllipticIntegrals calc_elliptic_integrals(double k) {
  if (!(k > 0.0 && k <= 1.0)) throw std::logic_error("elliptic integrals need 0 < k <= 1");
  const double m = (1.0 - k) * (1.0 + k);
  if (m < series_limit) return sum_series(m);
  // AGM of 1 and k; E = K (1 - sum 2^(n-1) c_n^2), c_0 = e.
  double mean = 1.0, geometric = k, sum = 0.5 * m, power = 0.5;
  for (int n = 0; n < 40; ++n) {
    const double c = 0.5 * (mean - geometric);
    const double next = 0.5 * (mean + geometric);
    geometric = std::sqrt(mean * geometric);
    mean = next;
    power *= 2.0;
    sum += power * c * c;
    if (std::abs(c) < 1e-9 * mean) break;  // the next c is of the order of its square
  }
  const double K = 0.5 * std::numbers::pi / mean;
  // K - E = K sum, so D needs no difference of nearly equal numbers.
  const double D = K * sum / m;
  const double B = K - D;
  return {K, K - m * D, B, D, (B - k * k * D) / m};
}

}  // namespace fourfoot::contact
