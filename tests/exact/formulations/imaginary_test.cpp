// Imaginary forces one by one: each that is not zero by definition shows when it is left out, and
// their course over a transition is the one theory gives.
#include <gtest/gtest.h>

#include <cmath>

#include "support/relative_motion_case.h"

namespace fourfoot::testing {
namespace {

// Off the track's axis and free to move in every direction, so that no term hides behind symmetry.
std::string make_body() {
  std::string text = R"(
[vehicle.bodies.body]
mass = 20000
inertia = [2.5e4, 3.0e5, 3.1e5]
inertia_products = [2e3, 1e3, 3e3]
position = [0, 0.3, 1.6]
[initial.body]
y = 0.02
omega_x = 0.05
omega_y = 0.03
omega_z = 0.04
)";
  int i = 0;
  for (const char* x : {"4.5", "-4.5"}) {
    for (const char* y : {"1.3", "-0.7"}) {
      text += "[vehicle.elements.spring_" + std::to_string(++i) + "]\ntype = \"spring-damper\"\n" +
              "between = [\"track\", \"body\"]\nat = [" + x + ", " + y + ", 1.0]\n" +
              "stiffness = [1.0e6, 0.4e6, 0.8e6]\ndamping = [2.0e4, 1.5e4, 2.0e4]\npreload = [0, "
              "0, 49050]\n";
    }
  }
  return text;
}

double calc_largest_difference(const Trajectory& a, const Trajectory& b) {
  double worst = 0.0;
  for (const char* channel : {"body/x", "body/y", "body/z", "body/phi", "body/chi", "body/psi"}) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      worst = std::max(worst, std::abs(a.values(channel)[i] - b.values(channel)[i]));
    }
  }
  return worst;
}

TEST(Imaginary, EveryTermThatIsNotZeroShowsWhenLeftOut) {
  const auto run = [](const std::string& formulation, const std::string& omit) {
    return run_case(make_body(), "routeI", 10.25, 6.0, 0.0, 2.2, omit, 0.01, formulation);
  };
  const Trajectory inertial = run("inertial", "");
  const double agreement = calc_largest_difference(run("kane", ""), inertial);
  EXPECT_LT(agreement, 1e-8);
  for (const std::string group : {"translation", "rotation", "centrifugal", "gyroscopic"}) {
    for (const std::string kind : {"force", "torque"}) {
      for (const std::string axis : {"x", "y", "z"}) {
        const std::string omit = "[[imaginary.omit]]\ngroup = \"" + group + "\"\nkind = \"" + kind +
                                 "\"\naxis = \"" + axis + "\"\n";
        const double difference = calc_largest_difference(run("kane", omit), inertial);
        // -m (a_o - omega x v_o) is along the track, and translation has no torque.
        const bool is_zero = group == "translation" && (kind == "torque" || axis != "x");
        if (is_zero)
          EXPECT_LT(difference, 1e-8) << group << " " << kind << " " << axis;
        else
          EXPECT_GT(difference, 100.0 * agreement + 1e-9) << group << " " << kind << " " << axis;
      }
    }
  }
}

// [Zboinski2016, Figs. 11, 14, 16]: with a = const and a linear ramp, inside the entry transition
//   roll  P_phi = -Jx epsilon_x = Jx a H / (2 b l0): a rectangle, proportional to a, zero for a =
//   0; yaw   P_psi = -Jz epsilon_z = -Jz kappa' (v_TC^2 + 3 a u): a rectangle plus a ramp, u the
//   way into the transition;
// both of opposite sign in the exit (yaw: of kappa').
TEST(Imaginary, TorquesOverATransitionHaveTheirShapes) {
  const double jx = 2.5e4, jz = 3.1e5, cant_angle = 0.128 / 1.5, l0 = 102.4,
               kappa_slope = 1.0 / 600.0 / l0;
  const char* body = R"(
[output]
imaginary = true
[vehicle.bodies.body]
mass = 20000
inertia = [2.5e4, 3.0e5, 3.1e5]
position = [0, 0, 1.6]
free = ["y"]
)";
  for (const double a : {-2.0, 0.0, 2.0}) {
    const double v0 = a < 0.0 ? 36.0 : 19.91;
    const Trajectory run = run_case(body, "routeII", v0, a, 0.0, a < 0.0 ? 5.0 : 10.0, "", 0.01);
    int checked = 0;
    for (std::size_t i = 0; i < run.size(); ++i) {
      const double s = run.values("s")[i], v = run.values("speed")[i];
      const bool entry = s > 10.01 && s<112.39, exit = s> 172.41 && s < 274.79;
      if (!entry && !exit) continue;
      ++checked;
      const double sign = entry ? 1.0 : -1.0, u = entry ? s - 10.0 : s - 172.4;
      const double share = entry ? u / l0 : 1.0 - u / l0;
      const double gamma = cant_angle * share, kappa = kappa_slope * l0 * share;
      const double roll = run.values("body/imaginary/rotation/torque_x")[i];
      const double yaw = run.values("body/imaginary/rotation/torque_z")[i];
      EXPECT_NEAR(roll, sign * jx * a * cant_angle / l0, 1e-6) << "s = " << s;
      // Exactly: epsilon_z = d/dt (kappa v cos(gamma)).
      const double epsilon_z = (sign * kappa_slope * v * v + kappa * a) * std::cos(gamma) -
                               kappa * v * v * sign * cant_angle / l0 * std::sin(gamma);
      EXPECT_NEAR(yaw, -jz * epsilon_z, 1e-6) << "s = " << s;
      if (entry) {  // the closed form, which takes cos(gamma) = 1
        const double closed = -jz * kappa_slope * (v0 * v0 + 2.0 * a * 10.0 + 3.0 * a * u);
        EXPECT_NEAR(yaw, closed, 0.015 * std::abs(closed)) << "s = " << s;
      }
    }
    EXPECT_GT(checked, 200);
  }
}

}  // namespace
}  // namespace fourfoot::testing
