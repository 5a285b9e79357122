#include "multibody/tangent.h"

#include <gtest/gtest.h>

#include "math/eigenvalues.h"
#include "multibody/assembly.h"
#include "multibody/jacobian.h"

namespace fourfoot::multibody {
namespace {

/// A pendulum: body hung on the track frame by a hinge along x, turning with omega^2 = m g l /
/// (J + m l^2).
TEST(Tangent, EigenvaluesOfAHingedPendulumAreThoseOfTheTextbook) {
  BodyDescription body;
  body.name = "pendulum";
  body.mass = 3.0;
  body.inertia = Vec3(0.4, 0.5, 0.6).asDiagonal();
  JointDescription hinge;
  hinge.name = "hinge";
  hinge.type = JointType::revolute;
  hinge.body_a = hinge.body_b = "pendulum";
  hinge.a_on_track = true;
  hinge.point_a = {0, 0, 0.7};
  hinge.point_b = {0, 0, 0.7};
  hinge.axis_a = hinge.axis_b = Vec3::UnitX();
  const Model model({{body}, {hinge}});
  ASSERT_EQ(model.u_count(), 1);
  ASSERT_EQ(model.q_count(), 7);
  MotionWorkspace ws(model);
  const std::vector<MovingFrame> frames(1);
  VecX q = model.nominal_q(), u = VecX::Zero(1), udot(1);
  assemble(model, 0.0, frames, ws, q);
  calc_position(model, 0.0, q, ws);
  calc_velocity(model, 0.0, q, u, frames, ws);
  ws.clear_wrenches();
  add_gravity(model, frames, {0, 0, -9.81}, ws);
  calc_acceleration(model, frames, ws, udot);
  JacobianWorkspace jw(model);
  WrenchDerivatives none(1);
  MatX J(8, 8);
  calc_jacobian(model, frames, ws, q, none, jw, J);
  const MatX reduced = reduce_jacobian(J, calc_tangent_basis(model, q, ws));
  ASSERT_EQ(reduced.rows(), 2);
  const auto values = calc_eigenvalues(reduced);
  const double omega = std::sqrt(3.0 * 9.81 * 0.7 / (0.4 + 3.0 * 0.49));
  EXPECT_NEAR(std::abs(values[0].imag()), omega, 1e-12);
  EXPECT_NEAR(values[0].real(), 0.0, 1e-12);
}

}  // namespace
}  // namespace fourfoot::multibody
