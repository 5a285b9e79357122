// Sines and angles by series agree with the library's to a bit of the last place.
#include "math/small_angle.h"

#include <gtest/gtest.h>

#include <limits>

#include "math/dual.h"

namespace fourfoot {
namespace {

constexpr double bit = std::numeric_limits<double>::epsilon();

TEST(SmallAngle, SineAndCosineAreTheLibrarys) {
  // Across the limit of the series, 1/4 rad.
  for (int i = -4000; i <= 4000; ++i) {
    const double angle = 1e-4 * i + 1e-6;
    const auto [sine, cosine] = calc_sine_cosine(angle);
    EXPECT_NEAR(sine, std::sin(angle), bit * std::abs(std::sin(angle))) << angle;
    EXPECT_NEAR(cosine, std::cos(angle), bit) << angle;
  }
  EXPECT_EQ(calc_sine_cosine(0.0).sine, 0.0);
  EXPECT_EQ(calc_sine_cosine(0.0).cosine, 1.0);
  EXPECT_EQ(calc_sine_cosine(3.0).cosine, std::cos(3.0));
  EXPECT_TRUE(std::isnan(calc_sine_cosine(std::nan("")).sine));
}

TEST(SmallAngle, ArcTangentIsTheLibrarys) {
  for (int i = -4000; i <= 4000; ++i) {
    for (const double x : {1.0, 0.37, 12.0}) {
      const double y = 5e-5 * i * x;
      EXPECT_NEAR(calc_atan2(y, x), std::atan2(y, x), bit * std::abs(std::atan2(y, x))) << y;
    }
  }
  EXPECT_EQ(calc_atan2(1e-3, -1.0), std::atan2(1e-3, -1.0));
  EXPECT_EQ(calc_atan2(0.0, 0.0), std::atan2(0.0, 0.0));
  EXPECT_EQ(calc_atan2(1.0, 0.0), std::atan2(1.0, 0.0));
}

TEST(SmallAngle, DualNumbersCarryTheDerivatives) {
  const Dual<1> angle(0.2, 1, 0);
  const auto [sine, cosine] = calc_sine_cosine(angle);
  EXPECT_DOUBLE_EQ(sine.derivatives()[0], std::cos(0.2));
  EXPECT_DOUBLE_EQ(cosine.derivatives()[0], -std::sin(0.2));
}

}  // namespace
}  // namespace fourfoot
