#include "profile/blend.h"

#include <gtest/gtest.h>

#include <cmath>

#include "profile/pieces.h"

namespace fourfoot::profile {
namespace {

// A crown and a corner, as rails have: the curvature jumps between them.
Curve make_rail(double crown, double corner) {
  const double half = 20e-3, drop = std::sqrt(crown * crown - half * half) - crown;
  // The corner's arc goes on in the crown's direction.
  const double slope = std::asin(half / crown), turn = 0.8;
  const double y = half + corner * (std::sin(slope + turn) - std::sin(slope));
  const double z = drop - corner * (std::cos(slope) - std::cos(slope + turn));
  return build_curve({Piece(ArcPiece{-y, z, -half, drop, corner, true}),
                      Piece(ArcPiece{-half, drop, half, drop, crown, true}),
                      Piece(ArcPiece{half, drop, y, z, corner, true})});
}

TEST(Blend, HasBothRailsAtItsEnds) {
  const Curve a = make_rail(0.3, 0.013), b = make_rail(0.2, 0.015);
  for (const double share : {0.0, 1.0}) {
    const Curve& same = share == 0.0 ? a : b;
    const Curve made = blend(a, b, share);
    EXPECT_NEAR(made.length(), same.length(), 1e-9);
    for (int i = 0; i <= 100; ++i) {
      const double s = same.length() * i / 100;
      const CurvePoint p = made.calc(s), q = same.calc(s);
      EXPECT_NEAR(std::hypot(p.y - q.y, p.z - q.z), 0.0, 2e-9) << s;
    }
  }
}

TEST(Blend, OfARailAndItsShiftIsTheRailShiftedByTheShare) {
  const Curve a = make_rail(0.3, 0.013);
  const Curve b = place(a, {false, 0.0, 2e-3, -1e-3});
  const Curve made = blend(a, b, 0.25);
  EXPECT_NEAR(find_largest_difference(a, b), std::hypot(2e-3, 1e-3), 1e-9);
  for (int i = 0; i <= 50; ++i) {
    const double s = a.length() * i / 50;
    EXPECT_NEAR(made.calc(s).y, a.calc(s).y + 0.5e-3, 2e-9);
    EXPECT_NEAR(made.calc(s).z, a.calc(s).z - 0.25e-3, 2e-9);
  }
}

TEST(Blend, TangentAndCurvatureAreThoseOfItsPoints) {
  const Curve made = blend(make_rail(0.3, 0.013), make_rail(0.2, 0.015), 0.4);
  const double h = 1e-5;
  for (int i = 1; i < 40; ++i) {
    const double s = made.length() * (i + 0.37) / 41;
    const CurvePoint p = made.calc(s), q = made.calc(s + h), r = made.calc(s - h);
    EXPECT_NEAR(std::hypot((q.y - r.y) / (2 * h) - p.ty, (q.z - r.z) / (2 * h) - p.tz), 0.0, 1e-5);
    const double turn = std::atan2(q.tz, q.ty) - std::atan2(r.tz, r.ty);
    bool near_joint = false;
    for (const double joint : made.joints()) near_joint |= std::abs(joint - s) < 3 * h;
    if (near_joint) continue;
    EXPECT_NEAR(turn / (2 * h), p.curvature, 1e-3 * std::abs(p.curvature) + 1e-3);
  }
}

}  // namespace
}  // namespace fourfoot::profile
