// Rigid-body creepages of a wheelset of two cones, written down by hand.
#include <gtest/gtest.h>

#include "contact/tangential/registry.h"
#include "contact/wheel_contact.h"
#include "profile/pieces.h"
#include "support/laid_wheels.h"

namespace fourfoot::contact {
namespace {

constexpr double conicity = 0.05, rail_radius = 0.3, radius = 0.46;

std::shared_ptr<const WheelsetOnTrack> make_cones(double slope = conicity,
                                                  double crown_radius = rail_radius) {
  using namespace profile;
  Profile wheel, rail;
  wheel.kind = ProfileKind::wheel;
  const LinePiece cone{-30e-3, -30e-3 * slope, 40e-3, 40e-3 * slope};
  wheel.curve = build_curve(std::vector<Piece>(1, Piece(cone)));
  rail.kind = ProfileKind::rail;
  const double half = std::min(30e-3, 0.8 * crown_radius);
  const double sag = std::sqrt(crown_radius * crown_radius - half * half) - crown_radius;
  const ArcPiece crown{-half, sag, half, sag, crown_radius, true};
  rail.curve = build_curve(std::vector<Piece>(1, Piece(crown)));
  RailsDescription rails;
  rails.inclination = 0.0;
  rails.origin = 0.75;  // crown of the rail 0.75 m from the middle
  WheelsetDescription set;
  set.radius_l = set.radius_r = radius;
  return std::make_shared<const WheelsetOnTrack>(test::lay_alike(wheel, rail, set, rails));
}

struct Hand {
  double nu_x, nu_y, spin;
};

/// y off centre, no roll and yaw: contact where the rail has the cone's angle gamma,
/// e = 0.75 - R sin(gamma) from the middle (normal leans inwards), at radius r.
Hand calc_by_hand(double sign, double r, double e, const Vec3& v, const Vec3& w) {
  const double gamma = std::atan(conicity), c = std::cos(gamma), s = std::sin(gamma);
  const double speed = v.x();
  // Material velocity v + w x (0, sign e, -r).
  const double along = v.x() - w.y() * r - w.z() * sign * e;
  const double across = v.y() + w.x() * r;
  const double up = v.z() + w.x() * sign * e;
  return {along / speed, (across * c + sign * up * s) / speed,
          (-sign * w.y() * s + w.z() * c) / speed};
}

TEST(ConeCreepage, IsRigidBodyKinematics) {
  const auto cones = make_cones();
  const WheelContact contact(cones, ElasticNormal(Material{}),
                             make_tangential_law("kalker-linear", Material{}), {});
  const double gamma = std::atan(conicity);
  const double e = 0.75 - rail_radius * std::sin(gamma);
  WheelContact::Scratch scratch;
  WheelForce out;
  for (const double y : {-4e-3, 0.0, 5e-3})
    for (const Side side : {Side::left, Side::right}) {
      const double sign = side == Side::left ? 1.0 : -1.0;
      WheelsetMotion m;
      m.pose.y = y;
      m.v = Vec3(30.0, 0.06, 0.02);
      m.w = Vec3(0.01, 30.0 / radius + 0.1, 0.04);
      // Lowered until this wheel presses.
      for (m.pose.z = 2e-3; m.pose.z > -3e-3; m.pose.z -= 5e-6) {
        contact.calc(side, m, {}, {}, scratch, out);
        if (out.count > 0 && out.patches[0].patch.penetration > 40e-6) break;
      }
      ASSERT_EQ(out.count, 1u);
      // The wheel's point at the contact: its own half span is 0.75 (tape circle over the crown).
      const double half_span = cones->left.wheel.half_span();
      const double r = radius - conicity * (e - sign * y - half_span);
      const Hand hand = calc_by_hand(sign, r, e - sign * y, m.v, m.w);
      const PatchForce& p = out.patches[0];
      EXPECT_NEAR(p.patch.angle, gamma, 1e-4);
      EXPECT_NEAR(p.patch.radius, r, 1e-5);
      EXPECT_NEAR(p.nu_x, hand.nu_x, 3e-5);
      EXPECT_NEAR(p.nu_y, hand.nu_y, 1e-6);
      EXPECT_NEAR(p.spin, hand.spin, 1e-4);
    }
}

/// Klingel: a wheelset yawed by psi and rolling without slip of its centre has nu_y = -psi.
TEST(ConeCreepage, YawIsLateralCreepage) {
  const WheelContact contact(make_cones(), ElasticNormal(Material{}),
                             make_tangential_law("kalker-linear", Material{}), {});
  WheelContact::Scratch scratch;
  WheelForce out;
  WheelsetMotion m;
  m.pose.z = -60e-6;
  m.pose.yaw = 2e-3;
  m.v = Vec3(30.0, 0.0, 0.0);
  const double omega = 30.0 / radius;
  m.w = omega * Vec3(-std::sin(2e-3), std::cos(2e-3), 0.0);  // spin about the yawed axle
  contact.calc(Side::left, m, {}, {}, scratch, out);
  ASSERT_EQ(out.count, 1u);
  EXPECT_NEAR(out.patches[0].nu_y, -2e-3, 1e-5);
  EXPECT_GT(out.patches[0].tangential.fy, 0.0);
  // The spin moves the wheel in itself: nothing approaches.
  EXPECT_NEAR(out.patches[0].delta_rate, 0.0, 1e-12);
  // The flank leads: sin(theta) = tan(psi) dz/dy, and the axle's turn carries the rest.
  EXPECT_NEAR(out.patches[0].patch.theta, 2e-3 * conicity, 1e-7);
}

/// A left wheel with a flank of 31 degrees, rolling with the speed v of its axle on a rail with
/// slopes, lowered until it presses.
PatchForce roll_on_slope(const RailUnderWheel& rail, const Vec3& v) {
  const WheelContact contact(make_cones(0.6, 0.03), ElasticNormal(Material{}),
                             make_tangential_law("kalker-linear", Material{}), {});
  WheelContact::Scratch scratch;
  WheelForce out;
  WheelsetMotion m;
  m.v = v;
  for (m.pose.z = 20e-3; m.pose.z > -20e-3; m.pose.z -= 2e-6) {
    contact.calc(Side::left, m, rail, {}, scratch, out);
    if (out.count > 0 && out.patches[0].patch.penetration > 20e-6) break;
  }
  EXPECT_EQ(out.count, 1u);
  m.w = Vec3(0.0, v.norm() / out.patches[0].patch.radius, 0.0);
  contact.calc(Side::left, m, rail, {}, scratch, out);
  return out.patches[0];
}

/// A wheel that climbs a slope without slipping: its material rests where it touches.
TEST(ConeCreepage, ClimbingIsNoCreepage) {
  RailUnderWheel rail;
  rail.dz = 4e-3;
  const PatchForce p = roll_on_slope(rail, 30.0 * Vec3(1.0, 0.0, 4e-3));
  EXPECT_NEAR(p.patch.p_TC.x(), radius * 4e-3, 0.06 * radius * 4e-3);
  EXPECT_NEAR(p.nu_x, 0.0, 3e-5);
  EXPECT_NEAR(p.nu_y, 0.0, 3e-5);
  EXPECT_NEAR(p.delta_rate, 0.0, 30.0 * 3e-5);
  // In a cant ramp as well.
  RailUnderWheel ramp;
  ramp.twist = 4e-3;
  EXPECT_EQ(roll_on_slope(ramp, 30.0 * Vec3(1.0, 0.0, 4e-3)).nu_y, p.nu_y);
}

/// A wheelset that follows a rail to the left without turning is yawed by -dy against it, and in
/// the plane of contact creeps with dy / cos(gamma): on the left wheel's flank the
/// contact lags by r tan(gamma) dy.
TEST(ConeCreepage, RailThatTurnsAwayIsLateralCreepage) {
  RailUnderWheel rail;
  rail.dy = 2e-3;
  const PatchForce p = roll_on_slope(rail, 30.0 * Vec3(1.0, 2e-3, 0.0));
  const double gamma = std::atan(0.6);
  EXPECT_NEAR(p.nu_y, 2e-3 / std::cos(gamma), 2e-5);
  EXPECT_NEAR(p.patch.p_TC.x(), -p.patch.radius * 0.6 * 2e-3, 2e-5);
  EXPECT_NEAR(p.delta_rate, 0.0, 30.0 * 2e-5);
  // A flank does not lead where axle and rail are square to each other: nothing creeps.
  EXPECT_NEAR(roll_on_slope({}, Vec3(30.0, 0.0, 0.0)).nu_y, 0.0, 1e-9);
}

}  // namespace
}  // namespace fourfoot::contact
