// A whole coach on real profiles: forces balance, and other formulations agree.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/equilibrium.h"
#include "analysis/time_run.h"
#include "io/scenario_file.h"

namespace fourfoot {
namespace {

using Overrides = std::vector<io::Override>;

io::ScenarioFile read(const Overrides& overrides) {
  return io::read_scenario_file(FOURFOOT_SOURCE_DIR "/examples/10-coach-curve/scenario.toml",
                                overrides);
}

struct Sums {
  Vec3 force_N = Vec3::Zero();    ///< of rails, weight and drive on the vehicle
  Vec3 inertia_N = Vec3::Zero();  ///< sum of m a
  double weight = 0.0;
};

// Steady running about the curve's centre: a_j = -Omega^2 rho_j. Axes of N.
Sums calc_sums(const system::System& system, const VecX& state, double v, double radius) {
  system::Workspace ws(system.model());
  system.set_time(0.0, ws);
  VecX rate(system.size());
  system.calc_rate(0.0, state, ws, rate);
  Sums sums;
  const Vec3 centre(0.0, radius, 0.0);
  for (std::size_t i = 0; i < system.model().wheelsets.size(); ++i) {
    const auto body = static_cast<std::size_t>(system.model().wheelsets[i].body);
    for (const contact::WheelForce& wheel : ws.profile_contacts[i].wheels)
      sums.force_N += ws.frames[body].R_NT * wheel.force;
  }
  for (std::size_t j = 0; j < system.model().bodies.body_count(); ++j) {
    const double mass = system.model().bodies.body(j).given.mass;
    const multibody::BodyWorkspace& b = ws.bodies.bodies[j];
    const Vec3 place = ws.frames[j].p_NT + ws.frames[j].R_NT * b.p_TB - centre;
    sums.weight += mass * 9.81;
    sums.force_N += ws.frames[j].R_NT * b.reaction_force_T - Vec3(0.0, 0.0, mass * 9.81);
    sums.inertia_N -= mass * (v / radius) * (v / radius) * Vec3(place.x(), place.y(), 0.0);
  }
  return sums;
}

TEST(Coach, WheelLoadsAreTheWeight) {
  const io::ScenarioFile file =
      read({{"track", "{horizontal = [{type = \"line\", length = 10}]}"}});
  const auto system = analysis::build_system(file.scenario);
  const Sums sums = calc_sums(*system, analysis::find_equilibrium(*system).state, 0.0, 1.0);
  EXPECT_LT(std::abs(sums.force_N.z()), 1e-9 * sums.weight);
}

// In sharp curves the car body lies far beside the middle of its track frame, and at low speed
// every wheel slides.
TEST(Coach, BalancesInASteadyCurve) {
  struct Case {
    double v, radius;  // radius < 0: to the right
  };
  for (const auto& [v, radius] : {Case{10.0, 300.0}, Case{70.0 / 3.6, 300.0}, Case{25.0, 300.0},
                                  Case{40.0, -1500.0}, Case{10.0, -150.0}, Case{3.0, 150.0}}) {
    const std::string arc =
        "{type = \"circular-arc\", length = 100, radius = " + std::to_string(std::abs(radius)) +
        ", turn = \"" + (radius > 0.0 ? "left" : "right") + "\", cant = 0.1}";
    const io::ScenarioFile file =
        read({{"track", "{horizontal = [" + arc + "]}"}, {"speed.v", std::to_string(v)}});
    const auto system = analysis::build_system(file.scenario);
    const Sums sums = calc_sums(*system, analysis::find_equilibrium(*system).state,
                                std::stod(std::to_string(v)), radius);
    EXPECT_LT((sums.force_N - sums.inertia_N).norm(), 1e-6 * sums.weight) << v << " " << radius;
  }
}

// Largest difference of displacements, of angles and of wheel forces, each over the largest value.
std::map<std::string, double> compare(const Trajectory& a, const Trajectory& b) {
  std::map<std::string, double> scale, difference;
  for (std::size_t c = 0; c < a.channels().size(); ++c) {
    const std::string& name = a.channels()[c].name;
    const std::string last = name.substr(name.rfind('/') + 1);
    const auto depth = std::count(name.begin(), name.end(), '/');
    std::string kind;
    if (depth == 1 && (last == "x" || last == "y" || last == "z")) kind = "place";
    if (depth == 1 && (last == "phi" || last == "psi")) kind = "angle";
    if (depth == 2 && (last == "Q" || last == "Y")) kind = "force";
    if (kind.empty()) continue;
    for (std::size_t i = 0; i < a.size(); ++i) {
      scale[kind] = std::max(scale[kind], std::abs(a.values(c)[i]));
      difference[kind] = std::max(difference[kind], std::abs(a.values(c)[i] - b.values(c)[i]));
    }
  }
  for (auto& [kind, value] : difference) value /= scale[kind];
  return difference;
}

Trajectory run(const std::string& formulation) {
  const io::ScenarioFile file = read({{"formulation", "\"" + formulation + "\""},
                                      {"speed.start", "58"},
                                      {"run.duration", "0.4"},
                                      {"integrator.rtol", "1e-8"},
                                      {"integrator.atol", "1e-7"},
                                      {"integrator.max_order", "5"}});
  const auto system = analysis::build_system(file.scenario);
  analysis::TimeRunOptions options;
  options.duration = file.scenario.duration;
  options.output_step = 0.01;
  options.integrator = file.scenario.integrator;
  options.formulation = formulation;
  Trajectory trajectory(system->channels());
  const auto summary = analysis::run(*system, analysis::calc_initial_state(*system, file.scenario),
                                     options, trajectory);
  EXPECT_EQ(summary.status, RunStatus::done) << summary.message;
  return trajectory;
}

TEST(Coach, RunsAlikeInAbsoluteCoordinates) {
  auto difference = compare(run("kane"), run("inertial"));
  EXPECT_LT(difference["place"], 1e-5);
  EXPECT_LT(difference["angle"], 1e-5);
  EXPECT_LT(difference["force"], 1e-3);  // a micrometre of approach is a kilonewton
}

}  // namespace
}  // namespace fourfoot
