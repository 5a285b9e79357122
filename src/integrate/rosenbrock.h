#pragma once

#include "integrate/fixed_step.h"
#include "integrate/jacobian.h"
#include "integrate/sparse_lu.h"

namespace fourfoot::integrate {

/// ROS2 [Verwer1999], the method for real time: linearly implicit, L-stable, second order,
/// of the same cost in every step: two rates, one Jacobian (with the first rate) and its factors,
/// two solutions, and no iteration.
///   (I - g h J) k1 = f(t + g h, y)                           g = 1 - 1/sqrt(2)
///   (I - g h J) k2 = f(t + (1 - g) h, y + h k1) - 2 k1
///   y+ = y + h (3/2 k1 + 1/2 k2)
/// Its order holds for any matrix in place of J (a W-method), so the Jacobian may be kept for
/// `jacobian_interval` steps: the damping of fast modes then holds as far as the kept Jacobian
/// does. The shifted times stand for the terms +- g h f_t of the original, to the same order:
/// without them a stiff system driven in time (a wheel on a rough rail) would follow its drive with
/// an error of first order. No error control; the step must resolve what matters. Dense output, of
/// second order: y + h ((x + b) k1 + b k2), b = (x^2/2 - g x) / (1 - 2 g).
class Rosenbrock final : public FixedStepIntegrator {
 public:
  Rosenbrock(Problem& problem, const Options& options);
  void interpolate(double t, VecRef y) const override;

 private:
  void advance(double h, double t_next, VecX& y_next, VecX& rate_next) override;
  void forget_past() override { age_ = 0; }

  JacobianSource source_;
  MatX jacobian_;
  SparseLu lu_;
  int age_ = 0;  ///< steps since the Jacobian was made; 0 = make it
  VecX k1_, k2_, stage_, right_;
};

}  // namespace fourfoot::integrate
