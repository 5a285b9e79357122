#include "track/wave_filter.h"

#include <unsupported/Eigen/FFT>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "track/window.h"

namespace fourfoot::track {

namespace {

constexpr double wave_turn = 2.0 * std::numbers::pi;

/// The next length that is quick to transform.
std::size_t choose_transform_length(std::size_t least) {
  std::size_t best = 64;
  while (best < least) best *= 2;
  for (const std::size_t odd : {3u, 5u, 9u, 15u}) {
    std::size_t n = 16 * odd;
    while (n < least) n *= 2;
    best = std::min(best, n);
  }
  return best;
}

/// Mirrored at both ends and faded to zero; the transform joins the end to the beginning.
std::vector<double> continue_record(const std::vector<double>& x, double mean, std::size_t margin) {
  const std::size_t n = x.size(), size = choose_transform_length(n + 2 * margin);
  std::vector<double> padded(size, 0.0);
  for (std::size_t i = 0; i < n; ++i) padded[i] = x[i] - mean;
  const std::size_t reach = std::min(margin, n - 1);
  for (std::size_t i = 1; i <= reach; ++i) {
    const double weight = 1.0 - calc_fade(static_cast<double>(i), static_cast<double>(reach)).value;
    padded[n - 1 + i] = weight * padded[n - 1 - i];
    padded[size - i] = weight * padded[i];
  }
  return padded;
}

}  // namespace

double calc_band_gain(const WaveBand& band, double Omega) {
  double gain = 1.0;
  if (band.shortest > 0.0) gain /= std::sqrt(1.0 + std::pow(Omega * band.shortest / wave_turn, 8));
  if (!std::isfinite(band.longest)) return gain;
  if (Omega <= 0.0) return 0.0;
  return gain / std::sqrt(1.0 + std::pow(wave_turn / (Omega * band.longest), 8));
}

std::vector<double> apply_response(const std::vector<double>& x, double step, double margin,
                                   const Response& response) {
  if (x.size() < 2) return x;
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
  const double most = 4.0 * static_cast<double>(x.size());  // a margin needs no more than the data
  const auto samples = static_cast<std::size_t>(std::min(std::ceil(margin / step), most));
  std::vector<double> padded = continue_record(x, mean, samples);
  const std::size_t size = padded.size();
  Eigen::FFT<double> fft;
  fft.SetFlag(Eigen::FFT<double>::HalfSpectrum);
  std::vector<std::complex<double>> waves;
  fft.fwd(waves, padded);
  const double spacing = wave_turn / (static_cast<double>(size) * step);
  for (std::size_t k = 0; k < waves.size(); ++k)
    waves[k] *= response(spacing * static_cast<double>(k));
  fft.inv(padded, waves, static_cast<Eigen::Index>(size));
  padded.resize(x.size());
  const double level = mean * response(0.0).real();
  for (double& value : padded) value += level;
  return padded;
}

}  // namespace fourfoot::track
