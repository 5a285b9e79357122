#include <gtest/gtest.h>

#include <unsupported/Eigen/FFT>

#include <cmath>
#include <complex>

#include "track/spectrum_irregularity.h"

namespace fourfoot::track {
namespace {

constexpr double step = 0.25;
constexpr std::size_t segment = 1 << 16;  // 16384 m: resolves the edges of the band

/// Welch's estimate of the one-sided S_f over 50 km: Hann windows, half overlapped.
std::vector<double> estimate(const std::vector<double>& x) {
  std::vector<double> window(segment), sum(segment / 2, 0.0);
  double power = 0;
  for (std::size_t i = 0; i < segment; ++i) {
    window[i] = 0.5 - 0.5 * std::cos(2 * M_PI * static_cast<double>(i) / segment);
    power += window[i] * window[i];
  }
  Eigen::FFT<double> fft;
  std::vector<std::complex<double>> in(segment), out;
  int count = 0;
  for (std::size_t begin = 0; begin + segment <= x.size(); begin += segment / 2, ++count) {
    for (std::size_t i = 0; i < segment; ++i) in[i] = x[begin + i] * window[i];
    fft.fwd(out, in);
    for (std::size_t k = 0; k < segment / 2; ++k) sum[k] += std::norm(out[k]);
  }
  for (double& s : sum) s *= 2 * step / (power * count);
  return sum;
}

class Spectra : public testing::TestWithParam<std::string> {};

/// The generated track has its target's power in every third octave of its band, and none outside.
TEST_P(Spectra, OfFiftyKilometresIsTheTarget) {
  SpectrumOptions o;
  o.spectra = find_spectra(GetParam());
  const SpectrumIrregularity irregularity(o);
  std::array<std::vector<double>, 4> x;
  for (double s = 0; s < 50000; s += step) {
    RailDeviations d;
    irregularity.add(s, d);
    x[0].push_back(d.alignment.value);
    x[1].push_back(d.vertical.value);
    x[2].push_back(d.gauge.value);
    x[3].push_back(d.cross_level.value);
  }
  const double df = 1.0 / (segment * step);
  double worst = 0, largest_outside = 0;
  for (std::size_t c = 0; c < 4; ++c) {
    if (!o.spectra[c]) continue;
    const std::vector<double> S = estimate(x[c]);
    const auto integrate = [&](double f0, double f1, bool is_target) {
      // Bins share their edges in proportion.
      double sum = 0;
      for (std::size_t k = 1; k < S.size(); ++k) {
        const double f = static_cast<double>(k) * df;
        const double part = std::min(f + df / 2, f1) - std::max(f - df / 2, f0);
        if (part > 0) sum += part * (is_target ? 2 * M_PI * o.spectra[c](2 * M_PI * f) : S[k]);
      }
      return sum;
    };
    const double third = std::pow(2.0, 1.0 / 3);
    for (double f = 1.0 / o.wavelength_max; f * third <= 1.0 / o.wavelength_min * 1.0001;
         f *= third)
      worst = std::max(
          worst, std::abs(integrate(f, f * third, false) / integrate(f, f * third, true) - 1));
    const double all = integrate(0, 1 / step, false);
    // Hann's window spreads a line over three bins: outside begins beyond them.
    largest_outside =
        std::max({largest_outside, integrate(0, 1.0 / o.wavelength_max - 3 * df, false) / all,
                  integrate(1.0 / o.wavelength_min + 3 * df, 2.0, false) / all});
  }
  EXPECT_LT(worst, 0.05);
  EXPECT_LT(largest_outside, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(All, Spectra, testing::ValuesIn(get_spectrum_names()));

}  // namespace
}  // namespace fourfoot::track
