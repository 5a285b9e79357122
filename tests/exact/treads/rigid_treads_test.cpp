// Wheelsets and a coach on rigid treads: balance, energy, Newton's law, elastic contact.
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/initial_state.h"
#include "analysis/time_run.h"
#include "multibody/assembly.h"
#include "support/wheelset_case.h"

namespace fourfoot {
namespace {

using testing::ChannelValues;
using testing::s1002;

constexpr double g = 9.81, mass = 1500.0;

std::string make_rigid(double stiffness, double load, double v, const std::string& more = "") {
  std::string text = testing::make_wheelset(s1002, stiffness, stiffness, load, v);
  const std::string key = "geometry = \"online\"\n";
  text.insert(text.find(key) + key.size(), "normal = \"constraint\"\n" + more);
  return text;
}

TEST(RigidTreads, CarryTheWeight) {
  const auto system =
      scenario::build_system(testing::read_scenario_text(make_rigid(5e6, 45e3, 20.0)));
  EXPECT_EQ(system->partition().n_u, 3);  // y, yaw, spin
  const VecX state = analysis::find_equilibrium(*system).state;
  const ChannelValues c(*system, 0.0, state);
  const double springs = -c["left/force_z"] - c["right/force_z"];
  const double Q = c["wheelset_1/left/Q"] + c["wheelset_1/right/Q"];
  EXPECT_NEAR(Q, mass * g + springs, 1e-9 * Q);
  EXPECT_NEAR(c["wheelset_1/left/Q"], c["wheelset_1/right/Q"], 1e-9 * Q);
}

// Both rails alike go up and down: the wheelset follows, and its wheels carry its inertia.
TEST(RigidTreads, CarryTheInertiaOfAWheelsetThatFollowsItsRails) {
  const double v = 20.0;
  std::string track = "[track]\n[[track.horizontal]]\ntype = \"line\"\nlength = 500\n";
  for (const char* side : {"left", "right"}) {
    track += std::string("[[track.irregularity]]\ntype = \"sine\"\ncomponent = \"vertical_") +
             side + "\"\nat = 0\namplitude = 0.003\nlength = 5\ncount = 50\n";
  }
  const auto system =
      scenario::build_system(testing::read_scenario_text(make_rigid(5e6, 45e3, v) + track));
  const multibody::Model& bodies = system->model().bodies;
  system::Workspace ws(*system);
  VecX y = system->calc_nominal_state(ws), rate(system->size());
  double least = 1e9, most = -1e9;
  for (const double t : {0.33, 0.41, 0.47, 0.52, 0.6}) {
    system->set_time(t, ws);
    system->calc_rate(t, y, ws, rate);
    VecX q = y.head(bodies.q_count());
    multibody::assemble(bodies, t, ws.frames, ws.bodies, q);
    y.head(bodies.q_count()) = q;
    const ChannelValues c(*system, t, y);
    const double bend = system->line().track().calc_irregularity(v * t).vertical_l().d2;
    const double springs = -c["left/force_z"] - c["right/force_z"];
    const double Q = c["wheelset_1/left/Q"] + c["wheelset_1/right/Q"];
    EXPECT_NEAR(Q, mass * g + springs + mass * bend * v * v, 1e-8 * Q) << t;
    least = std::min(least, Q);
    most = std::max(most, Q);
  }
  EXPECT_GT(most - least, 500.0);
}

// Rails turn from 1:40 to 1:20 and the treads climb with them. Where the wheelset stands at any s
// is geometry alone, its acceleration is that height's second difference in time.
TEST(RigidTreads, CarryTheInertiaOfAWheelsetThatClimbsWhereRailsChange) {
  const double v = 40.0, h = 2e-4;
  const std::string change =
      "[[rails.sections]]\nfrom = 20\nblend = 6\ninclination = 0.05\nfriction = 0.3\n";
  const auto system =
      scenario::build_system(testing::read_scenario_text(make_rigid(5e6, 45e3, v) + change));
  const multibody::Model& bodies = system->model().bodies;
  const multibody::Body& wheelset = bodies.body(bodies.find_body("wheelset_1"));
  system::Workspace ws(*system);
  const VecX nominal = system->calc_nominal_state(ws);
  VecX rate(system->size());
  const auto stand = [&](double t) {
    VecX y = nominal;
    system->set_time(t, ws);
    system->calc_rate(t, y, ws, rate);
    VecX q = y.head(bodies.q_count());
    multibody::assemble(bodies, t, ws.frames, ws.bodies, q);
    y.head(bodies.q_count()) = q;
    return y;
  };
  const auto height = [&](double t) { return stand(t)[wheelset.q_index[2]]; };
  double least = 1e9, most = -1e9;
  for (double t = 16.6 / v; t < 23.4 / v; t += 0.3 / v) {
    const double bend = (-height(t - 2 * h) + 16 * height(t - h) - 30 * height(t) +
                         16 * height(t + h) - height(t + 2 * h)) /
                        (12 * h * h);
    const ChannelValues c(*system, t, stand(t));
    const double springs = -c["left/force_z"] - c["right/force_z"];
    const double Q = c["wheelset_1/left/Q"] + c["wheelset_1/right/Q"];
    EXPECT_NEAR(Q, mass * g + springs + mass * bend, 1e-5 * Q) << v * t;
    least = std::min(least, Q);
    most = std::max(most, Q);
  }
  EXPECT_GT(most - least, 50.0);
  EXPECT_GT(std::abs(height(30.0 / v) - height(10.0 / v)), 20e-6);
}

// Under a constraint the rail's coordinate is held; at rest it is where its support carries the
// wheel, also over hanging sleepers whose gap one rail has closed and the other has not.
TEST(RigidTreads, RailsSagAsTheirSupportCarriesTheWheels) {
  const std::string track = R"([track]
[[track.horizontal]]
type = "line"
length = 500
[track.support]
lateral = { mass = 50, stiffness = 6e7, damping = 1e5 }
vertical = { mass = 50, stiffness = 8e7, damping = 1e5 }
[[track.support.sections]]
from = -100
vertical_left = { stiffness = 2e7, gap = 0.0004 }
vertical_right = { stiffness = 2e7, gap = 0.02 }
)";
  const scenario::Scenario scenario =
      testing::read_scenario_text(make_rigid(5e6, 45e3, 20.0) + track);
  const auto system = scenario::build_system(scenario);
  const ChannelValues c(*system, 0.0, analysis::find_equilibrium(*system).state);
  const double left = c["rail_1_left/z"], right = c["rail_1_right/z"], Q_l = c["wheelset_1/left/Q"],
               Q_r = c["wheelset_1/right/Q"];
  EXPECT_NEAR(2e7 * left + 6e7 * (left + 0.0004), -Q_l, 1e-6 * Q_l);
  EXPECT_NEAR(2e7 * right, -Q_r, 1e-6 * Q_r);
  EXPECT_NEAR(6e7 * c["track_1/y"], c["wheelset_1/left/Y"] + c["wheelset_1/right/Y"], 1e-6 * Q_l);
  EXPECT_GT(left - right, 1e-3);
}

// Without friction nothing is lost: kinetic energy and height.
TEST(RigidTreads, ConserveEnergyWithoutFriction) {
  std::string text = make_rigid(0.0, 0.0, 20.0, "friction = 0\n") +
                     "[initial.wheelset_1]\ny = 0.004\npsi = 0.001\n";
  const std::string soft = ", 1000]";  // no vertical stiffness either
  for (std::size_t at; (at = text.find(soft)) != std::string::npos;) text.replace(at, 7, ", 0]");
  scenario::Scenario scenario = testing::read_scenario_text(text);
  scenario.from_equilibrium = false;
  const auto system = scenario::build_system(scenario);
  analysis::TimeRunOptions options;
  options.duration = 0.8;
  options.output_step = 0.02;
  options.integrator = scenario.integrator;
  options.integrator.rtol = 1e-9;
  options.integrator.atol = 1e-9;
  options.integrator.max_order = 5;
  Trajectory run(system->channels());
  const auto summary =
      analysis::run(*system, analysis::calc_initial_state(*system, scenario), options, run);
  ASSERT_EQ(summary.status, RunStatus::done) << summary.message;
  const auto find = [&](const std::string& name) {
    for (std::size_t c = 0; c < run.channels().size(); ++c)
      if (run.channels()[c].name == "wheelset_1/" + name) return run.values(c);
    throw std::out_of_range(name);
  };
  const auto vy = find("v_y"), vz = find("v_z"), wx = find("omega_x"), wy = find("omega_y"),
             wz = find("omega_z"), z = find("z");
  const auto calc = [&](std::size_t i) {
    return 0.5 * mass * (vy[i] * vy[i] + vz[i] * vz[i]) +
           0.5 * (810.0 * (wx[i] * wx[i] + wz[i] * wz[i]) + 112.0 * wy[i] * wy[i]) +
           mass * g * z[i];
  };
  double moved = 0.0;
  for (std::size_t i = 0; i < run.size(); ++i) {
    moved = std::max(moved, 0.5 * mass * vy[i] * vy[i]);
    EXPECT_NEAR(calc(i), calc(0), 1e-5) << i;
  }
  EXPECT_GT(moved, 0.05);  // of several joules of height at most
}

// One coach, steady in curves: forces of all wheels by rigid and by elastic treads.
struct Forces {
  std::vector<double> values;
  double load = 0.0;
};
Forces find_forces(const std::string& normal, double radius, double v) {
  const input::ScenarioFile file = input::read_scenario_file(
      FOURFOOT_SOURCE_DIR "/examples/10-coach-curve/scenario.toml",
      {{"contact.normal", "\"" + normal + "\""},
       {"track",
        "{horizontal = [{type = \"circular-arc\", length = 100, turn = \"left\", cant = 0.1, "
        "radius = " +
            std::to_string(radius) + "}]}"},
       {"speed.v", std::to_string(v)}});
  const auto system = scenario::build_system(file.scenario);
  const ChannelValues c(*system, 0.0, analysis::find_equilibrium(*system).state);
  Forces f;
  for (const char* wheelset : {"wheelset_1", "wheelset_2", "wheelset_3", "wheelset_4"})
    for (const char* side : {"/left/", "/right/"})
      for (const char* what : {"Q", "Y"}) {
        f.values.push_back(c[std::string(wheelset) + side + what]);
        if (what[0] == 'Q') f.load += f.values.back() / 8.0;
      }
  return f;
}

TEST(RigidTreads, GiveTheForcesOfElasticContactInSteadyCurves) {
  for (const auto& [radius, v] :
       {std::pair{300.0, 15.0}, {300.0, 70.0 / 3.6}, {600.0, 25.0}, {1500.0, 40.0}}) {
    const Forces rigid = find_forces("constraint", radius, v);
    const Forces elastic = find_forces("elastic", radius, v);
    for (std::size_t i = 0; i < rigid.values.size(); ++i)
      EXPECT_NEAR(rigid.values[i], elastic.values[i], 0.02 * elastic.load)
          << radius << " m, " << v << " m/s, wheel " << i / 2 << (i % 2 ? " Y" : " Q");
  }
}

}  // namespace
}  // namespace fourfoot
