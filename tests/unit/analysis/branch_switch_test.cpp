// Branches that leave cycles at points that are known in closed form, and the pitchfork and the period
// doublings of Lorenz' equations, which are published.
#include "analysis/branch_switch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "unit/analysis/formula_flow.h"

namespace fourfoot::testing {
namespace {

using analysis::Branch;
using analysis::PeriodicOrbit;
using analysis::SpecialPoint;
using Kind = SpecialPoint::Kind;

/// A cycle with a motion z beside it:
///
///   r' = r (2 + p - r^2),   theta' = 2 + z^2,   z' = z g(z, p)
///
/// The cycle r^2 = 2 + p, z = 0 has the multipliers exp(-2 (2 + p) T) and exp(g(0, p) T), T = pi.
/// Where g(z, p) = 0 another branch has that z, the same r and the period 2 pi / (2 + z^2).
Formula make_cycle(const std::function<double(double z, double p)>& g) {
  return [g](const VecX& y, double p) {
    const double grow = 2.0 + p - y[0] * y[0] - y[1] * y[1], w = 2.0 + y[2] * y[2];
    return VecX(Eigen::Vector3d(grow * y[0] - w * y[1], grow * y[1] + w * y[0], y[2] * g(y[2], p)));
  };
}

analysis::ContinuationOptions make_options() {
  analysis::ContinuationOptions options;
  options.value_from = -0.6;
  options.value_to = 1.0;
  options.parameter_scale = 0.05;
  options.first_step = 0.5;
  options.largest_step = 1.5;
  options.largest_amplitude = 10.0;
  options.tolerance = 1e-9;
  return options;
}

Branch follow_cycle(const analysis::FlowFamily& family, double p) {
  VecX start = VecX::Zero(family(p)->size());
  start[0] = std::sqrt(2.0 + p);
  return analysis::follow_from_motion(family, p, start, std::numbers::pi, make_options());
}

const SpecialPoint& find_kind(const Branch& branch, Kind kind) {
  static const SpecialPoint none;
  for (const SpecialPoint& point : branch.specials) {
    if (point.kind == kind) return point;
  }
  ADD_FAILURE() << "no " << analysis::get_word(kind) << "; " << branch.end;
  return none;
}

Branch leave(const analysis::FlowFamily& family, const Branch& branch,
             const analysis::ContinuationOptions& options = make_options()) {
  const auto departure = analysis::find_departure({branch}, options);
  if (!departure) {
    ADD_FAILURE() << "nowhere to leave; " << branch.end;
    return {};
  }
  return analysis::follow_switched(family, *departure, options);
}

double get_z(const PeriodicOrbit& orbit) {
  return orbit.state[2];
}

// z = +-sqrt(1/2 -+ sqrt(1/4 + p)) leaves at p = 0 towards lower p and turns back at p = -1/4.
TEST(BranchSwitch, SymmetryBreaksAtAPitchfork) {
  const auto family = make_formula_family(
      3, make_cycle([](double z, double p) { return p + z * z - z * z * z * z; }), 0.05, 1.0);
  const Branch cycle = follow_cycle(family, -0.4);
  const SpecialPoint& point = find_kind(cycle, Kind::branch_point);
  const double tolerance = make_options().special_tolerance * make_options().parameter_scale;
  EXPECT_TRUE(point.is_located) << point.reason;
  EXPECT_LE(point.within(), tolerance);
  EXPECT_NEAR(point.value, 0.0, tolerance);
  EXPECT_NEAR(std::abs(point.multiplier - 1.0), 0.0, 1e-3);
  ASSERT_EQ(point.direction.size(), 5);
  EXPECT_NEAR(std::abs(point.direction[2]), 1.0, 1e-2);

  const Branch branch = leave(family, cycle);
  EXPECT_EQ(branch.start, Branch::Start::branch_point);
  EXPECT_EQ(branch.parent, 0);
  EXPECT_NE(branch.end.find("mirrored"), std::string::npos) << branch.end;
  ASSERT_EQ(branch.folds.size(), 1u) << branch.end;
  EXPECT_NEAR(branch.folds[0].value, -0.25, 1e-4);
  ASSERT_GE(branch.orbits.size(), 10u) << branch.end;
  EXPECT_GT(branch.orbits.back().value, 1.0);
  double before = -1.0;
  for (const PeriodicOrbit& orbit : branch.orbits) {
    const double z = std::abs(get_z(orbit));
    EXPECT_GT(z, before);
    before = z;
    EXPECT_NEAR(orbit.value, z * z * (z * z - 1.0), 1e-3) << z;
    EXPECT_NEAR(orbit.largest, std::sqrt(2.0 + orbit.value), 1e-3) << z;
    EXPECT_NEAR(orbit.period, 2.0 * std::numbers::pi / (2.0 + z * z), 1e-3) << z;
    const bool is_clear = z > 0.1 && std::abs(z * z - 0.5) > 0.02;
    EXPECT_TRUE(!is_clear || orbit.is_stable() == (z * z > 0.5)) << z;
  }
}

// z = p crosses the cycle at p = 0: both ways are there, and they differ.
TEST(BranchSwitch, TranscriticalBranchIsFollowedBothWays) {
  const auto family =
      make_formula_family(3, make_cycle([](double z, double p) { return p - z; }), 0.05, 1.0);
  const Branch cycle = follow_cycle(family, -0.4);
  const SpecialPoint& point = find_kind(cycle, Kind::branch_point);
  EXPECT_TRUE(point.is_located) << point.reason;
  EXPECT_NEAR(point.value, 0.0, 5e-6);
  const Branch branch = leave(family, cycle);
  ASSERT_GE(branch.orbits.size(), 20u) << branch.end;
  const auto [low, high] = std::minmax(branch.orbits.front().value, branch.orbits.back().value);
  EXPECT_LT(low, -0.6) << branch.end;
  EXPECT_GT(high, 1.0) << branch.end;
  for (const PeriodicOrbit& orbit : branch.orbits) EXPECT_NEAR(get_z(orbit), orbit.value, 1e-3);
}

// Two branches that come near each other, z (p - z^2) + 1e-3 = 0, do not cross: no branch point.
TEST(BranchSwitch, ImperfectPitchforkHasNoBranchPoint) {
  const Formula formula = [](const VecX& y, double p) {
    const double grow = 1.0 - y[0] * y[0] - y[1] * y[1], z = y[2];
    return VecX(Eigen::Vector3d(grow * y[0] - 2.0 * y[1], grow * y[1] + 2.0 * y[0],
                                z * (p - z * z) + 1e-2));
  };
  const auto family = make_formula_family(3, formula, 0.05, 1.0);
  VecX start = VecX::Unit(3, 0);
  const Branch branch =
      analysis::follow_from_motion(family, -0.4, start, std::numbers::pi, make_options());
  for (const SpecialPoint& point : branch.specials)
    EXPECT_FALSE(point.is_located) << analysis::get_word(point.kind) << " at " << point.value;
}

// Beside the cycle r = 1 a motion turns by half a turn while the cycle turns once: with w the motion in
// axes that turn with it, w' = (p, -1) w - |w|^2 w. Multipliers -exp(p T), -exp(-T), T = pi: period
// doubling at p = 0; beyond it |w| = sqrt(p) with the period 2 T.
TEST(BranchSwitch, DoublesThePeriod) {
  const Formula formula = [](const VecX& y, double p) {
    const double grow = 1.0 - y[0] * y[0] - y[1] * y[1], squared = y[2] * y[2] + y[3] * y[3];
    const double even = 0.5 * (p - 1.0) - squared, odd = 0.5 * (p + 1.0);
    return VecX(Eigen::Vector4d(grow * y[0] - 2.0 * y[1], grow * y[1] + 2.0 * y[0],
                                even * y[2] - y[3] + odd * (y[0] * y[2] + y[1] * y[3]),
                                even * y[3] + y[2] + odd * (y[1] * y[2] - y[0] * y[3])));
  };
  const auto family = make_formula_family(4, formula, 0.05, 1.0);
  const Branch cycle = analysis::follow_from_motion(family, -0.4, VecX::Unit(4, 0),
                                                    std::numbers::pi, make_options());
  const SpecialPoint& point = find_kind(cycle, Kind::period_doubling);
  EXPECT_TRUE(point.is_located) << point.reason;
  EXPECT_NEAR(point.value, 0.0, 5e-6);
  EXPECT_NEAR(std::abs(point.multiplier + 1.0), 0.0, 1e-3);
  const Branch branch = leave(family, cycle);
  EXPECT_EQ(branch.start, Branch::Start::period_doubling);
  ASSERT_GE(branch.orbits.size(), 10u) << branch.end;
  EXPECT_GT(branch.orbits.back().value, 1.0) << branch.end;
  for (const PeriodicOrbit& orbit : branch.orbits) {
    EXPECT_NEAR(orbit.period, 2.0 * std::numbers::pi, 1e-4);
    EXPECT_NEAR(orbit.state.tail(2).squaredNorm(), orbit.value, 1e-3);
    EXPECT_TRUE(orbit.value < 0.02 || orbit.is_stable()) << orbit.value;
  }
}

// sigma = 10, b = 8/3: the symmetric cycle loses its symmetry at r = 313, the asymmetric ones double
// their period at r = 229.42 [Sparrow1982].
TEST(BranchSwitch, FindsThePublishedPointsOfLorenz) {
  const Formula lorenz = [](const VecX& y, double r) {
    return VecX(Eigen::Vector3d(10.0 * (y[1] - y[0]), y[0] * (r - y[2]) - y[1],
                                y[0] * y[1] - 8.0 / 3.0 * y[2]));
  };
  const auto family = make_formula_family(3, lorenz, 5.0, 100.0);
  analysis::ContinuationOptions options = make_options();
  options.value_from = 225.0;
  options.value_to = 340.0;
  options.parameter_scale = 5.0;
  options.largest_amplitude = 1e3;
  options.largest_step = 4.0;
  // On the cycle of r = 330.
  const VecX start = Eigen::Vector3d(39.1688825, 99.0538834, 329.0);
  std::vector<Branch> branches = {
      analysis::follow_from_motion(family, 330.0, start, 0.4002562568, options)};
  const SpecialPoint breaking = find_kind(branches[0], Kind::branch_point);
  EXPECT_TRUE(breaking.is_located) << breaking.reason;
  const auto departure = analysis::find_departure(branches, options);
  ASSERT_TRUE(departure) << branches.back().end;
  branches.push_back(analysis::follow_switched(family, *departure, options));
  EXPECT_NEAR(breaking.value, 313.0, 0.5);
  const SpecialPoint& first = find_kind(branches[1], Kind::period_doubling);
  EXPECT_TRUE(first.is_located) << first.reason;
  EXPECT_NEAR(first.value, 229.42, 0.01);
}

}  // namespace
}  // namespace fourfoot::testing
