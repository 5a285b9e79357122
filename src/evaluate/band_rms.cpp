#include "evaluate/band_rms.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

#include "evaluate/butterworth.h"

namespace fourfoot::evaluate {

namespace {

void filter_both_ways(std::vector<double>& x, double dt, double corner, Pass pass) {
  const Cascade cascade = design_butterworth(pass, 2, 1.0 / dt, corner);
  for (int i = 0; i < 2; ++i) {
    filter_causal(cascade, x);
    std::reverse(x.begin(), x.end());
  }
}

}  // namespace

double find_dominant_frequency(const std::vector<double>& x, double dt, double from, double to) {
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
  const double spacing = 0.25 / (static_cast<double>(x.size()) * dt);
  double best = from, largest = -1.0;
  const auto steps = static_cast<long>((to - from) / spacing + 1e-9);
  for (long k = 0; k <= steps; ++k) {
    const double f = from + static_cast<double>(k) * spacing;
    const std::complex<double> turn = std::polar(1.0, -2.0 * std::numbers::pi * f * dt);
    std::complex<double> sum, phase = 1.0;
    for (const double value : x) {
      sum += (value - mean) * phase;
      phase *= turn;
    }
    if (std::abs(sum) <= largest) continue;
    largest = std::abs(sum);
    best = f;
  }
  return best;
}

std::vector<double> filter_band(std::vector<double> x, double dt, double f0, double half) {
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
  for (double& value : x) value -= mean;
  if (f0 + half < 0.45 / dt) filter_both_ways(x, dt, f0 + half, Pass::low);
  if (f0 - half > 0.1) filter_both_ways(x, dt, f0 - half, Pass::high);
  return x;
}

double calc_largest_rms(const std::vector<double>& x, std::size_t width, std::size_t step) {
  double largest = 0.0;
  for (std::size_t first = 0; first + width <= x.size(); first += std::max<std::size_t>(1, step)) {
    double sum = 0.0;
    for (std::size_t i = first; i < first + width; ++i) sum += x[i] * x[i];
    largest = std::max(largest, std::sqrt(sum / static_cast<double>(width)));
  }
  return largest;
}

}  // namespace fourfoot::evaluate
