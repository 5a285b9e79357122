// Rails by cross sections along s: several under one wheel, and check rails.
#include <gtest/gtest.h>

#include <random>

#include "contact/panel_contact.h"
#include "contact/tangential/registry.h"
#include "contact/wheels.h"
#include "profile/pieces.h"

namespace fourfoot::contact {
namespace {

constexpr double wheel_radius = 0.46;

/// An arc of `half` width to both sides of y = 0, its top at z = 0.
profile::Curve make_arc(double bend, double half) {
  const double sag = std::sqrt(bend * bend - half * half) - bend;
  return profile::build_curve(
      {profile::Piece(profile::ArcPiece{-half, sag, half, sag, bend, true})});
}

/// A cone of 1:40, wide.
Wheels make_panel_wheels() {
  Wheels wheels;
  wheels.left.kind = wheels.right.kind = profile::ProfileKind::wheel;
  wheels.left.curve = wheels.right.curve =
      profile::build_curve({profile::Piece(profile::LinePiece{-70e-3, -1.75e-3, 60e-3, 1.5e-3})});
  return wheels;
}

RailLine make_line(Side side, std::vector<RailLineSection> sections) {
  RailLine line;
  line.name = "rail";
  line.side = side;
  line.sections = std::move(sections);
  return line;
}

/// One with the same shape everywhere, through s, y, z.
RailLine make_guided(Side side, const profile::Curve& shape,
                     const std::vector<std::array<double, 3>>& guide) {
  std::vector<RailLineSection> sections;
  for (const auto& [s, y, z] : guide) sections.push_back({{}, s, y, z, shape});
  return make_line(side, std::move(sections));
}

const std::shared_ptr<const TangentialLaw>& get_law() {
  static const auto law =
      std::shared_ptr<const TangentialLaw>(make_tangential_law("fastsim", Material{}));
  return law;
}

WheelContact make_plain(const profile::Curve& shape, double y) {
  const profile::Curve laid = profile::place(shape, {false, 0.0, y, 0.0});
  return WheelContact(std::make_shared<const WheelsetOnTrack>(
                          lay_wheels(make_panel_wheels(), LaidRails{laid, laid})),
                      ElasticNormal(Material{}), get_law(), {});
}

PanelContact make_panel(RailPanels panels) {
  const WheelContact any = make_plain(make_arc(0.3, 30e-3), 0.75);
  const WheelBack back{0.68, wheel_radius + 9.5e-3, wheel_radius};
  return PanelContact(std::make_shared<const PanelRails>(panels), any.wheelset(), back, back,
                      ElasticNormal(Material{}), get_law(), {});
}

WheelsetMotion make_rolling(double y, double z, double roll = 0.0, double yaw = 0.0) {
  WheelsetMotion motion;
  motion.pose = {y, z, roll, yaw};
  motion.v = Vec3(20.0, 0.03, -0.01);
  motion.w = Vec3(0.01, 20.0 / wheel_radius, 0.02);
  return motion;
}

struct Answer {
  WheelForce force;
  WheelForceJacobian jacobian = WheelForceJacobian::Zero();
};

Answer ask(const PanelContact& panel, double s, Side side, const WheelsetMotion& motion,
           const RailUnderWheel& rail = {}) {
  PanelContact::Scratch scratch;
  Answer answer;
  panel.add(s, side, motion, rail, {}, scratch, answer.force, answer.jacobian);
  return answer;
}

/// Lowers the wheelset until the wheel carries 80 kN.
template <class Calc>
WheelsetMotion press(WheelsetMotion motion, Calc calc_load) {
  double low = -5e-3, high = 10e-3;
  for (int i = 0; i < 50; ++i) {
    motion.pose.z = 0.5 * (low + high);
    (calc_load(motion) > 80e3 ? low : high) = motion.pose.z;
  }
  return motion;
}
WheelsetMotion press(const PanelContact& panel, double s, Side side, const WheelsetMotion& motion,
                     const RailUnderWheel& rail = {}) {
  return press(motion, [&](const WheelsetMotion& m) {
    return ask(panel, s, side, m, rail).force.force.z();
  });
}

TEST(GuideLine, IsStraightOnALineAndNeverOvershoots) {
  const GuideLine straight({0.0, 1.0, 1.5, 4.0}, {1.0, 3.0, 4.0, 9.0});
  for (double s = 0.0; s <= 4.0; s += 0.05) {
    EXPECT_NEAR(straight.calc(s).value, 1.0 + 2.0 * s, 1e-14);
    EXPECT_NEAR(straight.calc(s).slope, 2.0, 1e-13);
  }
  const GuideLine ramp({0.0, 1.0, 2.0, 3.0, 4.0}, {0.0, 0.0, 1.0, 1.0, 0.5});
  const double h = 1e-6;
  for (double s = 0.01; s < 3.99; s += 0.02) {
    EXPECT_GE(ramp.calc(s).value, 0.0);
    EXPECT_LE(ramp.calc(s).value, 1.0);
    if (std::abs(s - std::round(s)) < 2.0 * h) continue;
    EXPECT_NEAR((ramp.calc(s + h).value - ramp.calc(s - h).value) / (2.0 * h), ramp.calc(s).slope,
                1e-8);
  }
  for (const double s : {1.0, 2.0, 3.0})  // slopes do not jump
    EXPECT_NEAR(ramp.calc(s - 1e-9).slope, ramp.calc(s + 1e-9).slope, 1e-7);
}

/// An arc of 0.2 rad about (0, -0.25).
profile::Curve make_concentric(double r) {
  const double y = r * std::sin(0.1), z = r * std::cos(0.1) - 0.25;
  return profile::build_curve({profile::Piece(profile::ArcPiece{-y, z, y, z, r, true})});
}

// Arcs of one angle about one centre: the curve between them is an arc of a radius between, its
// surface rises with the radius. Radii of a parabola in s are met exactly between inner sections.
TEST(RailSection, BetweenArcsIsAnArc) {
  const auto bend = [](double s) { return 0.25 + 2e-3 * s + 1e-3 * s * s; };
  std::vector<RailLineSection> sections;
  for (const double s : {0.0, 0.8, 1.5, 2.5})
    sections.push_back({{}, s, 0.75, 0.0, make_concentric(bend(s))});
  const RailLineShape line(make_line(Side::left, sections));
  RailSection between;
  for (const double s : {0.8, 1.0, 1.2, 1.49}) {
    RailLineShape::Parts parts;
    const std::size_t count = line.list_parts(s, parts);
    between.set_between({parts.data(), count});
    const double r = bend(s);
    for (double t = -0.09; t < 0.09; t += 0.0137) {
      for (const double out : {-1e-4, 0.0, 2e-3}) {
        const double y = RailLineShape::offset + (r + out) * std::sin(t);
        const double z = (r + out) * std::cos(t) - 0.25;
        EXPECT_NEAR(between.calc_distance(y, z), out, 1e-9);
        EXPECT_NEAR(between.calc_distance_and_angle(y, z).angle, -t, 1e-7);
        EXPECT_NEAR(between.find_foot(y, z).point.curvature, -1.0 / r, 1e-4);
        EXPECT_NEAR(between.calc_rise(y, z), 2e-3 + 2e-3 * s, 1e-9);
      }
    }
  }
}

// The surface and its slope do not jump where sections are passed.
TEST(RailSection, PassesSectionsSmoothly) {
  std::vector<RailLineSection> sections;
  const double radii[] = {0.25, 0.2503, 0.2501, 0.251, 0.251};
  for (int k = 0; k < 5; ++k)
    sections.push_back({{}, 0.3 * k, 0.75, 0.0, make_concentric(radii[k])});
  const RailLineShape line(make_line(Side::left, sections));
  const auto probe = [&](double s) {
    RailLineShape::Parts parts;
    const std::size_t count = line.list_parts(s, parts);
    RailSection section;
    section.set_between({parts.data(), count});
    return std::array{section.calc_distance(0.755, 2e-3), section.calc_rise(0.755, 2e-3)};
  };
  for (const double s : {0.3, 0.6, 0.9}) {
    EXPECT_NEAR(probe(s - 1e-9)[0], probe(s + 1e-9)[0], 1e-10);
    EXPECT_NEAR(probe(s - 1e-9)[1], probe(s + 1e-9)[1], 1e-9);
  }
  const double h = 1e-5;
  for (double s = 0.05; s < 1.2; s += 0.07)
    EXPECT_NEAR((probe(s - h)[0] - probe(s + h)[0]) / (2.0 * h), probe(s)[1], 1e-7) << s;
}

// One rail of the plain shape is the plain rail, on either side.
TEST(PanelContact, OfThePlainRailIsThePlainContact) {
  const profile::Curve shape = make_arc(0.3, 30e-3);
  const WheelContact plain = make_plain(shape, 0.752);
  RailPanels panels;
  for (const Side side : {Side::left, Side::right})
    panels.lines.push_back(make_guided(side, shape, {{0.0, 0.752, 0.0}, {1.0, 0.752, 0.0}}));
  const PanelContact panel = make_panel(panels);
  WheelContact::Scratch scratch;
  for (const Side side : {Side::left, Side::right}) {
    const WheelsetMotion motion = press(panel, 0.37, side, make_rolling(1e-3, 0.0, 0.5e-3, 4e-3));
    Answer wanted;
    plain.calc(side, motion, {}, {}, scratch, wanted.force, wanted.jacobian);
    ASSERT_GT(wanted.force.force.z(), 1e4);
    const Answer got = ask(panel, 0.37, side, motion);
    // Two descriptions of one arc: places differ by nanometres.
    EXPECT_LT((got.force.force - wanted.force.force).norm(), 1e-4 * wanted.force.force.norm());
    EXPECT_LT((got.force.moment - wanted.force.moment).norm(), 1e-4 * wanted.force.moment.norm());
    EXPECT_LT((got.jacobian - wanted.jacobian).norm(), 1e-3 * wanted.jacobian.norm());
    EXPECT_FALSE(panel.has_plain_rail(side, 0.5));
    EXPECT_TRUE(panel.has_plain_rail(side, 1.5));
  }
}

// A rail that climbs and leads aside is a plain rail displaced and sloped by as much.
TEST(PanelContact, FollowsItsGuideLineLikeAnIrregularity) {
  const profile::Curve shape = make_arc(0.3, 30e-3);
  const WheelContact plain = make_plain(shape, 0.75);
  RailPanels panels;
  for (const Side side : {Side::left, Side::right})
    panels.lines.push_back(make_guided(side, shape, {{10.0, 0.75, 0.0}, {11.0, 0.80, 0.01}}));
  const PanelContact panel = make_panel(panels);
  WheelContact::Scratch scratch;
  for (const Side side : {Side::left, Side::right}) {
    const double outward = side == Side::left ? 1.0 : -1.0;
    WheelsetMotion motion = make_rolling(0.0, 0.0);
    motion.v.z() = 0.2;  // climbs
    motion = press(panel, 10.3, side, motion);
    const RailUnderWheel rail{outward * 0.015, 3e-3, outward * 0.05, 0.01};
    Answer wanted;
    plain.calc(side, motion, rail, {}, scratch, wanted.force, wanted.jacobian);
    ASSERT_GT(wanted.force.force.z(), 1e4);
    const Answer got = ask(panel, 10.3, side, motion);
    EXPECT_LT((got.force.force - wanted.force.force).norm(), 1e-4 * wanted.force.force.norm());
    EXPECT_LT((got.jacobian - wanted.jacobian).norm(), 1e-3 * wanted.jacobian.norm());
  }
}

// Two narrow rails beside each other, one rising: each carries by its own penetration, as alone.
TEST(PanelContact, TwoRailsShareTheLoad) {
  const profile::Curve shape = make_arc(0.06, 10e-3);
  RailPanels both;
  const RailLine inner = make_guided(Side::left, shape, {{0.0, 0.73, 0.0}, {1.0, 0.73, 0.0}});
  const RailLine outer = make_guided(Side::left, shape, {{0.0, 0.78, 1e-3}, {1.0, 0.78, 1.5e-3}});
  both.lines = {inner, outer};
  const PanelContact panel = make_panel(both);
  RailPanels one, other;
  one.lines = {inner};
  other.lines = {outer};
  const PanelContact first = make_panel(one), second = make_panel(other);
  int shared = 0;
  for (double s = 0.02; s < 1.0; s += 0.03) {
    const WheelsetMotion motion = press(panel, s, Side::left, make_rolling(0.0, 0.0));
    const Answer sum = ask(panel, s, Side::left, motion);
    const Answer a = ask(first, s, Side::left, motion), b = ask(second, s, Side::left, motion);
    EXPECT_LT((sum.force.force - a.force.force - b.force.force).norm(), 1e-6);
    EXPECT_EQ(sum.force.count, a.force.count + b.force.count);
    EXPECT_LT((sum.jacobian - a.jacobian - b.jacobian).norm(), 1e-12 * sum.jacobian.norm());
    if (a.force.count == 0 || b.force.count == 0) continue;
    ++shared;
    // Hertz: loads go with the penetrations to the power 3/2; the cone's radii differ by 0.3 %.
    const PatchForce &p = a.force.patches[0], &q = b.force.patches[0];
    const double damping_p = 1.0 + p.delta_rate, damping_q = 1.0 + q.delta_rate;
    const double ratio = std::pow(p.patch.penetration / q.patch.penetration, 1.5);
    EXPECT_NEAR(p.normal / damping_p / (q.normal / damping_q), ratio, 5e-3 * ratio);
  }
  EXPECT_GT(shared, 3);
}

// Exact derivatives where two rails with changing shapes, slopes and a check rail act at once.
TEST(PanelContact, JacobianIsTheDerivative) {
  std::vector<RailLineSection> nose;
  for (int k = 0; k <= 4; ++k)
    nose.push_back({{}, 0.25 * k, 0.735 + 1e-3 * k, 0.03e-3 * k, make_arc(0.06, 8e-3 + 2e-3 * k)});
  RailPanels panels;
  panels.lines = {
      make_line(Side::left, nose),
      make_guided(Side::left, make_arc(0.3, 30e-3), {{0.0, 0.77, 0.85e-3}, {1.0, 0.80, 1.6e-3}})};
  CheckRail check;
  check.side = Side::left;
  check.s = {-1.0, 0.0, 2.0};
  check.y = {0.675, 0.681, 0.6815};
  check.top = 20e-3;
  check.stiffness = 50e6;
  check.damping = 1.0;
  check.friction = 0.3;
  panels.checks = {check};
  const PanelContact panel = make_panel(panels);
  std::size_t most = 0;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (int n = 0; n < 20; ++n) {
    const double s = 0.5 + 0.45 * any(random);
    const RailUnderWheel rail{1e-4, -1e-4, 1e-3, -1e-3, 0.01, 0.02};
    const WheelsetMotion at = press(
        panel, s, Side::left,
        make_rolling(0.3e-3 * any(random), 0.0, 1e-3 * any(random), 4e-3 * any(random)), rail);
    const Answer answer = ask(panel, s, Side::left, at, rail);
    most = std::max(most, answer.force.count);
    const double h = 1e-7;
    const auto change = [&](int column, double by) {
      WheelsetMotion m = at;
      RailUnderWheel r = rail;
      double* const entries[14] = {&m.pose.y, &m.pose.z, &m.pose.roll, &m.pose.yaw, &m.v[0],
                                   &m.v[1],   &m.v[2],   &m.w[0],      &m.w[1],     &m.w[2],
                                   &r.y,      &r.z,      &r.v_y,       &r.v_z};
      *entries[column] += by;
      const WheelForce f = ask(panel, s, Side::left, m, r).force;
      Eigen::Matrix<double, 6, 1> wrench;
      wrench << f.force, f.moment;
      return wrench;
    };
    for (int column = 0; column < 14; ++column) {
      const Eigen::Matrix<double, 6, 1> slope =
          (change(column, h) - change(column, -h)) / (2.0 * h);
      const double scale = std::max(slope.norm(), 1e3);
      EXPECT_LT((answer.jacobian.col(column) - slope).norm(), 2e-3 * scale)
          << "case " << n << ", column " << column;
    }
  }
  EXPECT_GE(most, 4u);  // both rails and both ends of the check rail at once
}

CheckRail make_check(double y, double friction) {
  CheckRail check;
  check.side = Side::right;
  check.s = {-10.0, 10.0};
  check.y = {y, y};
  check.top = 20e-3;
  check.stiffness = 40e6;
  check.friction = friction;
  return check;
}

// A wheel that stands parallel presses with k (delta - e / 2), a yawed one with the end of its chord
// that comes nearest, k / 2.
TEST(CheckRailContact, PressesAsItsLawSays) {
  const WheelBack back{0.68, 0.4695, 0.46};
  const CheckRailContact contact(make_check(0.678, 0.0), back);
  EXPECT_NEAR(contact.half_chord(), std::sqrt(0.4695 * 0.4695 - 0.44 * 0.44), 1e-15);
  WheelForce f;
  // The right wheel's back faces left; it comes to its check rail when the wheelset goes left.
  WheelsetMotion motion;
  motion.pose.y = 1.9e-3;
  contact.add(0.0, motion, {}, f);
  EXPECT_EQ(f.force.norm(), 0.0);
  motion.pose.y = 2.5e-3;  // pressed in by 0.5 mm
  contact.add(0.0, motion, {}, f);
  EXPECT_NEAR(f.force.y(), -40e6 * (0.5e-3 - 0.1e-3), 1.0);
  EXPECT_NEAR(f.moment.x(), 0.44 * f.force.y(), 1e-6 * std::abs(f.moment.x()));
  EXPECT_NEAR(f.moment.z(), 0.0, 1e-6);
  EXPECT_EQ(f.count, 2u);
  const double yaw = 3e-3, chord = contact.half_chord();
  motion.pose.yaw = yaw;
  motion.pose.y = 1.9e-3;
  f = {};
  contact.add(0.0, motion, {}, f);
  // Yawed to the left the front end comes nearer by about chord * yaw.
  const double delta = 1.9e-3 + chord * std::sin(yaw) - 2e-3 + 0.68 * (1.0 - std::cos(yaw));
  ASSERT_GT(delta, 0.2e-3);
  EXPECT_NEAR(f.force.y(), -20e6 * (delta - 0.1e-3), 1.0);
  EXPECT_NEAR(f.moment.z(), (chord * std::cos(yaw) + 0.68 * std::sin(yaw)) * f.force.y(), 1e-3);
  EXPECT_EQ(f.count, 1u);
}

// It brakes the wheel by what it dissipates: friction against the rim that slides by.
TEST(CheckRailContact, FrictionOpposesTheSlip) {
  const CheckRailContact contact(make_check(0.678, 0.25), {0.68, 0.4695, 0.46});
  WheelsetMotion motion;
  motion.pose.y = 2.5e-3;
  motion.v.x() = 23.0;
  motion.w.y() = 50.0;
  WheelForce f;
  contact.add(0.0, motion, {}, f);
  const double load = 40e6 * 0.4e-3, chord = contact.half_chord();
  const double ahead = 23.0 - 50.0 * 0.44, up = 50.0 * chord;  // slip of both ends: +-up
  const double speed = std::sqrt(ahead * ahead + up * up + 0.01);
  EXPECT_NEAR(f.force.x(), -0.25 * load * ahead / speed, 1e-3 * load);
  EXPECT_NEAR(f.force.z(), 0.0, 1e-6 * load);
  EXPECT_NEAR(f.moment.y(), -0.25 * load * (up * chord - ahead * 0.44) / speed, 1e-3 * load);
  EXPECT_LT(f.force.dot(motion.v) + f.moment.dot(motion.w), 0.0);
}

}  // namespace
}  // namespace fourfoot::contact
