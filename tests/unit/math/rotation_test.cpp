#include "math/rotation.h"

#include <gtest/gtest.h>

#include "math/dual.h"

namespace fourfoot {
namespace {

TEST(Rotation, TurnsLeftAboutZ) {
  const Vec3 e = rotation_z(0.1) * Vec3::UnitX();
  EXPECT_DOUBLE_EQ(e.x(), std::cos(0.1));
  EXPECT_DOUBLE_EQ(e.y(), std::sin(0.1));
}

TEST(Rotation, SkewIsTheCrossProductAndAxialItsInverse) {
  const Vec3 a(1.0, -2.0, 3.0), b(0.3, 0.7, -0.2);
  EXPECT_LT((skew(a) * b - a.cross(b)).norm(), 1e-15);
  EXPECT_EQ(axial(skew(a)), a);
}

TEST(Rotation, DualNumbersGiveTheDerivativeOfARotation) {
  Dual<1> angle(0.3, 1, 0);
  const Mat3T<Dual<1>> r = rotation_y(angle);
  EXPECT_DOUBLE_EQ(r(0, 2).derivatives()(0), std::cos(0.3));
  Dual<1> x(0.5, 1, 0);
  const Dual<1> y = atan(x);
  EXPECT_DOUBLE_EQ(y.derivatives()(0), 0.8);
}

}  // namespace
}  // namespace fourfoot
