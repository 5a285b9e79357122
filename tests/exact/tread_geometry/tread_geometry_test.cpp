// Rigid treads on their rails: cones on round rails by hand, derivatives by differences.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "contact/constraint_tread.h"
#include "profile/pieces.h"
#include "reference/contact-geometry/reference_data.h"

namespace fourfoot::contact {
namespace {

constexpr double conicity = 0.05, rail_radius = 0.3, wheel_radius = 0.46, half_span = 0.75;

WheelsetOnTrack make_cones() {
  using namespace profile;
  Profile wheel, rail;
  wheel.kind = ProfileKind::wheel;
  const LinePiece cone{-60e-3, -60e-3 * conicity, 60e-3, 60e-3 * conicity};
  wheel.curve = build_curve(std::vector<Piece>(1, Piece(cone)));
  rail.kind = ProfileKind::rail;
  const double half = 60e-3, sag = std::sqrt(rail_radius * rail_radius - half * half) - rail_radius;
  const ArcPiece crown{-half, sag, half, sag, rail_radius, true};
  rail.curve = build_curve(std::vector<Piece>(1, Piece(crown)));
  RailsDescription rails;
  rails.inclination = 0.0;
  rails.origin = half_span;
  WheelsetDescription set;
  set.radius_l = set.radius_r = wheel_radius;
  return test::lay_alike(wheel, rail, set, rails);
}

// Distance of the left rail's centre from the left cone's line, yaw 0, in mirrored axes.
double calc_distance(double y, double z, double roll) {
  const double angle = std::atan(conicity) + roll;
  const double ty = y + half_span * std::cos(roll) + wheel_radius * std::sin(roll);
  const double tz = wheel_radius + z + half_span * std::sin(roll) - wheel_radius * std::cos(roll);
  return -std::sin(angle) * (ty - half_span) + std::cos(angle) * (tz + rail_radius);
}

// Where both gaps vanish, by Newton's method with the gradients.
WheelsetPose solve(const WheelsetOnTrack& cones, const TreadSurface& tread, double y, double yaw) {
  WheelsetPose pose{y, 0.0, 0.0, yaw};
  std::vector<double> scratch;
  for (int i = 0; i < 20; ++i) {
    Eigen::Matrix2d m;
    Eigen::Vector2d gap;
    for (int k = 0; k < 2; ++k) {
      const Side side = k == 0 ? Side::left : Side::right;
      const double sign = k == 0 ? 1.0 : -1.0;
      const WheelRailPair& pair = cones.side(side);
      const TreadContact c = tread.calc(pair, make_axle_frame(pair, side, pose, {}), scratch);
      EXPECT_TRUE(c.exists);
      gap[k] = c.gap;
      m.row(k) << c.gradient[1], sign * c.gradient[2];
    }
    const Eigen::Vector2d step = m.inverse() * gap;
    pose.z -= step[0];
    pose.roll -= step[1];
  }
  return pose;
}

// The gap is the same wherever a straight cone lies on a round rail: softness shifts it by a
// constant. So the wheelset's z and roll are those that keep both distances.
TEST(TreadGeometry, ConesStandOnRoundRailsAsGeometrySays) {
  const WheelsetOnTrack cones = make_cones();
  const TreadSurface tread(cones.left, {});
  const WheelsetPose middle = solve(cones, tread, 0.0, 0.0);
  const double level = calc_distance(0.0, middle.z, 0.0);
  EXPECT_NEAR(middle.roll, 0.0, 1e-13);
  EXPECT_NEAR(level, rail_radius, 5e-5);  // within the softness
  for (const double y : {1e-3, 3e-3, 6e-3}) {
    const WheelsetPose pose = solve(cones, tread, y, 0.0);
    EXPECT_NEAR(calc_distance(y, pose.z, pose.roll), level, 1e-10) << y;
    EXPECT_NEAR(calc_distance(-y, pose.z, -pose.roll), level, 1e-10) << y;
    EXPECT_GT(pose.roll * y, 0.0);  // it climbs on the side it moves to
    EXPECT_GT(std::abs(pose.roll), 0.5 * conicity * y / half_span);
  }
}

TEST(TreadGeometry, CurvaturesAreThoseOfConeAndRail) {
  const WheelsetOnTrack cones = make_cones();
  const TreadSurface tread(cones.left, {});
  std::vector<double> scratch;
  const WheelsetPose pose = solve(cones, tread, 2e-3, 0.0);
  const TreadContact c =
      tread.calc(cones.left, make_axle_frame(cones.left, Side::left, pose, {}), scratch);
  const double cosine = std::cos(std::atan(conicity));
  EXPECT_NEAR(c.curvature_x, cosine / c.radius, 1e-4);
  EXPECT_NEAR(c.curvature_y * rail_radius, 1.0, 1e-3);
}

TEST(TreadGeometry, DerivativesAreExact) {
  const WheelsetOnTrack wheelset = make_s1002_on_60e1();
  const WheelRailPair& pair = wheelset.left;
  const TreadSurface tread(pair, {});
  std::vector<double> scratch;
  using Vec4 = TreadContact::Vec4;
  for (const Vec4& at : {Vec4(0.0, 0.0, 0.0, 0.0), Vec4(4e-3, 1e-4, -2e-3, 5e-3),
                         Vec4(-6.2e-3, 2e-4, 1e-3, 8e-3), Vec4(6.9e-3, 1e-3, 1e-3, -1e-2)}) {
    const auto calc = [&](const Vec4& q) {
      return tread.calc(pair, AxleFrame(q[0], pair.axle_height + q[1], q[2], q[3]), scratch);
    };
    const TreadContact c = calc(at);
    ASSERT_TRUE(c.exists);
    for (int k = 0; k < 4; ++k) {
      const double h = 2e-6;
      const TreadContact a = calc(at + h * Vec4::Unit(k)), b = calc(at - h * Vec4::Unit(k));
      const TreadContact aa = calc(at + 2 * h * Vec4::Unit(k)),
                         bb = calc(at - 2 * h * Vec4::Unit(k));
      const double slope = (8.0 * (a.gap - b.gap) - (aa.gap - bb.gap)) / (12.0 * h);
      const Vec4 bend =
          (8.0 * (a.gradient - b.gradient) - (aa.gradient - bb.gradient)) / (12.0 * h);
      EXPECT_NEAR(slope, c.gradient[k], 1e-7);
      EXPECT_LT((bend - c.hessian.col(k)).norm(), 1e-5 * (1.0 + c.hessian.norm()));
    }
  }
}

}  // namespace
}  // namespace fourfoot::contact
