// On q' = u and constant matrices the nonlinear methods are the textbook's.
#include <gtest/gtest.h>

#include "integrate/generalized_alpha.h"
#include "integrate/linear/linear_method.h"
#include "integrate/registry.h"
#include "unit/integrate/problems.h"

namespace fourfoot::integrate {
namespace {

linear::LinearSystem make_chain() {
  linear::LinearSystem s{MatX::Zero(3, 3), MatX::Zero(3, 3), MatX::Zero(3, 3)};
  s.mass.diagonal() << 3.0, 1.0, 2.0;
  s.stiffness << 20.0, -20.0, 0.0, -20.0, 120.0, -100.0, 0.0, -100.0, 130.0;
  s.damping = 0.02 * s.stiffness;
  return s;
}

struct Chain : Problem {
  MatX state_matrix = linear::calc_state_matrix(make_chain());
  int get_size() const override { return 6; }
  Partition get_partition() const override { return {3, 3, 0}; }
  void calc_rate(double, const ConstVecRef& y, VecRef ydot) override {
    ydot.noalias() = state_matrix * y;
  }
  bool calc_jacobian(double, const ConstVecRef&, MatX& j) override {
    j = state_matrix;
    return true;
  }
};

struct Case {
  std::string method;
  double parameter;
};
std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.method << " " << c.parameter;
}

class Equivalence : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(All, Equivalence,
                         ::testing::Values(Case{"central-difference", 0.0}, Case{"rk4", 0.0},
                                           Case{"newmark", 0.0}, Case{"hht", 0.15},
                                           Case{"hht", 0.3}, Case{"park", 0.0}));

TEST_P(Equivalence, NonlinearFormIsTheTextbooks) {
  const double dt = 0.05;
  const VecX x0 = make_state({1.0, 0.5, -0.2});
  const VecX v0 = make_state({0.0, 1.0, 0.3});
  auto textbook =
      linear::make_linear_method(GetParam().method, make_chain(), dt, GetParam().parameter);
  textbook->start(x0, v0);
  Chain problem;
  Options options;
  options.step = dt;
  options.damping = GetParam().parameter;
  options.rtol = options.atol = 1e-12;
  auto integrator = make_integrator(GetParam().method, problem, options);
  VecX y(6);
  y << x0, v0;
  integrator->start(0.0, y);
  if (GetParam().method == "park") {
    // Ours starts by the trapezoidal rule; give the textbook the same past.
    VecX memory(18);
    for (int age : {2, 1, 0}) {
      memory.segment(6 * age, 6) = integrator->y();
      if (age > 0) integrator->step(100.0 * dt);
    }
    textbook->set_memory(memory);
  }
  double worst = 0.0;
  while (integrator->t() < 99.5 * dt) {
    integrator->step(100.0 * dt);
    textbook->step_free();
    worst = std::max(worst, (integrator->y().head(3) - textbook->x()).cwiseAbs().maxCoeff());
  }
  EXPECT_LT(worst, 1e-11);
}

TEST(AlphaParameters, MembersOfTheFamily) {
  const auto hht = AlphaParameters::make_hht(0.0);
  EXPECT_EQ(hht.beta, 0.25);
  EXPECT_EQ(hht.gamma, 0.5);
  // rho_inf = 1 damps nothing: alpha_m = alpha_f = 1/2; rho_inf = 0 annihilates in one step.
  const auto none = AlphaParameters::make_chung_hulbert(1.0);
  EXPECT_DOUBLE_EQ(none.alpha_m, 0.5);
  EXPECT_DOUBLE_EQ(none.alpha_f, 0.5);
  EXPECT_DOUBLE_EQ(none.beta, 0.25);
  EXPECT_DOUBLE_EQ(none.gamma, 0.5);
  const auto full = AlphaParameters::make_chung_hulbert(0.0);
  EXPECT_DOUBLE_EQ(full.alpha_m, -1.0);
  EXPECT_DOUBLE_EQ(full.gamma, 1.5);
}

TEST(GeneralizedAlpha, FastOscillationDecaysByRhoInf) {
  // omega h = 1e4: per step the amplitude falls by rho_inf, asymptotically.
  Oscillator problem;
  problem.omega = 1e4;
  Options options;
  options.step = 1.0;
  options.rtol = options.atol = 1e-13;
  for (double rho : {0.5, 0.8}) {
    options.rho_inf = rho;
    auto integrator = make_integrator("generalized-alpha", problem, options);
    integrator->start(0.0, make_state({1.0, 0.0}));
    for (int i = 0; i < 100; ++i) integrator->step(1000.0);
    const double before = std::abs(integrator->y()[0]);
    for (int i = 0; i < 100; ++i) integrator->step(1000.0);
    // The three roots fall together there, so the decay is n^2 rho^n: 2^(2/100) above rho.
    const double decay = std::pow(std::abs(integrator->y()[0]) / before, 0.01);
    EXPECT_NEAR(decay, rho * std::pow(2.0, 0.02), 0.005 * rho);
  }
}

}  // namespace
}  // namespace fourfoot::integrate
