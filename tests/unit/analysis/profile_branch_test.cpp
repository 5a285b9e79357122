// A branch of limit cycles on real profiles, whose forces have corners.
#include <gtest/gtest.h>

#include "analysis/orbit_passage.h"
#include "analysis/periodic_orbit.h"
#include "analysis/root_locus.h"
#include "input/scenario_family.h"

namespace fourfoot::testing {
namespace {

using analysis::Branch;
using analysis::PeriodicOrbit;

/// The displacement left after one period, with a tolerance a hundred times as tight.
double calc_closing(const analysis::FlowFamily& flows, const PeriodicOrbit& orbit) {
  const auto flow = flows(orbit.value);
  const VecX end = analysis::run_passage(*flow, orbit.state, orbit.period, 1e-9).end();
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
  options.most_folds = 2;
  const Branch branch = analysis::follow_branch(family, locus.crossings[0].value, options);
  ASSERT_EQ(branch.folds.size(), 2u) << branch.end;
  const double folds[] = {64.40, 62.66};
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(branch.folds[i].value, folds[i], 0.01);
  EXPECT_GT(branch.orbits.back().peak_to_peak, 2e-3);
  EXPECT_LT(branch.orbits.front().peak_to_peak, 1e-3);
  const analysis::FlowFamily flows = analysis::make_flows(family, 0.0, "");
  for (std::size_t i = 0; i < branch.orbits.size(); i += 4)
    EXPECT_LT(calc_closing(flows, branch.orbits[i]), 1e-6) << branch.orbits[i].value;
}

}  // namespace
}  // namespace fourfoot::testing
