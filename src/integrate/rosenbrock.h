#pragma once

#include "integrate/fixed_step.h"
#include "integrate/staged_jacobian.h"

namespace fourfoot::integrate {

/// ROS2 [Verwer1999]: linearly implicit, L-stable, second order, and of the same bounded cost in
/// every step: two rates, two solutions, no iteration. Applied to w = y - y_n - v (t - t_n), the
/// distance from where the last step led, v = (y_n - y_{n-1}) / h:
///   (I - g h A) k1 = f(t + g h, y + g h v) - v                                  g = 1 - 1/sqrt(2)
///   (I - g h A) k2 = f(t + (1 - g) h, y + (1 - g) h v + h k1) - v - 2 k1
///   y+ = y + h (v + 3/2 k1 + 1/2 k2)
/// For a linear system with its own Jacobian A the result does not depend on v at all. Else it does:
/// without v (the original) rates are taken at the old position on the rail's next unevenness, some
/// micrometres beside the motion, where a contact spring has another force and another stiffness.
///
/// The order holds for any matrix A (a W-method), the damping of fast modes as far as A is the
/// Jacobian: a stiff spring may be 1.17 times as stiff as in A, no more. A is renewed in stages
/// (staged_jacobian.h); a jump of the state keeps A and v.
///
/// The shifted times stand for the terms +- g h f_t of the original, to the same order:
/// without them a stiff system driven in time (a wheel on a rough rail) would follow its drive with
/// an error of first order. No error control; the step must resolve what matters. Dense output, of
/// second order: y + h ((x + b) (k1 + v) + b (k2 - v)), b = (x^2/2 - g x) / (1 - 2 g).
class Rosenbrock final : public FixedStepIntegrator {
 public:
  Rosenbrock(Problem& problem, const Options& options);
  void interpolate(double t, VecRef y) const override;

 private:
  void do_restart(double first_step) override;
  void do_jump() override { begin_segment(); }
  void advance(double h, double t_next, VecX& y_next, VecX& rate_next) override;
  void change_step() override {}  // the factors follow by themselves

  StagedJacobian matrix_;
  VecX v_;                        ///< mean rate of the last step
  VecX k1_, k2_, stage_, right_;  ///< k1 + v, k2 - v after a step
};

}  // namespace fourfoot::integrate
