#include "track/wave_sum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace fourfoot::track {
namespace {

using Complex = WaveSum::Complex;

std::vector<Complex> make_waves(std::size_t count, double shift) {
  std::vector<Complex> waves(count);
  for (std::size_t j = 0; j < count; ++j) {
    const double x = static_cast<double>(j) + shift;
    waves[j] = std::polar(1.0 + std::cos(1.7 * x), 3.0 * std::sin(2.3 * x));
  }
  return waves;
}

double sum_at(const std::vector<Complex>& waves, std::size_t n, std::size_t count) {
  double sum = 0.0;
  for (std::size_t j = 1; j < waves.size(); ++j) {
    const double turn =
        2.0 * std::numbers::pi * static_cast<double>((j * n) % count) / static_cast<double>(count);
    sum += (waves[j] * std::polar(1.0, turn)).real();
  }
  return sum;
}

// Wave by wave, for powers of 4 and for those of 2 between them.
TEST(WaveSum, IsTheSumOfItsWaves) {
  for (const std::size_t count : {4u, 8u, 16u, 32u, 64u, 512u}) {
    const std::vector<Complex> a = make_waves(count / 2, 0.1), b = make_waves(count / 4, 0.7);
    WaveSum both(count);
    for (int twice = 0; twice < 2; ++twice) {  // what was summed before leaves nothing
      both.calc(a, b);
      for (std::size_t n = 0; n < count; ++n) {
        EXPECT_NEAR(both.first(n), sum_at(a, n, count), 1e-13 * static_cast<double>(count));
        EXPECT_NEAR(both.second(n), sum_at(b, n, count), 1e-13 * static_cast<double>(count));
      }
    }
    both.calc(a, {});
    EXPECT_NEAR(both.second(count / 2 - 1), 0.0, 1e-13 * static_cast<double>(count));
  }
}

// The widest vectors of this processor against those of every processor.
TEST(WaveSum, EveryWidthHasTheSameBits) {
  for (const std::size_t count : {4u, 32u, 1024u, 2048u}) {
    const std::vector<Complex> a = make_waves(count / 2, 0.3), b = make_waves(count / 4, 0.9);
    WaveSum widest(count), portable(count);
    portable.use_portable_width();
    widest.calc(a, b);
    portable.calc(a, b);
    for (std::size_t n = 0; n < count; ++n) {
      ASSERT_EQ(widest.first(n), portable.first(n)) << n;
      ASSERT_EQ(widest.second(n), portable.second(n)) << n;
    }
  }
}

TEST(WaveSum, RefusesWhatItCannotShow) {
  EXPECT_THROW(WaveSum(48), std::invalid_argument);
  EXPECT_THROW(WaveSum(2), std::invalid_argument);
  WaveSum both(16);
  EXPECT_THROW(both.calc(make_waves(9, 0.0), {}), std::invalid_argument);
}

}  // namespace
}  // namespace fourfoot::track
