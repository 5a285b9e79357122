// Wheels that turn by themselves, an axle that twists, axleboxes of their own: joints and shafts on
// bodies that spin.
#include <gtest/gtest.h>

#include <random>

#include "input/load.h"
#include "math/eigenvalues.h"
#include "scenario/scenario.h"

namespace fourfoot {
namespace {

std::shared_ptr<const system::System> make_system(const std::string& file) {
  const std::string text = "vehicle = \"" + file +
                           "\"\n[speed]\nv = 20\n[contact]\nmodel = \"none\"\n[run]\nduration = 1\n"
                           "[environment]\ngravity = 0\n";
  const auto source = std::make_shared<SourceFile>(SourceFile{"case.toml", text});
  const std::string folder = std::string(FOURFOOT_SOURCE_DIR) + "/models/vehicles/axles";
  return scenario::build_system(scenario::read_scenario(
      input::load_document(source, folder, *scenario::get_scenario_schema()).root));
}

constexpr const char* files[] = {"independent-wheels.toml", "elastic-axle.toml", "axleboxes.toml"};

TEST(Axles, HaveTheFreedomTheyShould) {
  const int expected[] = {8, 7, 8};
  for (int i = 0; i < 3; ++i) EXPECT_EQ(make_system(files[i])->partition().n_u, expected[i]);
}

// A state near rolling with the joints closed, different spins.
VecX make_state(const system::System& system, system::Workspace& ws) {
  VecX y = system.calc_nominal_state(ws);
  std::mt19937 engine(4);
  std::uniform_real_distribution<double> r(-1, 1);
  const integrate::Partition p = system.partition();
  for (int k = 0; k < p.n_u; ++k) y[p.n_q + k] += 0.5 * r(engine);
  for (int k = 0; k < p.n_z; ++k) y[p.n_q + p.n_u + k] = 0.01 * r(engine);
  return y;
}

// Joints and shafts are inner forces: the mass centre of all goes straight on.
TEST(Axles, MomentumStays) {
  for (const char* file : files) {
    const auto system = make_system(file);
    system::Workspace ws(system->model());
    const VecX y = make_state(*system, ws);
    VecX rate(y.size());
    system->calc_rate(0.0, y, ws, rate);
    Vec3 sum = Vec3::Zero();
    double largest = 0.0;
    for (std::size_t b = 0; b < system->model().bodies.body_count(); ++b) {
      const Vec3 push = system->model().bodies.body(b).given.mass * ws.bodies.bodies[b].a_T;
      sum += push;
      largest = std::max(largest, push.norm());
    }
    EXPECT_GT(largest, 1.0) << file;
    EXPECT_LT(sum.norm(), 1e-9 * largest) << file;
  }
}

TEST(Axles, JacobianIsTheDerivative) {
  for (const char* file : files) {
    const auto system = make_system(file);
    system::Workspace ws(system->model());
    const VecX y = make_state(*system, ws);
    MatX exact(y.size(), y.size());
    system->calc_jacobian(0.0, y, ws, exact);
    for (Eigen::Index k = 0; k < y.size(); ++k) {
      const double h = 1e-6;
      VecX up = y, down = y, rate_up(y.size()), rate_down(y.size());
      up[k] += h;
      down[k] -= h;
      system->calc_rate(0.0, up, ws, rate_up);
      system->calc_rate(0.0, down, ws, rate_down);
      const VecX numeric = (rate_up - rate_down) / (2 * h);
      EXPECT_LT((numeric - exact.col(k)).norm(), 1e-5 * (1 + numeric.norm())) << file << " " << k;
    }
  }
}

// Two halves on a shaft: omega^2 = k (1/J1 + 1/J2), damping c (1/J1 + 1/J2) / 2.
TEST(ElasticAxle, TwistsWithItsOwnFrequency) {
  const auto system = make_system("elastic-axle.toml");
  system::Workspace ws(system->model());
  const VecX y = system->calc_nominal_state(ws);
  MatX jacobian(y.size(), y.size());
  system->calc_jacobian(0.0, y, ws, jacobian);
  const Eigen::VectorXcd eigenvalues = calc_eigenvalues(jacobian);
  const double s = 2.0 / 60.0, k = 3.5e6, c = 300;
  const std::complex<double> expected(-c * s / 2, std::sqrt(k * s - c * s * c * s / 4));
  double nearest = 1e9;
  for (const auto& value : eigenvalues) nearest = std::min(nearest, std::abs(value - expected));
  EXPECT_LT(nearest, 1e-6 * std::abs(expected));
}

// One wheel is turned faster: it turns faster, and nothing else knows.
TEST(IndependentWheels, TurnByThemselves) {
  const auto system = make_system("independent-wheels.toml");
  system::Workspace ws(system->model());
  VecX y = system->calc_nominal_state(ws);
  const auto names = system->get_state_names();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == "wheel_left/omega_y") y[static_cast<Eigen::Index>(i)] += 10.0;
  }
  VecX rate(y.size());
  system->calc_rate(0.0, y, ws, rate);
  const integrate::Partition p = system->partition();
  EXPECT_LT(rate.segment(p.n_q, p.n_u).norm(), 1e-9);
  EXPECT_NEAR(ws.bodies.bodies[1].w_TB_C.y() - ws.bodies.bodies[2].w_TB_C.y(), 10.0, 1e-9);
}

}  // namespace
}  // namespace fourfoot
