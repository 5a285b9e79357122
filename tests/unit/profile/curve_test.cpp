#include "profile/curve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "profile/pieces.h"
#include "profile/smoothing_spline.h"

namespace fourfoot::profile {
namespace {

/// Line, quarter circle of 13 mm, line: known everywhere.
Curve make_corner() {
  const double r = 13e-3;
  return build_curve({LinePiece{-r, -20e-3, -r, 0.0}, ArcPiece{-r, 0.0, 0.0, r, r, true},
                      LinePiece{0.0, r, 30e-3, r}});
}

TEST(Curve, ArcLengthPositionTangentAndCurvatureAreExact) {
  const Curve c = make_corner();
  const double quarter = 0.5 * std::numbers::pi * 13e-3;
  EXPECT_NEAR(c.length(), 50e-3 + quarter, 1e-14);
  for (double u = 0.001; u < 1.0; u += 0.0173) {
    const CurvePoint p = c.calc(20e-3 + u * quarter);
    const double angle = 0.5 * std::numbers::pi * (1.0 - u);
    EXPECT_NEAR(p.y, -13e-3 * std::sin(angle), 1e-13);
    EXPECT_NEAR(p.z, 13e-3 * std::cos(angle), 1e-13);
    EXPECT_NEAR(p.ty, std::cos(angle), 1e-10);
    EXPECT_NEAR(p.tz, std::sin(angle), 1e-10);
    EXPECT_NEAR(p.curvature, -1.0 / 13e-3, 1e-4);
  }
  EXPECT_NEAR(c.calc(10e-3).tz, 1.0, 1e-14);  // vertical is an ordinary place
  ASSERT_EQ(c.joints().size(), 2u);
}

TEST(Curve, IsParametrisedByArcLengthThroughPolynomials) {
  const Curve c = build_curve({PolynomialPiece{-20e-3, 25e-3, 0.0, {0.0, 0.1, 12.0, -300.0}}});
  double way = 0.0;
  const int n = 20000;
  CurvePoint last = c.calc(0.0);
  for (int i = 1; i <= n; ++i) {
    const CurvePoint p = c.calc(c.length() * i / n);
    way += std::hypot(p.y - last.y, p.z - last.z);
    last = p;
    EXPECT_NEAR(p.z, 0.1 * p.y + 12.0 * p.y * p.y - 300.0 * p.y * p.y * p.y, 1e-11);
  }
  EXPECT_NEAR(way, c.length(), 1e-9);
}

TEST(Curve, PlacingTurnsShiftsAndMirrors) {
  const Curve c = make_corner();
  const Curve moved = place(c, {true, 0.1, 2e-3, -3e-3});
  EXPECT_NEAR(moved.length(), c.length(), 1e-12);
  for (double u = 0.05; u < 1.0; u += 0.1) {
    const CurvePoint p = c.calc(u * c.length()), q = moved.calc((1.0 - u) * c.length());
    EXPECT_NEAR(q.y, -std::cos(0.1) * p.y - std::sin(0.1) * p.z + 2e-3, 1e-12);
    EXPECT_NEAR(q.z, -std::sin(0.1) * p.y + std::cos(0.1) * p.z - 3e-3, 1e-12);
    EXPECT_NEAR(q.curvature, p.curvature, 1e-3);
  }
}

TEST(Curve, PiecesThatDoNotMeetAreRefused) {
  EXPECT_THROW(build_curve({LinePiece{0, 0, 1e-2, 0}, LinePiece{1.1e-2, 0, 2e-2, 0}}),
               std::invalid_argument);
  EXPECT_THROW(build_curve({ArcPiece{0, 0, 1e-2, 0, 4e-3, true}}), std::invalid_argument);
  EXPECT_THROW(build_curve({}), std::invalid_argument);
}

TEST(SmoothingSpline, KeepsItsToleranceAndRemovesNoise) {
  std::vector<double> y, z;
  unsigned seed = 1;
  for (int i = 0; i <= 300; ++i) {
    const double u = -0.3 + 0.6 * i / 300;
    seed = seed * 1664525u + 1013904223u;
    const double noise = 1e-5 * (static_cast<double>(seed >> 8) / (1 << 24) - 0.5);
    y.push_back(0.08 * std::sin(u));
    z.push_back(0.08 * std::cos(u) + noise);
  }
  const SmoothedCurve rough = build_smoothed_curve(y, z, 0.0);
  EXPECT_LT(rough.rms_residual, 1e-12);
  const SmoothedCurve smooth = build_smoothed_curve(y, z, 2.9e-6);
  EXPECT_LE(smooth.rms_residual, 2.9e-6 * (1 + 1e-9));
  const auto wobble = [](const Curve& c) {
    double worst = 0.0;
    for (double u = 0.2; u < 0.8; u += 0.003)
      worst = std::max(worst, std::abs(c.calc(u * c.length()).curvature + 1.0 / 0.08));
    return worst;
  };
  EXPECT_GT(wobble(rough.curve), 100.0);
  EXPECT_LT(wobble(smooth.curve), 2.0);
}

}  // namespace
}  // namespace fourfoot::profile
