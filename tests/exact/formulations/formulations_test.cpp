// Three formulations of one vehicle file: relative motion by Kane's equations, absolute coordinates
// without any imaginary force, one track frame with multipliers. They share nothing but the forces,
// and agree.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "support/relative_motion_case.h"

namespace fourfoot::testing {
namespace {

std::string spring(const std::string& name, const std::string& a, const std::string& b,
                   const std::string& at, const std::string& k, const std::string& c,
                   double preload) {
  return "[vehicle.elements." + name + "]\ntype = \"spring-damper\"\nbetween = [\"" + a + "\", \"" +
         b + "\"]\nat = " + at + "\nstiffness = " + k + "\ndamping = " + c + "\npreload = [0, 0, " +
         print(preload) + "]\n";
}

std::string body(const std::string& name, const std::string& position, double mass,
                 const std::string& inertia, const std::string& more = "") {
  return "[vehicle.bodies." + name + "]\nmass = " + print(mass) + "\ninertia = " + inertia +
         "\nposition = " + position + "\n" + more;
}

// A coach: car, two bogies, four spinning wheelsets held to the track frame.
std::string make_coach() {
  const double g = 9.81, car = 32000, bogie = 2600, axle = 1800;
  std::string text =
      "[contact]\nmodel = \"none\"\n" + body("car", "[0, 0, 1.8]", car, "[5.7e4, 1.97e6, 1.97e6]");
  int wheelset = 0;
  for (int b = 1; b <= 2; ++b) {
    const double x = b == 1 ? 9.5 : -9.5;
    const std::string bogie_name = "bogie_" + std::to_string(b);
    text += body(bogie_name, "[" + print(x) + ", 0, 0.6]", bogie, "[1700, 1500, 3100]");
    for (const double side : {1.0, -1.0}) {
      const std::string s = side > 0 ? "l" : "r";
      text += spring("secondary_" + std::to_string(b) + s, "car", bogie_name,
                     "[" + print(x) + ", " + print(side) + ", 1.0]", "[1.6e5, 1.6e5, 4.3e5]",
                     "[0, 3.2e4, 2e4]", -car * g / 4);
    }
    for (const double dx : {1.28, -1.28}) {
      const std::string axle_name = "axle_" + std::to_string(++wheelset);
      text += body(axle_name, "[" + print(x + dx) + ", 0, 0.46]", axle, "[1120, 112, 1120]",
                   "type = \"wheelset\"\nradius = 0.46\n");
      for (const double side : {1.0, -1.0}) {
        const std::string s = side > 0 ? "l" : "r";
        text += spring("primary_" + axle_name + s, bogie_name, axle_name,
                       "[" + print(x + dx) + ", " + print(side) + ", 0.46]", "[3e6, 3e6, 1.2e6]",
                       "[1.5e4, 2e3, 4e3]", -(car / 2 + bogie) * g / 4);
        text +=
            spring("guidance_" + axle_name + s, "track", axle_name,
                   "[" + print(x + dx) + ", " + print(0.75 * side) + ", 0.46]", "[1e6, 2e6, 5e6]",
                   "[1e4, 4e4, 5e4]", ((car / 2 + bogie) / 2 + axle) * g / 2);
      }
    }
  }
  return text;
}

// A body on springs with a pendulum that hangs from it by a revolute joint about the direction of
// running.
std::string make_pendulum(double x = 0.0) {
  const auto at = [x](double dx, const std::string& yz) { return "[" + print(x + dx) + yz; };
  return body("body", at(0, ", 0, 1.6]"), 20000, "[2.5e4, 3e5, 3.1e5]") +
         body("bob", at(0.5, ", 0.2, 0.9]"), 2000, "[300, 400, 350]") +
         "[vehicle.joints.hinge]\ntype = \"revolute\"\nbetween = [\"body\", \"bob\"]\nat = " +
         at(0.5, ", 0.2, 1.5]") + "\naxis = [1, 0, 0]\n" +
         spring("a", "track", "body", at(4.5, ", 1, 1]"), "[1e6, 4e5, 8e5]", "[2e4, 1.5e4, 2e4]",
                53955) +
         spring("b", "track", "body", at(4.5, ", -1, 1]"), "[1e6, 4e5, 8e5]", "[2e4, 1.5e4, 2e4]",
                53955) +
         spring("c", "track", "body", at(-4.5, ", 1, 1]"), "[1e6, 4e5, 8e5]", "[2e4, 1.5e4, 2e4]",
                53955) +
         spring("d", "track", "body", at(-4.5, ", -1, 1]"), "[1e6, 4e5, 8e5]", "[2e4, 1.5e4, 2e4]",
                53955);
}

// A wheelset on springs, which rolls. Soft ones: the places in space carry a relative error, which
// stiff springs would show as forces.
std::string make_axle() {
  std::string text =
      "[contact]\nmodel = \"none\"\n" + body("axle", "[0, 0, 0.46]", 1800, "[1120, 112, 1120]",
                                             "type = \"wheelset\"\nradius = 0.46\n");
  for (const char* y : {"1", "-1"}) {
    text +=
        spring(y[0] == '-' ? "right" : "left", "track", "axle", "[0, " + std::string(y) + ", 0.46]",
               "[5e5, 5e5, 4e5]", "[1e4, 1e4, 1e4]", 1800 * 9.81 / 2);
  }
  return text;
}

// R = 165 m, no cant, without transition curve's cant: tangent, clothoid, curve.
const char* const curve_165 =
    "[[track.horizontal]]\ntype = \"line\"\nlength = 20\n[[track.horizontal]]\ntype = "
    "\"clothoid\"\nlength = 40\n"
    "[[track.horizontal]]\ntype = \"circular-arc\"\nlength = 200\nradius = 165\nturn = \"left\"\n";

// Two corners of the gradient, where the frames turn about y.
const char* const hill =
    "[[track.horizontal]]\ntype = \"line\"\nlength = 65\n"
    "[[track.vertical]]\ntype = \"constant-gradient\"\nlength = 10\ngradient = 0\n"
    "[[track.vertical]]\ntype = \"constant-gradient\"\nlength = 15\ngradient = 0.004\njump = true\n"
    "[[track.vertical]]\ntype = \"constant-gradient\"\nlength = 40\ngradient = -0.003\njump = "
    "true\n";

struct Case {
  const char* name;
  std::string vehicle;
  std::string route;
  double v, a, start, duration;
};
std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.name;
}

Trajectory run_formulation(const Case& c, const std::string& formulation) {
  const char* own = c.route == "R165" ? curve_165 : c.route == "hill" ? hill : nullptr;
  return run_case(c.vehicle, own ? "straight" : c.route, c.v, c.a, c.start, c.duration,
                  own ? own : "", 0.02, formulation);
}

// Largest difference of a channel, relative to the largest value among the channels of its unit: a
// displacement that is zero by symmetry is compared with the displacements that are not.
double calc_difference(const Trajectory& a, const Trajectory& b) {
  std::map<std::string, double> scale, difference;
  for (std::size_t c = 0; c < a.channels().size(); ++c) {
    const Channel& channel = a.channels()[c];
    if (channel.name == "time" || channel.name == "s" || channel.name == "speed") continue;
    if (channel.name.find("axle") == 0 && channel.name.find("/chi") != std::string::npos)
      continue;  // turns without end
    for (std::size_t i = 0; i < a.size(); ++i) {
      scale[channel.unit] = std::max(scale[channel.unit], std::abs(a.values(c)[i]));
      difference[channel.unit] =
          std::max(difference[channel.unit], std::abs(a.values(c)[i] - b.values(c)[i]));
    }
  }
  double worst = 0.0;
  for (const auto& [unit, d] : difference) worst = std::max(worst, d / scale[unit]);
  return worst;
}

class Formulations : public ::testing::TestWithParam<Case> {};

TEST_P(Formulations, Agree) {
  const Trajectory kane = run_formulation(GetParam(), "kane");
  for (const char* other : {"inertial", "track-frame"}) {
    EXPECT_LT(calc_difference(kane, run_formulation(GetParam(), other)), 1e-7) << other;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Vehicles, Formulations,
    ::testing::Values(Case{"pendulum_route_1_a6", make_pendulum(), "routeI", 10.25, 6.0, 0.0, 2.2},
                      Case{"pendulum_route_2_braking", make_pendulum(), "routeII", 36.0, -2.0, 0.0,
                           8.0},
                      Case{"pendulum_r165", make_pendulum(), "R165", 15.0, 0.0, 0.0, 6.0},
                      Case{"pendulum_without_a_body_at_the_origin", make_pendulum(2.0), "routeI",
                           15.0, 0.0, 0.0, 2.5},
                      Case{"pendulum_over_a_hill", make_pendulum(2.0), "hill", 15.0, 0.0, 0.0, 2.5},
                      Case{"axle_over_a_hill", make_axle(), "hill", 15.0, 0.0, 0.0, 1.8},
                      Case{"coach_route_1", make_coach(), "routeI", 15.0, 0.0, -15.0, 3.0},
                      Case{"coach_route_2_a2", make_coach(), "routeII", 19.91, 2.0, -15.0, 4.0},
                      Case{"coach_r165", make_coach(), "R165", 12.0, -2.0, -15.0, 4.0}),
    [](const auto& chosen) { return std::string(chosen.param.name); });

}  // namespace
}  // namespace fourfoot::testing
