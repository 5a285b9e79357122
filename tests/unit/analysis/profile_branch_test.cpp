// A branch of limit cycles on real profiles, whose forces have corners.
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/orbit_passage.h"
#include "analysis/periodic_orbit.h"
#include "analysis/root_locus.h"
#include "input/scenario_family.h"

namespace fourfoot::testing {
namespace {

using analysis::Branch;
using analysis::PeriodicOrbit;

/// The displacement left after one period, in one run with a tolerance that is much tighter.
double calc_closing(const analysis::FlowFamily& flows, const PeriodicOrbit& orbit,
                    double tolerance = 1e-9) {
  const auto flow = flows(orbit.value);
  const VecX end = analysis::run_passage(*flow, orbit.state, orbit.period, tolerance).end();
  return flow->calc_displacement(flow->calc_difference(orbit.state, end));
}

// HSFV1, laden, S1002 on 60E1: from small cycles beside the Hopf point over two folds to 2 mm peak
// to peak. That each orbit is one is checked by the integrator with a tighter tolerance; the folds
// are what this program found.
TEST(ProfileBranch, LeadsFromTheHopfPointThroughFolds) {
  const std::string file = FOURFOOT_SOURCE_DIR "/examples/21-freight-map/scenario.toml";
  const scenario::Family family =
      input::make_family(file, {{"contact.geometry", "table"}}, "speed.v");
  const analysis::RootLocus locus = analysis::find_root_locus(family, {64.0, 64.5}, {});
  ASSERT_EQ(locus.crossings.size(), 1u);
  analysis::ContinuationOptions options;
  options.value_from = 62.6;
  options.value_to = 65.0;
  options.parameter_scale = 0.5;
  options.most_folds = 3;
  const Branch branch = analysis::follow_branch(family, locus.crossings[0].value, options);
  ASSERT_EQ(branch.folds.size(), 3u) << branch.end;
  // The first orbit lies at a fold (64.235, multiplier 0.99999): rounding decides whether it counts.
  const std::size_t first = std::abs(branch.folds[0].value - 64.235) < 0.01 ? 1 : 0;
  const double folds[] = {64.40, 62.66, 63.73};
  for (std::size_t i = first; i < 3; ++i)
    EXPECT_NEAR(branch.folds[i].value, folds[i - first], 0.01);
  EXPECT_GT(branch.orbits.back().peak_to_peak, 2e-3);
  EXPECT_LT(branch.orbits.front().peak_to_peak, 1e-3);
  const analysis::FlowFamily flows = analysis::make_flows(family, 0.0, "");
  for (std::size_t i = 0; i < branch.orbits.size(); i += 4)
    EXPECT_LT(calc_closing(flows, branch.orbits[i]), 1e-6) << branch.orbits[i].value;
}

/// Small cycles of a coach with bogies beside the Hopf point that lies between two speeds.
void check_first_orbits(const std::string& vehicle, double from, double to) {
  const std::string file = FOURFOOT_SOURCE_DIR "/examples/22-coach-map/scenario.toml";
  const scenario::Family family =
      input::make_family(file,
                         {{"contact.geometry", "table"},
                          {"vehicle", "../../models/vehicles/" + vehicle + "/vehicle.toml"}},
                         "speed.v");
  const analysis::RootLocus locus = analysis::find_root_locus(family, {from, to}, {});
  ASSERT_FALSE(locus.crossings.empty());
  analysis::ContinuationOptions options;
  options.parameter_scale = 0.5;
  options.most_orbits = 4;
  const Branch branch = analysis::follow_branch(family, locus.crossings[0].value, options);
  ASSERT_EQ(branch.orbits.size(), 4u) << branch.end;
  const analysis::FlowFamily flows = analysis::make_flows(family, 0.0, "");
  for (const PeriodicOrbit& orbit : branch.orbits)
    EXPECT_LT(calc_closing(flows, orbit, 1e-10), 1e-6) << vehicle << " at " << orbit.value;
}

TEST(ProfileBranch, OrbitsOfCoachesCloseWithATightTolerance) {
  check_first_orbits("manchester-1", 78.5, 79.0);
  check_first_orbits("mk3", 68.0, 68.15);
}

}  // namespace
}  // namespace fourfoot::testing
