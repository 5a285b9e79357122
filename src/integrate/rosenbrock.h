#pragma once

#include "integrate/fixed_step.h"
#include "integrate/jacobian.h"
#include "integrate/sparse_lu.h"

namespace fourfoot::integrate {

/// ROS2 [Verwer1999], the method for real time: linearly implicit, L-stable, second order, and of
/// the same bounded cost in every step: two rates, two solutions, no iteration.
///   (I - g h A) k1 = f(t + g h, y)                           g = 1 - 1/sqrt(2)
///   (I - g h A) k2 = f(t + (1 - g) h, y + h k1) - 2 k1
///   y+ = y + h (3/2 k1 + 1/2 k2)
/// Its order holds for any matrix A (a W-method), its damping of fast modes as far as A is the
/// Jacobian. So A need not be today's: it is renewed once in `jacobian_interval` = n steps, in
/// stages, one or more in each step (its factors are the last), and is between n and 2 n steps old;
/// with n = 1 it is made anew in each step, with the first rate. It is made whole in a step that
/// begins a run or where the problem does not know its rate by it any more (a flange strikes: rare,
/// and the longest step there is, about twice the others); a jump of the state keeps it. By itself
/// n is what fits into 12 ms, in which a vehicle on irregular rails changes little, but no more
/// than there are stages: 1 for steps of more than 8 ms.
///
/// The shifted times stand for the terms +- g h f_t of the original, to the same order:
/// without them a stiff system driven in time (a wheel on a rough rail) would follow its drive with
/// an error of first order. No error control; the step must resolve what matters. Dense output, of
/// second order: y + h ((x + b) k1 + b k2), b = (x^2/2 - g x) / (1 - 2 g).
class Rosenbrock final : public FixedStepIntegrator {
 public:
  Rosenbrock(Problem& problem, const Options& options);
  void interpolate(double t, VecRef y) const override;

 private:
  void do_restart(double first_step) override;
  void do_jump() override { begin_segment(); }
  void advance(double h, double t_next, VecX& y_next, VecX& rate_next) override;
  void change_step() override {}  // advance sees to the factors
  /// Rate (to right_), Jacobian and factors.
  void make_whole(double h);
  /// The stages that are due in this step.
  void renew(double h);
  void factorise(double h);

  JacobianSource source_;
  MatX jacobian_, next_;  ///< in use, and being made
  SparseLu lu_;
  int interval_, stage_count_;
  bool has_jacobian_ = false;
  double factored_step_ = 0.0;
  int turn_ = 0, jacobian_stage_ = 0;  ///< steps and stages since `next_` was begun
  double next_t_ = 0.0;                ///< where it is made
  VecX next_y_;
  VecX k1_, k2_, stage_, right_;
};

}  // namespace fourfoot::integrate
