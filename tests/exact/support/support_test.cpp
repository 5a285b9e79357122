// The co-running track: where its default numbers come from, how far it sinks, how a wheel vibrates
// on it, and that all formulations agree.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <functional>
#include <numbers>

#include "analysis/modes.h"
#include "run_over.h"
#include "support/wheelset_case.h"
#include "track/support.h"

namespace fourfoot {
namespace {

using testing::ChannelValues;
using Complex = std::complex<double>;

constexpr double spacing = 0.6;      // of the sleepers [m]
constexpr double rail_mass = 60.64;  // [kg/m]
constexpr double young = 2.059e11;   // [Pa]

// Of an infinite beam at one point, on a foundation of stiffness s per metre.
Complex calc_beam(double second_moment, Complex s, double w) {
  return 2.0 * std::numbers::sqrt2 * std::pow(young * second_moment, 0.25) *
         std::pow(s - rail_mass * w * w, 0.75);
}

Complex in_series(Complex a, Complex b) {
  return a * b / (a + b);
}

// [Zhai2004]: pad, half a sleeper, ballast with its mass, subgrade.
Complex calc_vertical(double w) {
  const Complex i(0.0, 1.0);
  const Complex subgrade = 77.5e6 + i * w * 31.15e3 - 531.4 * w * w;
  const Complex sleeper = in_series(137.75e6 + i * w * 58.8e3, subgrade) - 125.5 * w * w;
  return calc_beam(3.217e-5, in_series(65e6 + i * w * 75e3, sleeper) / spacing, w);
}

// [HuoDai2019, Table 2]: fastenings on sleepers that do not move; two rails.
Complex calc_lateral(double w) {
  return 2.0 * calc_beam(5.2e-6, (15e6 + Complex(0.0, w * 50e3)) / spacing, w);
}

// k = K(0); K = k - m w^2 + i c w by least squares over 50 to 250 Hz.
track::Support reduce(const std::function<Complex(double)>& calc) {
  const double k = calc(1e-3).real();
  double w2 = 0.0, w4 = 0.0, by_m = 0.0, by_c = 0.0;
  for (double f = 50.0; f <= 250.0; f += 1.0) {
    const double w = 2.0 * std::numbers::pi * f;
    const Complex K = calc(w);
    by_m += w * w * (k - K.real());
    by_c += w * K.imag();
    w2 += w * w;
    w4 += w * w * w * w;
  }
  return {by_m / w4, k, by_c / w2};
}

// They are rounded to two digits, the masses to one.
TEST(Support, DefaultIsABallastedTrackReduced) {
  const struct {
    track::Support given, derived;
  } cases[] = {{track::default_vertical_support, reduce(calc_vertical)},
               {track::default_lateral_support, reduce(calc_lateral)}};
  for (const auto& [given, derived] : cases) {
    EXPECT_NEAR(given.stiffness, derived.stiffness, 0.01 * derived.stiffness);
    EXPECT_NEAR(given.mass, derived.mass, 0.05 * derived.mass);
    EXPECT_NEAR(given.damping, derived.damping, 0.02 * derived.damping);
  }
}

std::string make_case(double v) {
  return testing::make_wheelset(testing::cone, 5e6, 5e6, 45e3, v) + R"(
[track]
[[track.horizontal]]
type = "circular-arc"
length = 1000
radius = 600
turn = "left"
cant = 0.05
)";
}

TEST(Support, SinksUnderItsLoad) {
  const auto system = scenario::build_system(testing::read_scenario_text(make_case(25.0)));
  const ChannelValues c(*system, 0.0, analysis::find_equilibrium(*system).state);
  const double k_z = track::default_vertical_support.stiffness;
  const double k_y = track::default_lateral_support.stiffness;
  for (const std::string side : {"left", "right"}) {
    const double Q = c["wheelset_1/" + side + "/Q"];
    EXPECT_NEAR(c["rail_1_" + side + "/z"], -Q / k_z, 1e-9 * Q / k_z) << side;
  }
  EXPECT_NE(c["wheelset_1/left/Q"], c["wheelset_1/right/Q"]);
  EXPECT_GT(std::abs(c["wheelset_1/sum_Y"]), 1e3);
  EXPECT_NEAR(c["track_1/y"], c["wheelset_1/sum_Y"] / k_y, 1e-12);
}

struct Resting {
  std::shared_ptr<const system::System> system;
  analysis::Equilibrium equilibrium;
  double Q, approach, N, angle;  ///< vertical force, vertical approach of wheel and rail
};

// Without friction.
Resting rest(double load) {
  scenario::Scenario scenario =
      testing::read_scenario_text(testing::make_wheelset(testing::cone, 5e6, 5e6, load, 20.0));
  scenario.contact.put("friction", {1e-9, {}});
  const auto system = scenario::build_system(scenario);
  const analysis::Equilibrium equilibrium = analysis::find_equilibrium(*system);
  const ChannelValues c(*system, 0.0, equilibrium.state);
  return {system,
          equilibrium,
          c["wheelset_1/left/Q"],
          c["rail_1_left/z"] - c["wheelset_1/z"],
          c["wheelset_1/left/patch_1/N"],
          c["wheelset_1/left/patch_1/angle"]};
}

// Half a wheelset on its contact spring on its rail:
//   (M L^2 + c_c L + k_c) (m L^2 + (c + c_c) L + k + k_c) = (c_c L + k_c)^2
// k_c from two loads at rest, c_c = chi N of Hunt and Crossley along the normal.
TEST(Support, AWheelVibratesOnContactAndRail) {
  const Resting less = rest(44.9e3), more = rest(45.1e3);
  const double k_c = (more.Q - less.Q) / (more.approach - less.approach);
  const auto& [system, equilibrium, Q, approach, N, angle] = rest(45e3);
  const double c_c = N * std::cos(angle) * std::cos(angle);  // chi = 1 s/m
  const double M = 750.0, k_s = 1000.0;
  const auto& [m, k, d] = track::default_vertical_support;
  const auto f = [&, m = m, k = k, d = d](Complex L) {
    const Complex coupling = c_c * L + k_c;
    return (M * L * L + coupling + k_s) * (m * L * L + d * L + k + coupling) - coupling * coupling;
  };
  int found = 0;
  for (const analysis::Mode& mode : analysis::find_modes(*system, equilibrium)) {
    if (mode.shares.empty() || mode.shares[0].coordinate != "z" || mode.value.imag() < 1.0)
      continue;
    Complex L = mode.value;
    for (int step = 0; step < 50; ++step) {
      const Complex h = 1e-6 * std::abs(L);
      L -= f(L) / ((f(L + h) - f(L - h)) / (2.0 * h));
    }
    EXPECT_LT(std::abs(mode.value - L), 1e-4 * std::abs(L)) << mode.value << " " << L;
    ++found;
  }
  EXPECT_GE(found, 1);
}

Trajectory run(const std::string& formulation) {
  const scenario::Scenario scenario =
      testing::read_scenario_text("formulation = \"" + formulation + "\"\n" + make_case(25.0) +
                                  "[initial.wheelset_1]\ny = 0.002\npsi = 0.001\n"
                                  "[integrator]\nrtol = 1e-8\natol = 1e-8\nmax_order = 5\n");
  return run_over(scenario, 0.05, 10, formulation);
}

TEST(Support, IsTheSameInAllFormulations) {
  const Trajectory kane = run("kane");
  for (const char* formulation : {"inertial", "track-frame"}) {
    SCOPED_TRACE(formulation);
    const Trajectory other = run(formulation);
    expect_same(
        kane, other,
        {"track_1/y", "rail_1_left/z", "rail_1_right/z", "wheelset_1/y", "wheelset_1/left/Q"});
  }
}

}  // namespace
}  // namespace fourfoot
