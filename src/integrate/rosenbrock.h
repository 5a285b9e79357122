#pragma once

#include "integrate/fixed_step.h"
#include "integrate/jacobian.h"
#include "integrate/partitioned_lu.h"

namespace fourfoot::integrate {

/// ROS2 [Verwer1999], the method for real time: linearly implicit, L-stable, second order,
/// of the same cost in every step: three rates, one Jacobian and its factors, two solutions, and no
/// iteration.
///   (I - g h J) k1 = f(t, y) + g h f_t                       g = 1 - 1/sqrt(2)
///   (I - g h J) k2 = f(t + h, y + h k1) - 2 k1 - g h f_t
///   y+ = y + h (3/2 k1 + 1/2 k2)
/// Its order holds for any matrix in place of J (a W-method), so the Jacobian may be kept for
/// `jacobian_interval` steps: the damping of fast modes then holds as far as the kept Jacobian
/// does. f_t, by one difference, could be left out for the order's sake, but a stiff system driven
/// in time (a wheel on a rough rail) would then follow its drive with an error of first order. No
/// error control; the step must resolve what matters.
class Rosenbrock final : public FixedStepIntegrator {
 public:
  Rosenbrock(Problem& problem, const Options& options);

 private:
  void advance(double h, double t_next, VecX& y_next, VecX& rate_next) override;
  void forget_past() override { age_ = 0; }
  void factorise(double h);

  JacobianSource source_;
  MatX jacobian_, matrix_;
  PartitionedLu lu_;
  int age_ = 0;  ///< steps since the Jacobian was made; 0 = make it
  VecX k1_, k2_, stage_, right_, drift_;
};

}  // namespace fourfoot::integrate
