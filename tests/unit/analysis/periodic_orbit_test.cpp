// Limit cycles of a wheelset against AUTO-07p (tests/data/hunting), a second program
// (textbook_orbit.h) and the closed form of the Hopf point.
#include "analysis/periodic_orbit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "analysis/settle.h"
#include "support/csv.h"
#include "unit/analysis/textbook_orbit.h"
#include "unit/analysis/wheelset_family.h"

namespace fourfoot::testing {
namespace {

using analysis::Branch;
using analysis::PeriodicOrbit;

CsvTable read_auto() {
  return CsvTable(FOURFOOT_TEST_DATA "/hunting/hunting_limit_cycles_wheelset.csv");
}

// AUTO's flange is rounded over 1e-5 m by a function with a tail, ours by a parabola: amplitudes
// differ by less than that.
constexpr double auto_corner = 1e-5;
// The four equations of textbook_orbit.h leave out psi^2/2 < 5e-6.
constexpr double small_angles = 1e-5;

TEST(PeriodicOrbit, IsThatOfAutoWhereItIsStable) {
  const CsvTable table = read_auto();
  const scenario::Family family = make_wheelset_family(saturated);
  analysis::ContinuationOptions options;
  options.steps = 400;
  int checked = 0;
  for (std::size_t row = 46; row < table.size(); row += 8) {
    ASSERT_EQ(table.text(row, "stability"), "stable");
    const double v = table.number(row, "V"), amplitude = 1e-3 * table.number(row, "max_y1_mm");
    scenario::Member member = family(v);
    scenario::InitialEntry entry;
    entry.body = "wheelset";
    entry.displacement.y() = amplitude;
    member.scenario.initial = {entry};
    analysis::SettleOptions settle;
    settle.integrator = member.scenario.integrator;
    const analysis::Settled near = analysis::settle(
        *member.system, analysis::calc_initial_state(*member.system, member.scenario), settle);
    ASSERT_EQ(near.kind, analysis::MotionKind::periodic) << near.reason;
    EXPECT_NEAR(near.largest, amplitude, 2e-3 * amplitude) << v;

    const PeriodicOrbit orbit = analysis::find_orbit(family, v, near.state, near.period, options);
    EXPECT_NEAR(orbit.largest, amplitude, auto_corner) << v;
    EXPECT_NEAR(orbit.peak_to_peak, 2.0 * amplitude, 2.0 * auto_corner) << v;
    EXPECT_NEAR(orbit.period, table.number(row, "period_s"), 1e-4 * orbit.period) << v;
    EXPECT_TRUE(orbit.is_stable()) << v;
    ++checked;
  }
  EXPECT_GE(checked, 3);
}

// The second program with AUTO's own corner is on AUTO's branch, unstable part included. So amplitudes
// at equal speed that differ from AUTO's by up to 1.5 % on the flat unstable part do so for the
// corner alone.
TEST(PeriodicOrbit, SecondProgramIsThatOfAutoWithItsCorner) {
  const CsvTable table = read_auto();
  int checked = 0;
  for (std::size_t row = 9; row < 60; row += 3) {
    const double v = table.number(row, "V"), amplitude = 1e-3 * table.number(row, "max_y1_mm");
    if (table.text(row, "type") == "LP") continue;
    // The unstable part falls by 0.025 m/s per mm: 0.1 % of 0.84 mm is 2e-5 m/s, 3e-7 of the speed.
    // AUTO's largest y is that of its mesh, good to 1e-5 on the steep stable part.
    const bool is_flat = table.text(row, "stability") == "unstable";
    const TextbookOrbit found = find_textbook_orbit(amplitude, v, FlangeCorner::tail);
    EXPECT_NEAR(found.v / v, 1.0, is_flat ? 3e-7 : 1e-4) << amplitude;
    EXPECT_NEAR(found.period / table.number(row, "period_s"), 1.0, is_flat ? 3e-7 : 1e-4);
    ++checked;
  }
  EXPECT_GE(checked, 15);
}

TEST(PeriodicOrbit, BranchLeavesTheHopfPointAndTurnsBack) {
  const HopfPoint hopf = calc_hopf_point();
  analysis::ContinuationOptions options;
  options.steps = 400;
  options.value_from = 60.0;
  options.value_to = 75.0;
  const Branch branch = analysis::follow_branch(make_wheelset_family(saturated), hopf.v, options);
  EXPECT_NEAR(branch.hopf, hopf.v, 1e-6);
  EXPECT_NEAR(branch.hopf_frequency, hopf.omega / (2.0 * std::numbers::pi), 1e-4);
  ASSERT_EQ(branch.folds.size(), 1u) << branch.end;
  const analysis::Fold& fold = branch.folds[0];
  int repelling = 0, attracting = 0;
  for (const PeriodicOrbit& orbit : branch.orbits) {
    if (orbit.largest < 1e-3) continue;  // multipliers of small ones are 1 but for rounding
    const TextbookOrbit other = find_textbook_orbit(orbit.largest, orbit.value);
    // At the flange's corner the method falls to order two: about (pi/400)^2 = 6e-5 of a period.
    const bool is_smooth = orbit.largest < 7.9e-3;
    EXPECT_NEAR(orbit.value, other.v, (is_smooth ? small_angles : 1e-4) * other.v) << orbit.largest;
    EXPECT_NEAR(orbit.period, other.period, (is_smooth ? small_angles : 1e-4) * other.period)
        << orbit.largest;
    EXPECT_LT(orbit.closing, 1e-6) << orbit.largest;
    // Below the fold's amplitude the cycle repels, above it attracts.
    if (std::abs(orbit.largest - fold.orbit.largest) < 2e-5) continue;
    EXPECT_EQ(orbit.is_stable(), orbit.largest > fold.orbit.largest) << orbit.largest;
    (orbit.is_stable() ? attracting : repelling) += 1;
  }
  EXPECT_GE(repelling, 3);
  EXPECT_GE(attracting, 3);
  // No amplitude has a lower speed.
  for (const double a : {7.9e-3, 7.98e-3, 7.995e-3, 8.01e-3, 8.05e-3})
    EXPECT_GT(find_textbook_orbit(a, fold.value).v, fold.value * (1.0 - small_angles)) << a;
}

}  // namespace
}  // namespace fourfoot::testing
