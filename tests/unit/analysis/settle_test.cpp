// Where motions settle, against oscillators whose motion is known in closed form.
#include "analysis/settle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "analysis/equilibrium.h"
#include "analysis/initial_state.h"
#include "analysis/observed.h"
#include "support/text_scenario.h"

namespace fourfoot::testing {
namespace {

using analysis::MotionKind;
using analysis::Settled;
using analysis::SettleOptions;

constexpr double pi = std::numbers::pi;
constexpr double mass = 1500.0, ky = 2e5, cy = 4e3;  // damping ratio 0.115

// A mass on springs to the track, free along the axes named.
std::string make_mass(const std::string& free, const std::string& stiffness,
                      const std::string& damping, const std::string& more) {
  return "[vehicle.bodies.mass]\nmass = 1500\ninertia = [800, 800, 800]\nposition = [0, 0, 1]\n"
         "free = [" +
         free +
         "]\n[vehicle.elements.spring]\ntype = \"spring-damper\"\nbetween = [\"track\", \"mass\"]\n"
         "at = [0, 0, 1]\nstiffness = " +
         stiffness + "\ndamping = " + damping + "\n[speed]\nv = 30\n[run]\nduration = 1\n" + more;
}

const std::string start_aside = "[initial.mass]\ny = 0.004\n";

SettleOptions make_options() {
  SettleOptions options;
  options.integrator.method = "dopri5";
  options.integrator.rtol = 1e-9;
  options.integrator.atol = 1e-9;
  options.observed = "mass/y";
  return options;
}

Settled settle_text(const std::string& text, const SettleOptions& options) {
  const scenario::Scenario scenario = read_text(text);
  const auto system = scenario::build_system(scenario);
  return analysis::settle(*system, analysis::calc_initial_state(*system, scenario), options);
}

// In a curve without cant the mass runs on a circle of radius R - y about the same centre, and the
// spring supplies m (v/R)^2 (R - y) = -ky y.
TEST(Settle, ComesToRestWhereTheSpringHoldsTheMassOnItsCircle) {
  const double v = 30.0, radius = 600.0, turn = v * v / (radius * radius);
  const double wanted = -mass * turn * radius / (ky - mass * turn);
  const std::string curve =
      "[[track.horizontal]]\ntype = \"circular-arc\"\nlength = 1000\nradius = 600\n"
      "turn = \"left\"\n";
  const std::string text = make_mass("\"y\"", "[0, 2e5, 0]", "[0, 4e3, 0]", start_aside + curve);
  const Settled settled = settle_text(text, make_options());
  EXPECT_EQ(settled.kind, MotionKind::stationary) << settled.reason;
  EXPECT_EQ(settled.peak_to_peak, 0.0);
  // It rests when peak to peak is below 2e-5 m.
  EXPECT_NEAR(settled.mean, wanted, make_options().quiet);

  const auto system = scenario::build_system(read_text(text));
  const analysis::Equilibrium equilibrium = analysis::find_equilibrium(*system);
  EXPECT_NEAR(analysis::Observed(*system, "mass/y", 0.0).calc(equilibrium.state).x, wanted,
              1e-9 * std::abs(wanted));
}

TEST(Settle, FindsPeriodAndAmplitudeOfAnUndampedOscillator) {
  const Settled settled =
      settle_text(make_mass("\"y\"", "[0, 2e5, 0]", "[0, 0, 0]", start_aside), make_options());
  EXPECT_EQ(settled.kind, MotionKind::periodic) << settled.reason;
  EXPECT_NEAR(settled.period, 2.0 * pi * std::sqrt(mass / ky), 1e-6);
  EXPECT_NEAR(settled.peak_to_peak, 0.008, 1e-6);
  EXPECT_NEAR(settled.largest, 0.004, 1e-6);
  EXPECT_NEAR(settled.mean, 0.0, 1e-6);
  EXPECT_EQ(settled.maxima, 1);
}

// Two equal masses in a row on equal springs: their two frequencies have the ratio of the golden
// section squared, which no cycle of up to eight maxima comes near. The first one, let go at rest
// 4 mm aside, is A1 cos(w1 t) + A2 cos(w2 t) with A1 + A2 = 4 mm.
TEST(Settle, CallsTwoFrequenciesWithoutCommonPeriodQuasiPeriodic) {
  const std::string second =
      "[vehicle.bodies.second]\nmass = 1500\ninertia = [800, 800, 800]\nposition = [0, 0, 1]\n"
      "free = [\"y\"]\n[vehicle.elements.between]\ntype = \"spring-damper\"\n"
      "between = [\"mass\", \"second\"]\nat = [0, 0, 1]\nstiffness = [0, 2e5, 0]\n";
  SettleOptions options = make_options();
  options.longest = 40.0;
  const Settled settled =
      settle_text(make_mass("\"y\"", "[0, 2e5, 0]", "[0, 0, 0]", start_aside + second), options);
  EXPECT_EQ(settled.kind, MotionKind::quasi_periodic) << settled.reason;
  EXPECT_LT(settled.largest, 0.004 * (1.0 + 1e-6));
  EXPECT_GT(settled.largest, 0.98 * 0.004);
}

TEST(Settle, CallsWhatGoesBeyondItsLimitDiverged) {
  SettleOptions options = make_options();
  options.largest = 0.003;
  const Settled settled =
      settle_text(make_mass("\"y\"", "[0, 2e5, 0]", "[0, 0, 0]", start_aside), options);
  EXPECT_EQ(settled.kind, MotionKind::diverged);
}

// m y'' + c y' + k y = 0: the envelope is exp(-c t / 2m).
TEST(Settle, MeasuresGrowthOfADampedOscillator) {
  const scenario::Scenario scenario =
      read_text(make_mass("\"y\"", "[0, 2e5, 0]", "[0, 4e3, 0]", start_aside));
  const auto system = scenario::build_system(scenario);
  const double growth = analysis::measure_growth(
      *system, analysis::calc_initial_state(*system, scenario), 0.0, 5.0, make_options());
  EXPECT_NEAR(growth, -cy / (2.0 * mass), 1e-5);
}

}  // namespace
}  // namespace fourfoot::testing
