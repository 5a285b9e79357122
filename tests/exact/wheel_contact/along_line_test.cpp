// Contact on rails that change along the line.
#include <gtest/gtest.h>

#include "contact/constraint_along_line.h"
#include "contact/rails_along_line.h"
#include "contact/tangential/registry.h"
#include "contact/wheels.h"
#include "profile/pieces.h"

namespace fourfoot::contact {
namespace {

constexpr double crown_a = 0.3, crown_b = 0.26;

profile::Profile make_crown(double radius) {
  profile::Profile rail;
  rail.kind = profile::ProfileKind::rail;
  const double half = 30e-3, sag = std::sqrt(radius * radius - half * half) - radius;
  rail.curve = profile::build_curve(
      {profile::Piece(profile::ArcPiece{-half, sag, half, sag, radius, true})});
  return rail;
}

// The crown's middle 0.75 m from the track's: gauge measured where the arc ends.
RailsAlongLine make_two_crowns(double length) {
  RailsAlongLine rails;
  for (const double crown : {crown_a, crown_b}) {
    RailStretch stretch;
    stretch.left = stretch.right = make_crown(crown);
    stretch.lay.inclination = 0.0;
    stretch.lay.gauge_height = 0.05;
    stretch.lay.gauge = 2.0 * (0.75 - 30e-3);
    rails.stretches.push_back(stretch);
  }
  rails.changes = {{100.0, length, 0, 1}};
  return rails;
}

Wheels make_coned_wheels() {
  Wheels wheels;
  wheels.left.kind = wheels.right.kind = profile::ProfileKind::wheel;
  wheels.left.curve = wheels.right.curve =
      profile::build_curve({profile::Piece(profile::LinePiece{-30e-3, -1.5e-3, 40e-3, 2e-3})});
  return wheels;
}

ContactAlongLine make_contact(const RailsAlongLine& rails) {
  const Wheels wheels = make_coned_wheels();
  return build_contact_along_line(rails, [&](const LaidRails& laid, bool) {
    return std::make_shared<const WheelContact>(
        std::make_shared<const WheelsetOnTrack>(lay_wheels(wheels, laid)),
        ElasticNormal(Material{}), make_tangential_law("fastsim", Material{}),
        WheelContact::Options{});
  });
}

WheelsetMotion make_running_motion() {
  WheelsetMotion motion;
  motion.pose.y = 1.5e-3;
  motion.pose.z = 0.36e-3;  // the cone reaches below the tape circle
  motion.v = Vec3(20.0, 0.03, 0.0);
  motion.w = Vec3(0.01, 20.0 / 0.46, 0.02);
  return motion;
}

TEST(ContactAlongLine, IsThatOfItsRailsBeforeAndBehindTheChange) {
  const ContactAlongLine contact = make_contact(make_two_crowns(20.0));
  ContactAlongLine::Scratch scratch;
  WheelForce along, alone;
  for (const double s : {-50.0, 89.9, 110.1, 5000.0}) {
    contact.calc(s, Side::left, make_running_motion(), {}, {}, scratch, along);
    const auto& sample = s < 100.0 ? contact.samples().front() : contact.samples().back();
    sample.contact->calc(Side::left, make_running_motion(), {}, {}, scratch.search, alone);
    EXPECT_EQ(along.force, alone.force) << s;
    EXPECT_EQ(along.moment, alone.moment) << s;
  }
}

// Between a crown of radius 0.3 and one of 0.26 m: force, moment and patches go over without a jump,
// the patches add up, and the Jacobian is the force's derivative.
TEST(ContactAlongLine, GoesOverFromOneRailToTheOther) {
  const ContactAlongLine contact = make_contact(make_two_crowns(20.0));
  ASSERT_GT(contact.samples().size(), 3u);
  ContactAlongLine::Scratch scratch;
  WheelForce f, before;
  double largest = 0.0;
  for (int i = 0; i <= 2000; ++i) {
    const double s = 89.0 + 22.0 * i / 2000;
    contact.calc(s, Side::left, make_running_motion(), {}, {}, scratch, f);
    Vec3 sum = Vec3::Zero();
    for (std::size_t p = 0; p < f.count; ++p) sum += f.patches[p].force_T;
    EXPECT_LT((sum - f.force).norm(), 1e-9 * f.force.norm()) << s;
    ASSERT_EQ(f.count, 1u) << s;  // one patch goes over, not two that come and go
    if (i > 0) largest = std::max(largest, (f.force - before.force).norm());
    if (i > 0) {
      EXPECT_NEAR(f.patches[0].a, before.patches[0].a, 2e-3 * f.patches[0].a) << s;
    }
    before = f;
  }
  EXPECT_LT(largest, 2e-3 * f.force.norm());

  WheelForceJacobian jacobian;
  const double s = 97.3, h = 1e-6;
  contact.calc(s, Side::left, make_running_motion(), {}, {}, scratch, f, jacobian);
  WheelsetMotion up = make_running_motion(), down = make_running_motion();
  up.pose.z += h;
  down.pose.z -= h;
  WheelForce high, low;
  contact.calc(s, Side::left, up, {}, {}, scratch, high);
  contact.calc(s, Side::left, down, {}, {}, scratch, low);
  const Vec3 slope = (high.force - low.force) / (2.0 * h);
  EXPECT_LT((jacobian.col(1).head<3>() - slope).norm(), 1e-4 * slope.norm());
}

// Half way the rail is an arc of nearly the mean curvature: a wheel on it carries what one on such
// an arc carries.
TEST(ContactAlongLine, FeelsTheRailBetween) {
  const RailsAlongLine rails = make_two_crowns(20.0);
  const ContactAlongLine contact = make_contact(rails);
  const Wheels wheels = make_coned_wheels();
  const WheelContact exact(
      std::make_shared<const WheelsetOnTrack>(lay_wheels(wheels, lay_rails(rails, 100.0))),
      ElasticNormal(Material{}), make_tangential_law("fastsim", Material{}), {});
  ContactAlongLine::Scratch scratch;
  WheelForce along, between;
  contact.calc(100.0, Side::left, make_running_motion(), {}, {}, scratch, along);
  exact.calc(Side::left, make_running_motion(), {}, {}, scratch.search, between);
  EXPECT_NEAR(along.force.z(), between.force.z(), 0.025 * between.force.z());
}

ConstraintAlongLine make_rigid_treads(const ContactAlongLine& elastic) {
  std::vector<ConstraintAlongLine::Sample> samples;
  for (const ContactAlongLine::Sample& sample : elastic.samples())
    samples.push_back(
        {sample.s, std::make_shared<const ConstraintWheel>(sample.contact, TreadOptions{})});
  return ConstraintAlongLine(samples);
}

// Also at and beside the samples, where the rails' way of changing turns.
TEST(RigidTreadsAlongLine, TheGapHasTwoContinuousDerivatives) {
  const ContactAlongLine elastic = make_contact(make_two_crowns(2.0));
  const ConstraintAlongLine treads = make_rigid_treads(elastic);
  const double piece = elastic.samples()[1].s - elastic.samples()[0].s;
  ConstraintWheel::Scratch scratch;
  const WheelsetPose pose = make_running_motion().pose;
  TreadAlong at, ahead, behind, least, most;
  const double h = 1e-4 * piece;
  for (double s = 98.8; s < 101.2; s += 0.031 * piece) {
    const double before = treads.find_tread(s - h, Side::left, pose, scratch, behind).gap;
    const double after = treads.find_tread(s + h, Side::left, pose, scratch, ahead).gap;
    const TreadContact here = treads.find_tread(s, Side::left, pose, scratch, at);
    ASSERT_TRUE(here.exists);
    EXPECT_NEAR((after - before) / (2 * h), at.gap_s, 1e-9) << s;
    EXPECT_NEAR((ahead.gap_s - behind.gap_s) / (2 * h), at.gap_ss, 1e-8) << s;
    EXPECT_NEAR(ahead.gap_ss, behind.gap_ss, 1e-6) << s;  // no jump
    least.gap_ss = std::min(least.gap_ss, at.gap_ss);
    most.gap_ss = std::max(most.gap_ss, at.gap_ss);
    double sum = 0.0;
    const ConstraintAlongLine::Shares shares = treads.find(s);
    for (std::size_t i = 0; i < shares.count; ++i) sum += shares.list[i].w;
    EXPECT_NEAR(sum, 1.0, 1e-14);
  }
  EXPECT_GT(most.gap_ss - least.gap_ss, 1e-4);  // there is something to see
}

// On the rail as it lies there, which no sample has.
TEST(RigidTreadsAlongLine, FeelTheRailBetween) {
  const RailsAlongLine rails = make_two_crowns(20.0);
  const ContactAlongLine elastic = make_contact(rails);
  const ConstraintAlongLine treads = make_rigid_treads(elastic);
  const Wheels wheels = make_coned_wheels();
  const auto& samples = elastic.samples();
  ConstraintWheel::Scratch scratch;
  const WheelsetPose pose = make_running_motion().pose;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    const double s = 0.5 * (samples[i - 1].s + samples[i].s);
    const ConstraintWheel exact(
        std::make_shared<const WheelContact>(
            std::make_shared<const WheelsetOnTrack>(lay_wheels(wheels, lay_rails(rails, s))),
            ElasticNormal(Material{}), make_tangential_law("fastsim", Material{}),
            WheelContact::Options{}),
        {});
    TreadAlong along;
    const TreadContact a = treads.find_tread(s, Side::left, pose, scratch, along);
    const TreadContact b = exact.find_tread(Side::left, pose, scratch);
    EXPECT_NEAR(a.gap, b.gap, 1e-6) << s;
    EXPECT_LT((a.gradient - b.gradient).cwiseAbs().maxCoeff(), 1e-3) << s;
    EXPECT_NEAR(a.curvature_y, b.curvature_y, 0.02 * b.curvature_y) << s;
  }
}

TEST(RailsAlongLine, GaugeIsAStepWithTwoContinuousDerivatives) {
  RailsAlongLine rails = make_two_crowns(8.0);
  rails.stretches[1].lay.gauge += 12e-3;
  EXPECT_EQ(calc_gauge_shift(rails, 90.0).value, 0.0);
  EXPECT_NEAR(calc_gauge_shift(rails, 100.0).value, 3e-3, 1e-15);
  EXPECT_NEAR(calc_gauge_shift(rails, 200.0).value, 6e-3, 1e-15);
  const double h = 1e-4;
  for (double s = 95.5; s < 105.0; s += 0.25) {
    const GaugeShift a = calc_gauge_shift(rails, s - h), b = calc_gauge_shift(rails, s),
                     c = calc_gauge_shift(rails, s + h);
    EXPECT_NEAR((c.value - a.value) / (2 * h), b.d1, 1e-9);
    EXPECT_NEAR((c.d1 - a.d1) / (2 * h), b.d2, 1e-7);
  }
}

TEST(RailsAlongLine, FrictionIsLinearOverAChange) {
  RailsAlongLine rails = make_two_crowns(10.0);
  rails.stretches[1].friction = 0.1;
  rails.stretches[1].friction_flange = 0.05;
  const ContactFriction nominal{0.4, 0.3};
  EXPECT_EQ(calc_friction(rails, nominal, 0.0).flange, 0.3);
  EXPECT_NEAR(calc_friction(rails, nominal, 100.0).tread, 0.25, 1e-15);
  EXPECT_NEAR(calc_friction(rails, nominal, 102.5).flange, 0.3 - 0.75 * 0.25, 1e-15);
  EXPECT_EQ(calc_friction(rails, nominal, 300.0).tread, 0.1);
}

}  // namespace
}  // namespace fourfoot::contact
