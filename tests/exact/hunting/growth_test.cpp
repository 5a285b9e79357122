// Simulated free motion against the 4 x 4 eigenvalue problem of the textbook, written here by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "math/eigenvalues.h"
#include "support/hunting_case.h"

namespace fourfoot::testing {
namespace {

constexpr double pi = 3.14159265358979323846;

// m y'' = -2 f22 (y'/V - psi) - ky y,  Iz psi'' = -2 e f11 (e psi'/V + lambda y / r0) - kpsi psi
std::complex<double> calc_hunting_root(double v) {
  const double m = 1500, iz = 800, r0 = 0.46, e = 0.75, lambda = 0.05, f11 = 8e6, f22 = 7e6,
               ky = 2e5, kpsi = 1e6;
  Eigen::Matrix4d a;
  a << 0, 0, 1, 0,                                  //
      0, 0, 0, 1,                                   //
      -ky / m, 2 * f22 / m, -2 * f22 / (m * v), 0,  //
      -2 * e * f11 * lambda / (r0 * iz), -kpsi / iz, 0, -2 * e * e * f11 / (iz * v);
  const Eigen::Vector4cd values = calc_eigenvalues(a);
  std::complex<double> root(-1e9, 0.0);
  for (const auto& value : values) {
    if (value.imag() > 0.0 && value.real() > root.real()) root = value;
  }
  return root;
}

integrate::Options make_options(const char* method) {
  integrate::Options options;
  options.method = method;
  options.rtol = 1e-10;
  options.atol = 1e-13;  // of a millimetre: the motion is a micrometre
  options.step = 2e-4;
  return options;
}

Trajectory simulate_free(double v, double duration, const integrate::Options& options,
                         bool suspended = true) {
  scenario::Scenario scenario = make_hunting_scenario(v, "", suspended);
  scenario::InitialEntry entry;
  entry.body = "wheelset";
  entry.displacement.y() = 1e-6;  // small, so that the geometry stays linear to 1e-9
  scenario.initial = {entry};
  return simulate(scenario, duration, 5e-4, options);
}

// Growth rate and angular frequency from the peaks after the fast modes are gone.
std::complex<double> measure_root(const Trajectory& run) {
  const auto peaks = find_peaks(run.values("time"), run.values("wheelset/y"));
  const Peak &first = peaks.at(2), &last = peaks.back();
  const double span = last.t - first.t;
  return {std::log(last.value / first.value) / span,
          2.0 * pi * static_cast<double>(peaks.size() - 3) / span};
}

TEST(Hunting, GrowthAndFrequencyAreThoseOfTheEigenvalue) {
  for (const double v : {40.0, 60.0, 67.0, 75.0, 90.0}) {
    const std::complex<double> wanted = calc_hunting_root(v);
    // Long enough for many periods, short enough that the motion neither vanishes nor leaves the
    // linear range.
    const double duration = std::clamp(5.0 / std::abs(wanted.real()), 1.5, 8.0);
    const std::complex<double> got = measure_root(simulate_free(v, duration, make_options("bdf")));
    EXPECT_NEAR(got.real(), wanted.real(), 1e-4 * std::abs(wanted)) << "V = " << v;
    EXPECT_NEAR(got.imag(), wanted.imag(), 1e-4 * std::abs(wanted)) << "V = " << v;
  }
}

TEST(Hunting, CriticalSpeedBySimulation) {
  double stable = 60.0, unstable = 75.0;
  while (unstable - stable > 0.01) {
    const double v = 0.5 * (stable + unstable);
    const bool grows = measure_root(simulate_free(v, 6.0, make_options("bdf"))).real() > 0.0;
    (grows ? unstable : stable) = v;
  }
  // 67.1212 m/s: closed form of the same wheelset.
  EXPECT_NEAR(stable, 67.12121460764412, 1e-3 * 67.12);
}

// A free, slow wheelset follows Klingel's wave, L = 2 pi sqrt(e r0 / lambda) [Klingel1883].
TEST(Hunting, KlingelsWavelength) {
  const Trajectory run = simulate_free(1.0, 80.0, make_options("bdf"), false);
  const auto peaks = find_peaks(run.values("s"), run.values("wheelset/y"));
  ASSERT_GE(peaks.size(), 3u);
  const double wavelength = (peaks.back().t - peaks[1].t) / static_cast<double>(peaks.size() - 2);
  EXPECT_NEAR(wavelength, 2.0 * pi * std::sqrt(0.75 * 0.46 / 0.05), 0.005 * 16.5);
}

TEST(Hunting, IntegratorsAgree) {
  const Trajectory bdf = simulate_free(70.0, 2.0, make_options("bdf"));
  for (const char* method : {"adams", "rk4"}) {
    const Trajectory other = simulate_free(70.0, 2.0, make_options(method));
    for (const char* channel : {"wheelset/y", "wheelset/psi", "wheelset/v_y"}) {
      const auto &a = bdf.values(channel), &b = other.values(channel);
      double scale = 0.0, difference = 0.0;
      for (std::size_t i = 0; i < a.size(); ++i) {
        scale = std::max(scale, std::abs(a[i]));
        difference = std::max(difference, std::abs(a[i] - b[i]));
      }
      EXPECT_LT(difference, 1e-6 * scale) << method << " " << channel;
    }
  }
}

}  // namespace
}  // namespace fourfoot::testing
