#pragma once

#include "integrate/fixed_step.h"
#include "integrate/staged_jacobian.h"

namespace fourfoot::integrate {

/// Backward differences of second order with one Newton step from where the last step led: the
/// method for real time. One rate and one solution in every step. With v = (y_n - y_{n-1}) / h':
///   (I - b h A) k = f(t + h, y + h v) - v       b = (1 + r) / (1 + 2 r), r = h / h'; 2/3 for h = h'
///   v+ = v + b k,   y+ = y + h v+
/// (BDF2 with a step that changes [HairerNorsettWanner1993, III.5], solved for y+ - y - h v.)
///
/// L-stable where A is the Jacobian. Of second order with any A: what one Newton step leaves is
/// b h (J - A) times its correction, which is of second order already. A stiff spring may be 4/3
/// times as stiff as in A; beyond that a vibration grows in proportion to the excess, with ROS2 to
/// its square. A is renewed in stages (staged_jacobian.h).
///
/// After a restart the first step goes in 11 parts, h / 1024 twice and then each twice as long as the
/// one before, the first of them by implicit Euler (b = 1) from v = 0: a run may begin on rough rails
/// with the steady state of smooth ones.
/// After a jump v is only a guess: b = 1 there. No error control; the step must resolve what
/// matters. On smooth problems its error is 5 to 9 times that of ROS2, for half the cost. Dense output of
/// second order: the parabola through y_{n-1}, y_n and y+.
class LinearBdf2 final : public FixedStepIntegrator {
 public:
  LinearBdf2(Problem& problem, const Options& options);
  void interpolate(double t, VecRef y) const override;

 private:
  void do_restart(double first_step) override;
  void do_jump() override;
  void advance(double h, double t_next, VecX& y_next, VecX& rate_next) override;
  void change_step() override {}  // its formula knows the last step
  /// The first step, in parts.
  void begin(double h, double t_next, VecX& y_next);
  /// From y to y + h v_, v_ renewed.
  void pass(double h, double t_next, const VecX& y);

  StagedJacobian matrix_;
  bool begins_ = true;      ///< the next step is the first
  double step_before_ = 0;  ///< h'; 0: v is a guess [s]
  VecX v_;                  ///< mean rate of the last step
  VecX v_before_;           ///< of the step before
  double bend_ = 0;         ///< how much of the change of v bends the dense output
  VecX stage_, k_;
};

}  // namespace fourfoot::integrate
