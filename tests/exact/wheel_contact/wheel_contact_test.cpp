#include "contact/wheel_contact.h"

#include <gtest/gtest.h>

#include <random>

#include "contact/tangential/registry.h"
#include "reference/contact-geometry/reference_data.h"

namespace fourfoot::contact {
namespace {

using Columns = Eigen::Matrix<double, 6, 14>;

std::shared_ptr<const WheelsetOnTrack> get_wheelset() {
  static const auto wheelset = std::make_shared<const WheelsetOnTrack>(make_s1002_on_60e1());
  return wheelset;
}

/// Coarse, for speed: the answers do not depend on the grid.
std::shared_ptr<const ContactTable> get_table() {
  static const auto table = [] {
    TableOptions options;
    options.y_step = 1e-3;
    options.roll_count = 4;
    options.yaw_count = 3;
    return std::make_shared<const ContactTable>(build_contact_table(*get_wheelset(), options));
  }();
  return table;
}

WheelContact make_contact(const std::string& law, bool with_table,
                          const WheelContact::Options& options = {}) {
  return WheelContact(get_wheelset(), with_table ? get_table() : nullptr,
                      ElasticNormal(Material{}, 0.2), make_tangential_law(law, Material{}),
                      options);
}

WheelContact::Options make_strip_options() {
  WheelContact::Options options;
  options.shape = PatchShape::strips;
  options.search = make_strip_search();
  return options;
}

struct Case {
  Side side = Side::left;
  WheelsetMotion motion;
  RailUnderWheel rail;
  ContactFriction friction{0.35, 0.15};
  Case moved(int i, double way) const {
    Case c = *this;
    double* const all[] = {
        &c.motion.pose.y, &c.motion.pose.z, &c.motion.pose.roll, &c.motion.pose.yaw, &c.motion.v[0],
        &c.motion.v[1],   &c.motion.v[2],   &c.motion.w[0],      &c.motion.w[1],     &c.motion.w[2],
        &c.rail.y,        &c.rail.z,        &c.rail.v_y,         &c.rail.v_z};
    *all[i] += way;
    return c;
  }
};

Eigen::Matrix<double, 6, 1> calc(const WheelContact& contact, const Case& c,
                                 WheelForce* keep = nullptr) {
  WheelContact::Scratch scratch;
  WheelForce f;
  contact.calc(c.side, c.motion, c.rail, c.friction, scratch, f);
  Eigen::Matrix<double, 6, 1> out;
  out << f.force, f.moment;
  if (keep) *keep = f;
  return out;
}

Columns calc_jacobian(const WheelContact& contact, const Case& c) {
  WheelContact::Scratch scratch;
  WheelForce f;
  WheelForceJacobian j;
  contact.calc(c.side, c.motion, c.rail, c.friction, scratch, f, j);
  Eigen::Matrix<double, 6, 1> whole;
  whole << f.force, f.moment;
  EXPECT_LT((whole - calc(contact, c)).norm(), 1e-11 * whole.norm());
  return j;
}

/// Sixth order differences of calc.
Eigen::Matrix<double, 6, 1> difference(const WheelContact& contact, const Case& c, int i,
                                       double h) {
  const double weights[] = {0.75, -0.15, 1.0 / 60.0};
  Eigen::Matrix<double, 6, 1> sum = Eigen::Matrix<double, 6, 1>::Zero();
  for (int k = 1; k <= 3; ++k)
    sum +=
        weights[k - 1] / h * (calc(contact, c.moved(i, k * h)) - calc(contact, c.moved(i, -k * h)));
  return sum;
}

Case make_random(std::mt19937& random, double speed) {
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  Case c;
  c.side = uniform(0.0, 1.0) < 0.5 ? Side::left : Side::right;
  WheelsetPose& p = c.motion.pose;
  p.y = uniform(-8e-3, 8e-3);
  p.yaw = uniform(-0.02, 0.02);
  const auto rigid = get_table()->find_reference(p.y, p.yaw, {});
  p.z = rigid.z - uniform(50e-6, 100e-6);
  p.roll = rigid.roll;
  // One number a statement: in which order the arguments of a call are drawn depends on the compiler.
  c.motion.v.z() = uniform(-0.02, 0.02);
  c.motion.v.y() = uniform(-0.05, 0.05);
  c.motion.v.x() = speed;
  c.motion.w.z() = uniform(-0.05, 0.05);
  c.motion.w.y() = speed / 0.46 + uniform(-0.2, 0.2);
  c.motion.w.x() = uniform(-0.02, 0.02);
  c.rail = {uniform(-1e-6, 1e-6), uniform(-1e-6, 1e-6), uniform(-1e-3, 1e-3),
            uniform(-1e-3, 1e-3), uniform(-0.01, 0.01), uniform(-0.01, 0.01)};  // in this order
  return c;
}

/// Largest error of a column against differences, and how far differences of two widths are apart,
/// relative to its largest force and moment. They are far apart where a joint of the profiles at a
/// node of the sums over the overlap, a change of the number of patches or a kink of the law lies
/// within.
struct ColumnError {
  double error, spread;
};
ColumnError calc_error(const WheelContact& contact, const Case& c, const Columns& j, int i,
                       double h) {
  const auto fine = difference(contact, c, i, h), coarse = difference(contact, c, i, 1.5 * h);
  const double scale = j.col(i).cwiseAbs().maxCoeff();
  return {(j.col(i) - fine).cwiseAbs().maxCoeff() / scale,
          (fine - coarse).cwiseAbs().maxCoeff() / scale};
}

// Roll presses one wheel into its rail: a shorter step, so that the ends of the overlap do not pass a
// joint of the profiles.
constexpr double steps[14] = {1e-6, 1e-6, 3e-7, 1e-6, 3e-3, 1e-3, 1e-3,
                              1e-3, 3e-3, 1e-3, 1e-6, 1e-6, 1e-3, 1e-3};

// Differences of sixth order see the third derivative, which jumps at the nodes of the spline of
// exact-table: `shorter` steps, and 1e-6 instead of 1e-7.
void check_jacobian(const std::string& law, double speed, double least_smooth, double shorter = 1.0,
                    const WheelContact::Options& options = {}) {
  // The table has the search of ellipses.
  const WheelContact contact = make_contact(law, options.shape != PatchShape::strips, options);
  std::mt19937 random(3);
  int smooth = 0, all = 0;
  double worst = 0.0;
  for (int n = 0; n < 12; ++n) {
    const Case c = make_random(random, speed);
    const Columns j = calc_jacobian(contact, c);
    for (int i = 0; i < 14; ++i) {
      const bool slow = std::abs(speed) < 1.0 && i >= 4 && i < 10;
      const ColumnError e = calc_error(contact, c, j, i, steps[i] * (slow ? 0.03 : shorter));
      ++all;
      if (e.spread > 1e-6) continue;
      ++smooth;
      worst = std::max(worst, e.error);
      EXPECT_LT(e.error, (shorter < 1.0 ? 1e-6 : 1e-7) + 2.0 * e.spread)
          << law << " case " << n << " column " << i;
    }
  }
  std::printf("%s at %g m/s: %d of %d columns smooth, worst %.2e\n", law.c_str(), speed, smooth,
              all, worst);
  EXPECT_GE(smooth, least_smooth * all) << law;
}

// Columns whose differences over two steps disagree lie at a bend of the profiles and say nothing;
// most must say something.
TEST(WheelContact, JacobianIsExact) {
  check_jacobian("polach", 20.0, 0.85);
  check_jacobian("shen-hedrick-elkins", -20.0, 0.85);
  check_jacobian("shen-hedrick-elkins", 0.04, 0.85);
  check_jacobian("exact-table", 20.0, 0.85, 0.1);
  check_jacobian("exact-table", 0.04, 0.85);
}

// A strip that enters or leaves within the difference, and FASTSIM's cells, are kinks as well.
TEST(WheelContact, JacobianOnStripsIsExact) {
  const WheelContact::Options strips = make_strip_options();
  check_jacobian("polach", 20.0, 0.85, 0.03, strips);
  check_jacobian("shen-hedrick-elkins", -20.0, 0.85, 0.03, strips);
  check_jacobian("fastrip", 20.0, 0.85, 0.03, strips);
  check_jacobian("fastrip", 0.04, 0.85, 0.03, strips);
}

// Every law: `fastrip` on the strips, the others on the ellipse that stands for the patch. The cells of `fastrip` begin to slip one
// by one on each of 24 strips, so fewer of its columns are smooth.
TEST(WheelContact, JacobianByKikAndPiotrowskiIsExact) {
  WheelContact::Options options;
  options.shape = PatchShape::kik_piotrowski;
  for (const std::string& law : get_tangential_names())
    check_jacobian(law, 20.0, law == "fastrip" ? 0.75 : 0.85, 0.03, options);
}

TEST(WheelContact, FrictionRuleEntersTheJacobian) {
  WheelContact::Options options;
  options.friction.falling = {0.4, 0.6};
  options.friction.low = 0.02;
  options.friction.high = 1.0;
  options.friction.is_linear = true;
  check_jacobian("shen-hedrick-elkins", 20.0, 0.85, 0.03, options);
  options.shape = PatchShape::strips;
  options.search = make_strip_search();
  check_jacobian("fastrip", 20.0, 0.85, 0.03, options);
}

// Linear between the angles, and Polach's factor at the patch's slip velocity.
TEST(WheelContact, FrictionByAngleAndSlipVelocity) {
  WheelContact::Options options;
  options.friction = {0.1, 1.3, true, {0.4, 0.6}};
  const WheelContact contact = make_contact("fastsim", true, options);
  std::mt19937 random(4);
  int between = 0;
  for (int n = 0; n < 40; ++n) {
    const Case c = make_random(random, 20.0);
    WheelForce f;
    calc(contact, c, &f);
    for (std::size_t i = 0; i < f.count; ++i) {
      const PatchForce& p = f.patches[i];
      const double share = std::clamp((std::abs(p.patch.angle) - 0.1) / 1.2, 0.0, 1.0);
      const double w = p.speed * std::hypot(p.nu_x, p.nu_y);
      const double expected = (0.35 - 0.2 * share) * (0.6 * std::exp(-0.6 * w) + 0.4);
      EXPECT_NEAR(p.mu, expected, 1e-12);
      between += share > 0.0 && share < 1.0;
    }
  }
  EXPECT_GT(between, 5);
}

TEST(WheelContact, JacobianOfTheOnlineSearch) {
  const WheelContact contact = make_contact("shen-hedrick-elkins", false);
  for (const double y : {1e-3, 6.6e-3}) {
    Case c;
    c.motion.pose = {y, 0.0, 0.0, 3e-3};
    SearchScratch scratch;
    const RigidContact rigid = solve_rigid(*get_wheelset(), y, 3e-3, {}, scratch);
    c.motion.pose.z = rigid.z - 70e-6;
    c.motion.pose.roll = rigid.roll;
    c.motion.v = Vec3(20.0, 0.01, 0.0);
    c.motion.w = Vec3(0.0, 43.5, 0.0);
    const Columns j = calc_jacobian(contact, c);
    for (int i = 0; i < 14; ++i) {
      const auto d = difference(contact, c, i, 0.7 * steps[i]);
      EXPECT_LT((j.col(i) - d).cwiseAbs().maxCoeff(), 1e-6 * d.cwiseAbs().maxCoeff())
          << y << " column " << i;
    }
  }
}

TEST(WheelContact, FallingFrictionEntersTheJacobian) {
  Table table;
  table.put("law", Value{std::string("polach"), {}});
  table.put("friction_ratio", Value{0.4, {}});
  const WheelContact contact(get_wheelset(), get_table(), ElasticNormal(Material{}, 0.2),
                             make_tangential_law(table, Material{}), {});
  Case c;
  SearchScratch scratch;
  const RigidContact rigid = solve_rigid(*get_wheelset(), 2.2e-3, 0.0, {}, scratch);
  c.motion.pose = {2.2e-3, rigid.z - 70e-6, rigid.roll, 4e-3};
  c.motion.v = Vec3(15.0, 0.0, 0.0);
  c.motion.w = Vec3(0.0, 36.0, 0.0);
  const Columns j = calc_jacobian(contact, c);
  const auto d = difference(contact, c, 4, 3e-3);
  EXPECT_LT((j.col(4) - d).cwiseAbs().maxCoeff(), 1e-7 * d.cwiseAbs().maxCoeff());
}

/// Only what is relative to the rail counts.
TEST(WheelContact, MovingRailAndWheelTogetherChangesNothing) {
  const WheelContact contact = make_contact("fastsim", true);
  std::mt19937 random(8);
  const Case c = make_random(random, 20.0);
  const auto f = calc(contact, c);
  Case d = c;
  d.motion.pose.y += 5e-3;
  d.rail.y += 5e-3;
  d.motion.pose.z -= 2e-3;
  d.rail.z -= 2e-3;
  d.motion.v += Vec3(0.0, 0.3, -0.2);
  d.rail.v_y += 0.3;
  d.rail.v_z -= 0.2;
  // What remains is the tangent's small share of the added velocities: none without slopes.
  EXPECT_LT((calc(contact, d) - f).norm(), 1e-9 * f.norm());
}

/// Seen in a mirror across the track a wheelset runs backwards.
TEST(WheelContact, RunningBackwardsIsTheMirrorImage) {
  const WheelContact ellipse = make_contact("fastsim", true),
                     strips = make_contact("fastrip", false, make_strip_options());
  std::mt19937 random(5);
  for (int n = 0; n < 40; ++n) {
    const WheelContact& contact = n < 20 ? ellipse : strips;
    const Case c = make_random(random, n % 2 ? 20.0 : 0.05);
    Case m = c;
    m.motion.pose.yaw *= -1.0;
    m.motion.v.x() *= -1.0;
    m.motion.w.y() *= -1.0;
    m.motion.w.z() *= -1.0;
    m.rail.dy *= -1.0;
    m.rail.dz *= -1.0;
    auto f = calc(contact, c);
    const auto g = calc(contact, m);
    for (int i : {0, 4, 5}) f[i] *= -1.0;
    EXPECT_LT((f - g).norm(), 1e-9 * f.norm()) << n;
  }
}

TEST(WheelContact, NothingTouchesNothingPulls) {
  const WheelContact contact = make_contact("fastsim", false);
  Case c;
  c.motion.pose.z = 1e-3;
  c.motion.v = Vec3(20.0, 0.0, 0.0);
  WheelForce f;
  EXPECT_EQ(calc(contact, c, &f).norm(), 0.0);
  EXPECT_EQ(f.count, 0u);
  c.motion.pose.z = -250e-6;
  c.motion.v.z() = 6.0;  // opens faster than 1 / chi
  calc(contact, c, &f);
  EXPECT_GT(f.count, 0u);
  EXPECT_EQ(f.force.norm(), 0.0);
}

/// Load, symmetry, and the Hertzian spring of the reference solution.
TEST(WheelContact, CarriesTheNominalLoad) {
  const WheelContact contact = make_contact("fastsim", false);
  Case c;
  c.motion.v = Vec3(20.0, 0.0, 0.0);
  c.motion.w = Vec3(0.0, 20.0 / 0.46, 0.0);
  double low = -400e-6, high = 0.0;
  for (int i = 0; i < 50; ++i) {
    c.motion.pose.z = 0.5 * (low + high);
    (calc(contact, c)[2] > 62.5e3 ? low : high) = c.motion.pose.z;
  }
  WheelForce l, r;
  calc(contact, c, &l);
  EXPECT_NEAR(l.force.z(), 62.5e3, 1e-3);
  c.side = Side::right;
  calc(contact, c, &r);
  EXPECT_NEAR(r.force.z(), l.force.z(), 1e-6);
  EXPECT_NEAR(r.force.y(), -l.force.y(), 1e-6);
  EXPECT_NEAR(r.force.x(), l.force.x(), 1e-6);
  EXPECT_NEAR(r.moment.x(), -l.moment.x(), 1e-6);
  ASSERT_EQ(l.count, 1u);
  const PatchForce& p = l.patches[0];
  const HertzLaw<double> hertz(p.patch.curvature_x, p.patch.curvature_y_region,
                               Material{}.contact_modulus());
  EXPECT_NEAR(p.normal, hertz.calc_from_penetration(p.patch.penetration).normal, 1e-9 * p.normal);
  // Force at the patch and moment about the axle's middle say the same.
  const Vec3 arm = p.patch.p_TC - Vec3(0.0, 0.0, 0.46 + c.motion.pose.z);
  const Vec3 expected = arm.cross(l.force) + p.tangential.mz * p.n_T;
  EXPECT_LT((l.moment - expected).norm(), 1e-9 * expected.norm());
}

/// The same on strips, in sums: each side's force, and the moment about the axle's middle from the
/// patch's position.
TEST(WheelContact, StripsAreAlikeOnBothSides) {
  const WheelContact contact = make_contact("fastrip", false, make_strip_options());
  Case c;
  c.motion.v = Vec3(20.0, 0.0, 0.0);
  c.motion.w = Vec3(0.0, 20.0 / 0.46, 0.0);
  c.motion.pose.z = -250e-6;
  WheelForce l, r;
  calc(contact, c, &l);
  c.side = Side::right;
  calc(contact, c, &r);
  EXPECT_GT(l.force.z(), 2e4);
  EXPECT_NEAR(r.force.z(), l.force.z(), 1e-6);
  EXPECT_NEAR(r.force.y(), -l.force.y(), 1e-6);
  EXPECT_NEAR(r.force.x(), l.force.x(), 1e-6);
  EXPECT_NEAR(r.moment.x(), -l.moment.x(), 1e-6);
  EXPECT_NEAR(r.moment.z(), -l.moment.z(), 1e-6);
  const PatchForce& p = l.patches[0];
  const Vec3 arm = p.patch.p_TC - Vec3(0.0, 0.0, 0.46 + c.motion.pose.z);
  const Vec3 expected = arm.cross(l.force) + p.tangential.mz * p.n_T;
  EXPECT_LT((l.moment - expected).norm(), 1e-3 * expected.norm());
}

TEST(WheelContact, RailThatRisesPushesBack) {
  const WheelContact contact = make_contact("kalker-linear", false);
  Case c;
  c.motion.pose.z = -250e-6;
  c.motion.v = Vec3(1.0, 0.0, 0.0);
  WheelForce f;
  calc(contact, c, &f);
  EXPECT_NEAR(f.patches[0].delta_rate, 0.0, 1e-12);
  const double level = f.patches[0].patch.penetration;
  c.rail.dz = 0.01;
  calc(contact, c, &f);
  const PatchForce& p = f.patches[0];
  const double sine = 0.01 / std::sqrt(1.0 + 1e-4);
  // n = (-dz, ...): forward motion approaches the rail, its normal force has a share backwards.
  EXPECT_NEAR(p.delta_rate, sine * std::cos(p.patch.angle), 1e-6);
  // It touches before the axle, by r dz, and deeper by r dz^2 / 2.
  EXPECT_NEAR(p.patch.p_TC.x(), p.patch.radius * sine, 1e-5);
  EXPECT_NEAR(p.patch.penetration - level, 0.5 * p.patch.radius * 1e-4, 5e-7);
  const HertzLaw<double> hertz(p.patch.curvature_x, p.patch.curvature_y_region,
                               Material{}.contact_modulus());
  const double spring = hertz.calc_from_penetration(p.patch.penetration).normal;
  EXPECT_NEAR(p.normal, spring * (1.0 + 0.2 * p.delta_rate), 1e-9 * spring);
  EXPECT_NEAR(p.n_T.x(), -sine * std::cos(p.patch.angle), 1e-6);
  EXPECT_NEAR(p.n_T.dot(p.x_T), 0.0, 1e-15);
}

}  // namespace
}  // namespace fourfoot::contact
