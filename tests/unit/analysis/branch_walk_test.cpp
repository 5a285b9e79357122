// Branches of orbits whose shape, period and multipliers are known in closed form.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "analysis/floquet.h"
#include "analysis/orbit_check.h"
#include "analysis/orbit_passage.h"
#include "analysis/periodic_orbit.h"
#include "base/error.h"
#include "unit/analysis/plain_flow.h"

namespace fourfoot::testing {
namespace {

using analysis::Branch;
using analysis::PeriodicOrbit;
using analysis::SpecialPoint;

/// Bautin's normal form with an oscillation of its own beside it:
///
///   r' = r (p + r^2 - r^4),  theta' = 2 + r^2;      z' = (p + 0.1 + 5 i) z
///
/// Orbits p = r^4 - r^2, z = 0: from r = 1 at p = 0 to the fold at r^2 = 1/2, p = -1/4, and on,
/// repelling, to the Hopf point r = 0, p = 0. Multipliers exp(T (2 r^2 - 4 r^4)) and
/// exp(T (p + 0.1 +- 5 i)), so that a torus leaves at p = -0.1.
class BautinForm : public integrate::Problem {
 public:
  explicit BautinForm(double p) : p_(p) {}
  int get_size() const override { return 4; }
  void calc_rate(double, const integrate::ConstVecRef& y, integrate::VecRef f) override {
    const double r2 = y[0] * y[0] + y[1] * y[1], g = p_ + r2 - r2 * r2, w = 2.0 + r2;
    const double grow = p_ + 0.1;
    f << g * y[0] - w * y[1], g * y[1] + w * y[0], grow * y[2] - 5.0 * y[3],
        grow * y[3] + 5.0 * y[2];
  }
  bool calc_jacobian(double, const integrate::ConstVecRef& y, MatX& j) override {
    const double r2 = y[0] * y[0] + y[1] * y[1], g = p_ + r2 - r2 * r2, w = 2.0 + r2;
    const double dg = 2.0 - 4.0 * r2, grow = p_ + 0.1;  // dg/dy = dg y, dw/dy = 2 y
    j.setZero();
    j.topLeftCorner(2, 2) << g + dg * y[0] * y[0] - 2.0 * y[0] * y[1],
        -w + dg * y[0] * y[1] - 2.0 * y[1] * y[1], w + dg * y[0] * y[1] + 2.0 * y[0] * y[0],
        g + dg * y[1] * y[1] + 2.0 * y[0] * y[1];
    j.bottomRightCorner(2, 2) << grow, -5.0, 5.0, grow;
    return true;
  }

 private:
  double p_;
};

class BautinFlow : public PlainFlow {
 public:
  explicit BautinFlow(double p) : PlainFlow(4, 0.05), p_(p), problem_(p) {}
  std::unique_ptr<OrbitFlow> copy() const override { return std::make_unique<BautinFlow>(p_); }
  integrate::Problem& problem() override { return problem_; }
  /// r = 1 counts as 3 mm do.
  double calc_displacement(const VecX& x) const override { return 3e-3 * x.cwiseAbs().maxCoeff(); }
  std::vector<std::string> get_watch_names() const override { return {"wall"}; }
  void calc_watches(const VecX& y, VecX& g) override { g = VecX::Constant(1, 0.9 - y[0]); }

 private:
  double p_;
  BautinForm problem_;
};

Branch follow_bautin() {
  analysis::ContinuationOptions options;
  options.value_to = 2.0;
  options.parameter_scale = 0.05;
  options.first_step = 0.5;
  options.largest_step = 1.5;
  options.largest_amplitude = 10.0;
  options.tolerance = 1e-9;
  const auto family = [](double p) { return std::make_unique<BautinFlow>(p); };
  VecX start = VecX::Zero(4);
  start[0] = 1.01;
  return analysis::follow_from_motion(family, 0.0, start, 2.09, options);
}

std::unique_ptr<analysis::OrbitFlow> make_bautin(double p) {
  return std::make_unique<BautinFlow>(p);
}

double calc_radius_multiplier(const PeriodicOrbit& orbit) {
  const double r2 = orbit.largest * orbit.largest;
  return std::exp(orbit.period * (2.0 * r2 - 4.0 * r2 * r2));
}

/// r = 1, T = 2 pi / 3 at p = 0 is an orbit. From r = 1.01 the motion has come back to r = 1 to a part of
/// exp(-2 T) (1.5 %); with a period too long by 0.1 % it is ahead by 0.002 pi. Displacements count 3 mm.
TEST(OrbitCheck, TellsOrbitsFromMotionsThatDoNotClose) {
  PeriodicOrbit exact;
  exact.period = 2.0 * std::numbers::pi / 3.0;
  exact.state = VecX::Zero(4);
  exact.state[0] = 1.0;
  PeriodicOrbit beside = exact, late = exact;
  beside.state[0] = 1.01;
  late.period *= 1.001;
  const std::vector<double> left = analysis::check_orbits(make_bautin, {exact, beside, late});
  EXPECT_LT(left[0], 3e-3 * 1e-8);
  EXPECT_GT(left[1], 3e-3 * 0.01 * 0.97);
  EXPECT_NEAR(left[2], 3e-3 * 0.002 * std::numbers::pi, 3e-3 * 1e-4);
  analysis::OrbitCheckOptions few;
  few.most_steps = 3;
  EXPECT_TRUE(std::isnan(analysis::check_orbits(make_bautin, {exact}, few)[0]));
}

TEST(OrbitCheck, TellsHowManyAreDone) {
  PeriodicOrbit exact;
  exact.period = 2.0 * std::numbers::pi / 3.0;
  exact.state = VecX::Zero(4);
  exact.state[0] = 1.0;
  std::vector<std::size_t> told;
  analysis::OrbitCheckOptions options;
  options.on_progress = [&](std::size_t done) { told.push_back(done); };
  analysis::check_orbits(make_bautin, {exact, exact, exact}, options);
  EXPECT_EQ(told, (std::vector<std::size_t>{1, 2, 3}));
}

TEST(BranchWalk, FollowsBautinsNormalFormBothWays) {
  const Branch branch = follow_bautin();
  ASSERT_GE(branch.orbits.size(), 40u) << branch.end;
  ASSERT_EQ(branch.folds.size(), 1u);
  const double gap = std::sqrt(2.0) * 1e-4;
  EXPECT_NEAR(branch.folds[0].value, -0.25, gap / branch.folds[0].orbit.period);
  EXPECT_NEAR(branch.folds[0].orbit.largest, std::sqrt(0.5), 2e-3);  // flat there
  EXPECT_TRUE(branch.is_complete()) << branch.end;
  EXPECT_NE(branch.end.find("steady running"), std::string::npos) << branch.end;
  double before = 0.0;
  for (const PeriodicOrbit& orbit : branch.orbits) {
    const double r = orbit.largest, r2 = r * r;
    EXPECT_GT(r, before);  // never back on itself
    before = r;
    // Orbits close to 1e-4 r in each coordinate, so a gap of up to sqrt(2) of that is left. It is
    // T r dp by the parameter, r (2 + r^2) dT by the period, and the radius is known to it.
    EXPECT_NEAR(orbit.value, r2 * r2 - r2,
                gap * (1.0 / orbit.period + std::abs(4.0 * r * r2 - 2.0 * r)))
        << r;
    EXPECT_NEAR(orbit.period, 2.0 * std::numbers::pi / (2.0 + r2), gap / (2.0 + r2)) << r;
    EXPECT_LT(orbit.closing, 1e-6) << r;
  }
  EXPECT_LT(branch.orbits.front().largest, 0.1);
  EXPECT_GT(branch.orbits.back().value, 2.0);
}

// Half a period later the state is the opposite one: that is no period.
TEST(BranchWalk, LeastPeriodIsFoundAmongMultiples) {
  const auto flow = make_bautin(0.0);
  const VecX y = VecX::Unit(4, 0);
  const double period = 2.0 * std::numbers::pi / 3.0;
  for (const int k : {1, 2, 3, 4, 7})
    EXPECT_NEAR(analysis::find_least_period(*flow, y, k * period), period, 1e-3 * period) << k;
}

// z turns at 5 rad/s, y at 2 + r^2 = 2.887: one turn of y later z is elsewhere.
TEST(BranchWalk, ASmallMotionBesideCountsForThePeriod) {
  const double p = -0.1, r2 = 0.5 + std::sqrt(0.25 + p), share = 0.05;
  const auto flow = make_bautin(p);
  VecX y = VecX::Unit(4, 0) * std::sqrt(r2);
  y[2] = share;
  const double period = 2.0 * std::numbers::pi / (2.0 + r2), five = 5.0 * period;
  EXPECT_NEAR(analysis::find_least_period(*flow, y, five), five, 1e-12);
  EXPECT_NEAR(analysis::find_least_period(*flow, y, five, 0.2), period, 0.01 * period);
}

TEST(BranchWalk, AMotionGivenWithThreePeriodsIsFollowedWithOne) {
  analysis::ContinuationOptions options;
  options.parameter_scale = 0.05;
  options.largest_amplitude = 10.0;
  options.most_orbits = 3;
  const VecX start = VecX::Unit(4, 0);
  const Branch branch = analysis::follow_from_motion(make_bautin, 0.0, start, 6.29, options);
  ASSERT_GE(branch.orbits.size(), 3u) << branch.end;
  for (const PeriodicOrbit& orbit : branch.orbits) {
    const double r2 = orbit.largest * orbit.largest;
    EXPECT_NEAR(orbit.period, 2.0 * std::numbers::pi / (2.0 + r2), 1e-3);
  }
}

TEST(BranchWalk, MultipliersAreThoseOfTheClosedForm) {
  const Branch branch = follow_bautin();
  for (const PeriodicOrbit& orbit : branch.orbits) {
    ASSERT_EQ(orbit.multipliers.size(), 3);
    const double radial = calc_radius_multiplier(orbit),
                 other = std::exp(orbit.period * (orbit.value + 0.1));
    EXPECT_NEAR(orbit.largest_multiplier, std::max(radial, other), 2e-3 * orbit.largest_multiplier)
        << orbit.largest;
    EXPECT_NEAR(std::abs(orbit.multipliers[2]), std::min(radial, other), 2e-3) << orbit.largest;
  }
}

TEST(BranchWalk, FindsTorusAndGrazing) {
  const Branch branch = follow_bautin();
  const double located = 1e-4 * 0.05;  // the tolerance of the options
  int tori = 0, grazings = 0;
  for (const SpecialPoint& point : branch.specials) {
    if (point.kind == SpecialPoint::Kind::torus) {
      EXPECT_TRUE(point.is_located) << point.reason;
      EXPECT_LE(point.within(), located);
      EXPECT_NEAR(point.value, -0.1, located);
      ++tori;
    } else if (point.kind == SpecialPoint::Kind::grazing) {
      EXPECT_TRUE(point.is_located) << point.reason;
      EXPECT_NEAR(point.value, 0.9 * 0.9 * (0.9 * 0.9 - 1.0), located);
      EXPECT_EQ(point.subject, "wall");
      ++grazings;
    }
  }
  EXPECT_EQ(tori, 2);  // on the attracting and on the repelling part
  EXPECT_EQ(grazings, 1);
}

/// Motions through radii next to that of the fold, 0.69 < r < 0.72, cannot be run.
class BrokenForm : public BautinForm {
 public:
  using BautinForm::BautinForm;
  void calc_rate(double t, const integrate::ConstVecRef& y, integrate::VecRef f) override {
    const double r = std::hypot(y[0], y[1]);
    if (r > 0.69 && r < 0.72) throw RunError("no motion here");
    BautinForm::calc_rate(t, y, f);
  }
};

class BrokenFlow : public BautinFlow {
 public:
  explicit BrokenFlow(double p) : BautinFlow(p), value_(p), broken_(p) {}
  std::unique_ptr<OrbitFlow> copy() const override { return std::make_unique<BrokenFlow>(value_); }
  integrate::Problem& problem() override { return broken_; }

 private:
  double value_;
  BrokenForm broken_;
};

// Where no orbit is found at the fold, no other orbit is taken for it without a word.
TEST(BranchWalk, FoldWithoutAnOrbitIsNotCalledLocated) {
  analysis::ContinuationOptions options;
  options.parameter_scale = 0.05;
  options.first_step = options.largest_step = 1.5;
  options.largest_amplitude = 10.0;
  options.value_to = 0.5;
  const auto family = [](double p) { return std::make_unique<BrokenFlow>(p); };
  const Branch branch =
      analysis::follow_from_motion(family, -0.1, 0.94 * VecX::Unit(4, 0), 2.18, options);
  ASSERT_EQ(branch.folds.size(), 1u) << branch.end;
  const analysis::Fold& fold = branch.folds[0];
  EXPECT_FALSE(fold.is_located);
  EXPECT_GT(fold.value, -0.25);
  EXPECT_NEAR(fold.value - fold.within, -0.25, 0.25 * fold.within);
  std::size_t same = 0;
  for (const PeriodicOrbit& orbit : branch.orbits) same += orbit.value == fold.value ? 1 : 0;
  EXPECT_EQ(same, 1u);
}

// At a fold a second multiplier is 1. Beside the trivial one it would make a Jordan block, and an
// error e of the matrix would move both by its square root.
TEST(Floquet, MultiplierOfAFoldIsAsGoodAsItsMatrix) {
  const double error = 1e-8;
  MatX monodromy(3, 3);
  monodromy << 1.0, 0.7, 0.0, error, 1.0, 0.0, 0.0, 0.0, 0.3;
  const VecX along = VecX::Unit(3, 0);
  const Eigen::VectorXcd found = analysis::calc_multipliers(monodromy, along);
  ASSERT_EQ(found.size(), 2);
  EXPECT_NEAR(found[0].real(), 1.0, 2.0 * error);
  EXPECT_NEAR(found[1].real(), 0.3, 1e-12);
}

}  // namespace
}  // namespace fourfoot::testing
