// What happens to a body at a corner of the track, by closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "analysis/initial_state.h"
#include "integrate/registry.h"
#include "support/relative_motion_case.h"

namespace fourfoot::testing {
namespace {

const char* const formulations[] = {"kane", "inertial", "track-frame"};

Trajectory run_text(const std::string& text, const std::string& formulation,
                    const std::string& method = "dopri5") {
  const scenario::Scenario scenario = make_scenario(text);
  const auto system = scenario::build_system(scenario);
  analysis::TimeRunOptions options;
  options.duration = scenario.duration;
  options.output_step = scenario.output_step;
  options.formulation = formulation;
  options.integrator.method = method;
  options.integrator.rtol = options.integrator.atol = 1e-11;
  options.integrator.step = 0.01;
  Trajectory trajectory(system->channels());
  const auto summary =
      analysis::run(*system, analysis::calc_initial_state(*system, scenario), options, trajectory);
  if (summary.status != RunStatus::done) throw std::runtime_error(summary.message);
  return trajectory;
}

double get_last(const Trajectory& trajectory, const std::string& name) {
  for (std::size_t c = 0; c < trajectory.channels().size(); ++c) {
    if (trajectory.channels()[c].name == name) return trajectory.values(c).back();
  }
  throw std::runtime_error("no channel " + name);
}

const double v = 20.0, h = 1.6, beta = std::atan(0.004);

/// A body without weight over a corner of the gradient after 0.1 s; the run lasts 0.3 s.
std::string make_body(const std::string& more, const std::string& rounding = "") {
  return "[speed]\nv = 20\n[run]\nduration = 0.3\n[output]\nstep = 0.1\n[environment]\ngravity = "
         "0\n"
         "[vehicle.bodies.body]\nmass = 20000\ninertia = [2e4, 3e5, 3.1e5]\nposition = [0, 0, "
         "1.6]\n" +
         more + "[track]\n" + rounding +
         "[[track.horizontal]]\ntype = \"line\"\nlength = 60\n"
         "[[track.vertical]]\ntype = \"constant-gradient\"\nlength = 2\ngradient = 0\n"
         "[[track.vertical]]\ntype = \"constant-gradient\"\nlength = 50\ngradient = 0.004\n"
         "jump = true\n";
}

// Relative motion on a straight is (v0 t - s(t)): parabolas, whose speed every method follows
// exactly if its steps end where the acceleration jumps and see one side at a time, and their
// place all but four (`linear-bdf2`: its first step after a jump is one of implicit Euler).
TEST(SpeedTable, EveryMethodFollowsAFreeBodyExactly) {
  const std::string text =
      "[speed]\ntimes = [0.1, 0.2, 1]\nspeeds = [20, 21, 16.2]\n[run]\nduration = 0.3\n[output]\n"
      "step = 0.1\n[environment]\ngravity = 0\n[vehicle.bodies.body]\nmass = 20000\n"
      "inertia = [2e4, 3e5, 3.1e5]\nposition = [0, 0, 1.6]\n";
  for (const char* formulation : formulations) {
    for (const integrate::Method& method : integrate::get_methods()) {
      const Trajectory run = run_text(text, formulation, method.name);
      const std::string who = std::string(formulation) + " " + method.name;
      // 20 m/s for 0.1 s, 0.1 s of 10 m/s^2, 0.1 s of -6 m/s^2.
      EXPECT_NEAR(get_last(run, "body/v_x"), 20 - 20.4, 1e-9) << who;
      if (std::set<std::string>{"hht", "generalized-alpha", "linear-bdf2", "park"}.count(
              method.name))
        continue;
      EXPECT_NEAR(get_last(run, "body/x"), 20 * 0.3 - (2.0 + 2.05 + 2.07), 1e-9) << who;
    }
  }
}

// Where nothing holds it the body goes on straight; its x is left behind.
TEST(GradientCorner, AFreeBodyGoesOn) {
  for (const char* formulation : formulations) {
    const Trajectory run = run_text(make_body(""), formulation);
    const double x = v * 0.2 * std::cos(beta) - v * 0.2 + h * std::sin(beta);
    const double z = h * std::cos(beta) - v * 0.2 * std::sin(beta);
    EXPECT_NEAR(get_last(run, "body/x"), x, 1e-10) << formulation;
    EXPECT_NEAR(get_last(run, "body/z"), z - h, 1e-10) << formulation;
    EXPECT_NEAR(get_last(run, "body/chi"), beta, 1e-10) << formulation;
  }
}

// Held in x the body is at x = 0 behind the corner as before it: D = (-h sin(beta), 0, 0) is the
// least displacement. Its speed across the track, -v sin(beta), is not held and stays.
TEST(GradientCorner, ALockIsMetOnBothSides) {
  for (const char* formulation : formulations) {
    const Trajectory run = run_text(make_body("locked = [\"x\"]\n"), formulation);
    EXPECT_NEAR(get_last(run, "body/z"), h * std::cos(beta) - v * 0.2 * std::sin(beta) - h, 1e-10)
        << formulation;
    EXPECT_NEAR(get_last(run, "body/v_z"), -v * std::sin(beta), 1e-10) << formulation;
    EXPECT_NEAR(get_last(run, "body/chi"), beta, 1e-10) << formulation;
  }
}

// A vertical curve of 1 m instead of the corner: the lock is a rod that turns by beta within tau =
// 50 ms and lets the body slide out by h (cosh(beta) - 1), with a speed of the order h beta^2 /
// tau.
TEST(GradientCorner, ALockIsTheLimitOfAShortVerticalCurve) {
  const double slide = h * beta * beta / 0.05;
  const Trajectory corner = run_text(make_body("locked = [\"x\"]\n"), "kane");
  for (const char* formulation : formulations) {
    const Trajectory round =
        run_text(make_body("locked = [\"x\"]\n", "rounding = { gradient = 1 }\n"), formulation);
    EXPECT_NEAR(get_last(round, "body/z"), get_last(corner, "body/z"), 3 * 0.2 * slide)
        << formulation;
    EXPECT_NEAR(get_last(round, "body/v_z"), get_last(corner, "body/v_z"), 3 * slide)
        << formulation;
  }
}

// A joint on the track 0.7 m above the mass centre: the pin is taken along by c sin(beta). The
// least displacement turns the body by m l c / (I + m l^2) of beta, to first order.
TEST(GradientCorner, AJointOnTheTrackIsMetOnBothSides) {
  const std::string joint =
      "[vehicle.joints.pin]\ntype = \"spherical\"\nbetween = [\"track\", \"body\"]\n"
      "at = [0, 0, 2.3]\n";
  const double c = 2.3, l = 0.7, m = 20000, inertia = 3e5;
  const double turn = m * l * c / (inertia + m * l * l) * beta;
  std::vector<double> chi;
  for (const char* formulation : formulations) {
    const std::string text = make_body(joint);
    const Trajectory run = run_text(text, formulation);
    const double angle = get_last(run, "body/chi");
    EXPECT_NEAR(get_last(run, "body/x") + l * std::sin(angle), 0.0, 1e-9) << formulation;
    EXPECT_NEAR(get_last(run, "body/z") + l * (std::cos(angle) - 1.0), 0.0, 1e-9) << formulation;
    EXPECT_NEAR(angle, beta - turn, 2.0 * beta * beta) << formulation;
    chi.push_back(angle);
  }
  EXPECT_NEAR(chi[0], chi[1], 1e-10);
  EXPECT_NEAR(chi[0], chi[2], 1e-10);
}

// Roll, yaw and a lock of the pitch together have no closed form; the roads agree.
TEST(GradientCorner, TheRoadsAgreeOnLocksOfAngles) {
  const std::string more =
      "locked = [\"x\", \"chi\"]\n[initial.body]\nphi = 0.05\npsi = 0.03\nv_y = 0.1\nomega_z = "
      "0.1\n"
      "omega_x = 0.05\n";
  const Trajectory kane = run_text(make_body(more), "kane");
  for (const char* other : {"inertial", "track-frame"}) {
    const Trajectory run = run_text(make_body(more), other);
    for (const char* channel : {"body/y", "body/z", "body/phi", "body/psi", "body/v_y", "body/v_z"})
      EXPECT_NEAR(get_last(run, channel), get_last(kane, channel), 1e-9) << other << " " << channel;
  }
}

// A run that begins exactly on a corner, or where the acceleration does, begins behind it.
TEST(Start, OnACorner) {
  const std::string body = get_suspended_body() + "[initial.body]\ny = 0.01\nomega_x = 0.1\n";
  const Trajectory kane = run_case(body, "routeI", 15.0, 0.0, 10.0, 0.4);
  for (const char* other : {"inertial", "track-frame"}) {
    const Trajectory run = run_case(body, "routeI", 15.0, 0.0, 10.0, 0.4, "", 0.05, other);
    for (const char* channel : {"body/y", "body/z", "body/phi", "body/v_y", "body/omega_x"})
      EXPECT_NEAR(get_last(run, channel), get_last(kane, channel), 1e-8) << other << " " << channel;
  }
}

}  // namespace
}  // namespace fourfoot::testing
