// A branch has come back only where its motions do, not where their amplitudes and periods do.
#include "analysis/branch_return.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "analysis/orbit_shape.h"
#include "unit/analysis/formula_flow.h"

namespace fourfoot::testing {
namespace {

using analysis::Branch;
using analysis::PeriodicOrbit;

constexpr double pair_period = std::numbers::pi;

/// Two oscillators of radius 1 and period pi; the second is ahead by phi:
///
///   r' = r (1 - r^2) of both,   theta' = 2,   phi' = p - 1 + cos(phi)
///
/// Orbits p = 1 - cos(phi): a closed branch with folds at p = 0 and p = 2. Value, period, amplitudes and
/// size of the orbits at phi and -phi are the same.
VecX calc_pair(const VecX& y, double p) {
  const auto first = y.head(2), second = y.tail(2);
  const double turn = 1.0 + p + first.dot(second);
  const double grow = 1.0 - first.squaredNorm(), other = 1.0 - second.squaredNorm();
  return VecX(Eigen::Vector4d(grow * y[0] - 2.0 * y[1], grow * y[1] + 2.0 * y[0],
                              other * y[2] - turn * y[3], other * y[3] + turn * y[2]));
}

VecX make_state(double phase) {
  return VecX(Eigen::Vector4d(1.0, 0.0, std::cos(phase), std::sin(phase)));
}

double get_phase(const PeriodicOrbit& orbit) {
  const VecX& y = orbit.state;
  return std::atan2(y[0] * y[3] - y[1] * y[2], y[0] * y[2] + y[1] * y[3]);
}

TEST(BranchReturn, LegsThatDifferInAPhaseAreNotTheSame) {
  const auto family = make_formula_family(4, calc_pair, 0.05, 1.0);
  analysis::ContinuationOptions options;
  options.value_from = -1.0;
  options.value_to = 3.0;
  options.parameter_scale = 0.05;
  options.largest_change = 2.0;
  options.largest_amplitude = 10.0;
  options.find_specials = false;
  const Branch branch = analysis::follow_from_motion(family, 1.0 - std::cos(1.0), make_state(1.0),
                                                     pair_period, options);
  // Down and up, each round the whole circle.
  EXPECT_EQ(branch.ending, Branch::End::closed) << branch.end;
  EXPECT_EQ(branch.end.find("turned back"), std::string::npos) << branch.end;
  ASSERT_EQ(branch.folds.size(), 4u);
  for (const analysis::Fold& fold : branch.folds)
    EXPECT_NEAR(fold.value, fold.value < 1.0 ? 0.0 : 2.0, 1e-4);
  double least = 0.0, most = 0.0;
  for (const PeriodicOrbit& orbit : branch.orbits) {
    const double phase = get_phase(orbit);
    EXPECT_NEAR(orbit.value, 1.0 - std::cos(phase), 1e-3);
    least = std::min(least, phase);
    most = std::max(most, phase);
  }
  EXPECT_LT(least, -2.8);
  EXPECT_GT(most, 2.8);
}

VecX calc_shape(analysis::OrbitFlow& flow, const VecX& start) {
  return analysis::calc_orbit_shape(flow,
                                    analysis::run_passage(flow, start, pair_period, 1e-9, 400));
}

// With x_k = cos(2 t - a_k), y_k = sin(2 t - a_k): z = 1/2 exp(i (difference of the angles)), s^2 = 2,
// so each entry is exp(2 i difference)/(2 sqrt(2)).
TEST(OrbitShape, TellsPhasesNotTheBeginningNorTheMirrorImage) {
  const double phase = 0.4;
  const auto flow = make_formula_family(4, calc_pair, 1.0, 1.0)(1.0 - std::cos(phase));
  const VecX start = make_state(phase), shape = calc_shape(*flow, start);
  ASSERT_EQ(shape.size(), 32);
  const double unit = 1.0 / (2.0 * std::sqrt(2.0)), exact = 1e-4;
  EXPECT_NEAR(shape[0], unit, exact);                                  // x_1 with itself
  EXPECT_NEAR(shape[2 * 4 * 2], unit * std::cos(2.0 * phase), exact);  // x_1 with x_2
  EXPECT_NEAR(std::abs(shape[2 * 4 * 2 + 1]), unit * std::sin(2.0 * phase), exact);
  const VecX later = analysis::run_passage(*flow, start, 0.3 * pair_period, 1e-9, 100).end();
  EXPECT_NEAR((calc_shape(*flow, later) - shape).norm(), 0.0, exact);
  EXPECT_NEAR((calc_shape(*flow, -start) - shape).norm(), 0.0, exact);
  const auto other = make_formula_family(4, calc_pair, 1.0, 1.0)(1.0 - std::cos(phase));
  EXPECT_GT((calc_shape(*other, make_state(-phase)) - shape).norm(), std::sin(2.0 * phase));
}

}  // namespace
}  // namespace fourfoot::testing
