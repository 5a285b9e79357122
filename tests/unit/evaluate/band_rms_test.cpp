#include "evaluate/band_rms.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace fourfoot::evaluate {
namespace {

constexpr double dt = 0.005;

std::vector<double> make_wave(double frequency, double amplitude, int count = 4000) {
  std::vector<double> x;
  for (int i = 0; i < count; ++i)
    x.push_back(amplitude * std::sin(2.0 * std::numbers::pi * frequency * dt * i));
  return x;
}

double calc_rms(const std::vector<double>& x) {
  // Of the middle, where filters have forgotten how the signal begins and ends.
  double sum = 0.0;
  for (std::size_t i = 1000; i < 3000; ++i) sum += x[i] * x[i];
  return std::sqrt(sum / 2000.0);
}

TEST(BandRms, DominantFrequency) {
  std::vector<double> x = make_wave(5.3, 1.0);
  const std::vector<double> other = make_wave(2.1, 0.7);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += other[i] + 3.0;
  EXPECT_NEAR(find_dominant_frequency(x, dt, 0.4, 10.0), 5.3, 0.02);
  EXPECT_NEAR(find_dominant_frequency(x, dt, 0.4, 4.0), 2.1, 0.02);
}

// Forth and back, each second-order edge is 1 / (1 + (f / fc)^4) of a low pass.
TEST(BandRms, BandOfTheFilter) {
  const double f0 = 5.0, half = 2.0;
  const auto gain = [&](double f) {
    return calc_rms(filter_band(make_wave(f, 1.0), dt, f0, half)) * std::numbers::sqrt2;
  };
  // The bilinear transform bends frequencies.
  const auto bend = [](double f) { return std::tan(std::numbers::pi * f * dt); };
  const auto expected = [&](double f) {
    const double low = 1.0 / (1.0 + std::pow(bend(f) / bend(f0 + half), 4));
    const double high = 1.0 / (1.0 + std::pow(bend(f0 - half) / bend(f), 4));
    return low * high;
  };
  for (const double f : {1.0, 3.0, 5.0, 7.0, 20.0}) EXPECT_NEAR(gain(f), expected(f), 2e-3) << f;
}

TEST(BandRms, LargestWindow) {
  std::vector<double> x(1000, 1.0);
  for (std::size_t i = 400; i < 500; ++i) x[i] = 3.0;
  EXPECT_DOUBLE_EQ(calc_largest_rms(x, 100, 10), 3.0);
  EXPECT_DOUBLE_EQ(calc_largest_rms(x, 200, 10), std::sqrt(5.0));
  EXPECT_EQ(calc_largest_rms(x, 2000, 10), 0.0);
}

}  // namespace
}  // namespace fourfoot::evaluate
