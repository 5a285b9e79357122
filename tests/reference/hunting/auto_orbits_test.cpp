// Branches of limit cycles of the hunting wheelset and of Cooperrider's bogie against AUTO-07p at
// equal speed (tests/data/stability): amplitude, period, Hopf point, fold, multipliers. AUTO's
// equations were written from the published data by somebody who had not read this program.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <sstream>

#include "analysis/periodic_orbit.h"
#include "analysis/root_locus.h"
#include "reference/hunting/hunting_vehicles.h"
#include "support/csv.h"

namespace fourfoot::testing {
namespace {

struct AutoOrbit {
  std::string type, part;
  double speed = 0.0, amplitude = 0.0, peak_to_peak = 0.0, period = 0.0;
  std::vector<std::complex<double>> multipliers;  ///< without the one that is always 1
};

std::vector<AutoOrbit> read_auto_orbits(const Vehicle& vehicle) {
  const CsvTable table(FOURFOOT_TEST_DATA "/stability/auto_limit_cycles.csv");
  std::vector<AutoOrbit> orbits;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table.text(i, "model") != vehicle.model) continue;
    AutoOrbit orbit{table.text(i, "type"),
                    table.text(i, "part"),
                    table.number(i, "speed"),
                    table.number(i, "amplitude"),
                    table.number(i, "peak_to_peak"),
                    table.number(i, "period"),
                    {}};
    if (orbit.type != "hopf") {
      std::istringstream cells(table.text(i, "multipliers"));
      for (double re = 0.0, im = 0.0; cells >> re >> im;) orbit.multipliers.emplace_back(re, im);
    }
    orbits.push_back(orbit);
  }
  return orbits;
}

const AutoOrbit& find_type(const std::vector<AutoOrbit>& orbits, const std::string& type) {
  return *std::find_if(orbits.begin(), orbits.end(),
                       [&](const AutoOrbit& orbit) { return orbit.type == type; });
}

/// One per cent of a multiplier; small ones, which say only that a motion dies out within a period
/// or two, to 5e-4.
void check_auto_multipliers(const AutoOrbit& wanted, const analysis::PeriodicOrbit& orbit) {
  for (const std::complex<double>& multiplier : wanted.multipliers) {
    double least = 1e300;
    for (const std::complex<double>& found : orbit.multipliers)
      least = std::min(least, std::abs(found - multiplier));
    EXPECT_LT(least, std::max(0.01 * std::abs(multiplier), 5e-4))
        << wanted.speed << " " << wanted.part << ": " << multiplier;
  }
}

/// The orbit of this speed between two neighbours on the branch.
analysis::PeriodicOrbit find_between(const scenario::Family& family,
                                     const analysis::PeriodicOrbit& a,
                                     const analysis::PeriodicOrbit& b, double speed) {
  const double part = (speed - a.value) / (b.value - a.value);
  analysis::ContinuationOptions options;
  options.tolerance = 1e-9;
  options.steps = 1000;  // with 300 small multipliers of large orbits are 7e-4 away
  return analysis::find_orbit(family, speed, a.state + part * (b.state - a.state),
                              a.period + part * (b.period - a.period), options);
}

void check_auto_branch(const Vehicle& vehicle, double from, double to) {
  const std::vector<AutoOrbit> wanted = read_auto_orbits(vehicle);
  const AutoOrbit &hopf = find_type(wanted, "hopf"), &fold = find_type(wanted, "fold");
  const scenario::Family family = read_family(vehicle.example);
  const analysis::RootLocus locus = analysis::find_root_locus(family, {from, 65.0, 70.0, 75.0, to});
  ASSERT_EQ(locus.crossings.size(), 1u);
  EXPECT_NEAR(*locus.critical / hopf.speed, 1.0, 1e-5);
  EXPECT_NEAR(locus.crossings[0].frequency * hopf.period, 1.0, 1e-4);

  analysis::ContinuationOptions options;
  options.value_from = from;
  options.value_to = to;
  const analysis::Branch branch = analysis::follow_branch(family, *locus.critical, options);
  ASSERT_EQ(branch.folds.size(), 1u) << branch.end;
  EXPECT_NEAR(branch.folds[0].value / fold.speed, 1.0, 1e-5);  // AUTO has small angles: psi^2/2
  EXPECT_NEAR(branch.folds[0].orbit.largest / fold.amplitude, 1.0, 1e-3);
  EXPECT_NEAR(branch.folds[0].orbit.period / fold.period, 1.0, 1e-3);

  int stable = 0, unstable = 0;
  for (const AutoOrbit& other : wanted) {
    if (!other.type.empty()) continue;
    const bool is_stable = other.part == "stable";
    int found = 0;
    for (std::size_t i = 1; i < branch.orbits.size(); ++i) {
      const analysis::PeriodicOrbit &a = branch.orbits[i - 1], &b = branch.orbits[i];
      // Below the fold the speed falls along the branch, above it rises.
      if ((b.value > a.value) != is_stable || (a.value < other.speed) == (b.value < other.speed))
        continue;
      const analysis::PeriodicOrbit orbit = find_between(family, a, b, other.speed);
      EXPECT_NEAR(orbit.largest / other.amplitude, 1.0, 1e-3) << other.speed << " " << other.part;
      EXPECT_NEAR(orbit.peak_to_peak / other.peak_to_peak, 1.0, 1e-3) << other.speed;
      EXPECT_NEAR(orbit.period / other.period, 1.0, 1e-3) << other.speed << " " << other.part;
      EXPECT_EQ(orbit.is_stable(), is_stable) << other.speed;
      check_auto_multipliers(other, orbit);
      ++found;
    }
    EXPECT_EQ(found, 1) << other.speed << " " << other.part;
    (is_stable ? stable : unstable) += found;
  }
  EXPECT_GE(stable, 20);
  EXPECT_GE(unstable, 13);
}

TEST(AutoOrbits, BranchOfTheWheelset) {
  check_auto_branch(wheelset, 60.0, 76.0);
}
TEST(AutoOrbits, BranchOfCooperridersBogie) {
  check_auto_branch(cooperrider, 60.0, 80.5);
}

}  // namespace
}  // namespace fourfoot::testing
