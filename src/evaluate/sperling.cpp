#include "evaluate/sperling.h"

#include <cmath>
#include <limits>

namespace fourfoot::evaluate {

namespace {

// Solves W_(k-1)/6 + 2 W_k/3 + W_(k+1)/6 = r_k with W = r beyond the ends, by elimination.
std::vector<double> undo_spreading(std::vector<double> r) {
  const std::size_t n = r.size();
  std::vector<double> upper(n, 0.0);
  r.front() = r.front() * 5.0 / 6.0;
  r.back() = r.back() * 5.0 / 6.0;
  for (std::size_t k = 0; k < n; ++k) {
    const double before = k > 0 ? upper[k - 1] : 0.0;
    const double pivot = 2.0 / 3.0 - before / 6.0;
    upper[k] = 1.0 / 6.0 / pivot;
    r[k] = (r[k] - (k > 0 ? r[k - 1] / 6.0 : 0.0)) / pivot;
  }
  for (std::size_t k = n - 1; k-- > 0;) r[k] -= upper[k] * r[k + 1];
  return r;
}

}  // namespace

double calc_sperling_weight(double f, double gain) {
  const double f2 = f * f, a = 1.0 - 0.277 * f2, b = 1.563 * f - 0.0368 * f2 * f;
  return gain * std::sqrt((1.911 * f2 + 0.0625 * f2 * f2) / (a * a + b * b));
}

double calc_sperling(const std::vector<double>& f, const std::vector<double>& density, double gain,
                     double exponent) {
  if (f.size() < 4) return std::numeric_limits<double>::quiet_NaN();
  std::vector<double> weights;
  for (const double value : f) {
    const double B = 100.0 * calc_sperling_weight(value, gain);
    weights.push_back(B * B);
  }
  weights = undo_spreading(std::move(weights));
  double power = 0.0;
  for (std::size_t k = 0; k < f.size(); ++k) power += weights[k] * density[k];
  return std::pow(std::max(0.0, 2.0 * power * (f[1] - f[0])), exponent);
}

}  // namespace fourfoot::evaluate
