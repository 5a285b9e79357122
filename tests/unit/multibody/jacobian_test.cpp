#include "multibody/jacobian.h"

#include <gtest/gtest.h>

#include "support/multibody/random_model.h"

namespace fourfoot::multibody {
namespace {

using test::Dice;

void calc_rhs(const Model& model, const std::vector<MovingFrame>& frames, const VecX& y,
              MotionWorkspace& ws, VecX& dy, WrenchDerivatives* d = nullptr) {
  const int nq = model.q_count(), nu = model.u_count();
  calc_position(model, 0.3, y.head(nq), ws);
  calc_velocity(model, 0.3, y.head(nq), y.tail(nu), frames, ws);
  ws.clear_wrenches();
  test::add_made_up(model, ws, d);
  add_gravity(model, frames, {0, 0, -9.81}, ws);
  calc_acceleration(model, frames, ws, dy.tail(nu));
  dy.head(nq) = ws.qdot;
}

/// Central differences of eighth order.
MatX calc_difference_jacobian(const Model& model, const std::vector<MovingFrame>& frames,
                              const VecX& y0, MotionWorkspace& ws) {
  static const double weight[4] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  const auto n = y0.size();
  const double h = 4e-3;
  MatX J = MatX::Zero(n, n);
  VecX plus(n), minus(n);
  for (Eigen::Index k = 0; k < n; ++k) {
    for (int m = 1; m <= 4; ++m) {
      VecX y = y0;
      y[k] = y0[k] + m * h;
      calc_rhs(model, frames, y, ws, plus);
      y[k] = y0[k] - m * h;
      calc_rhs(model, frames, y, ws, minus);
      J.col(k) += weight[m - 1] / h * (plus - minus);
    }
  }
  return J;
}

TEST(Jacobian, EqualsHighOrderDifferencesOnRandomSystems) {
  double worst = 0.0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    Dice dice(seed);
    ModelDescription description;
    std::vector<MovingFrame> frames;
    const int n = dice.integer(1, 5);
    for (int j = 0; j < n; ++j) {
      description.bodies.push_back(
          dice.body(std::string(1, 'b').append(std::to_string(j)), dice.chance(0.4)));
      frames.push_back(dice.frame());
    }
    if (dice.chance(0.3)) {
      description.bodies[0].omitted.omit(ImaginaryGroup::gyroscopic, WrenchKind::torque, 1);
    }
    Model model(description);
    MotionWorkspace ws(model);
    JacobianWorkspace jw(model);
    WrenchDerivatives d(model.body_count());
    VecX y(model.q_count() + model.u_count()), dy(y.size());
    y << dice.q(model), dice.u(model);
    const MatX expected = calc_difference_jacobian(model, frames, y, ws);
    MatX J(y.size(), y.size());
    calc_rhs(model, frames, y, ws, dy, &d);
    calc_jacobian(model, frames, ws, y.head(model.q_count()), d, jw, J);
    if (y.size() == 0) continue;
    worst = std::max(worst, (J - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff());
  }
  EXPECT_LT(worst, 1e-8);
  RecordProperty("worst", std::to_string(worst * 1e12) + "e-12");
}

TEST(Jacobian, SensitivityToAWrenchIsTheInverseOfTheMass) {
  Dice dice(7);
  Model model({{dice.body("a", false), dice.body("b", false)}});
  std::vector<MovingFrame> frames = {dice.frame(), dice.frame()};
  MotionWorkspace ws(model);
  JacobianWorkspace jw(model);
  WrenchDerivatives none(2);
  VecX q = dice.q(model), u = dice.u(model), first(model.u_count()), second(model.u_count());
  calc_position(model, 0, q, ws);
  calc_velocity(model, 0, q, u, frames, ws);
  ws.clear_wrenches();
  MatX J(q.size() + u.size(), q.size() + u.size());
  calc_acceleration(model, frames, ws, first);
  calc_jacobian(model, frames, ws, q, none, jw, J);
  MatX dW(6, 1), du = MatX::Zero(u.size(), 1);
  dW << 1, 2, 3, 4, 5, 6;
  add_wrench_sensitivity(model, ws, jw, 1, dW, du);
  ws.add_wrench(1, {1, 2, 3}, {4, 5, 6});
  calc_acceleration(model, frames, ws, second);
  EXPECT_LT((second - first - du).norm(), 1e-12);
}

}  // namespace
}  // namespace fourfoot::multibody
