#pragma once

#include "integrate/fixed_step.h"
#include "integrate/implicit_stage.h"

namespace fourfoot::integrate {

/// Park's stiffly stable method [Park1975], [Lack2017, Eqs. 41-46]: the mean of the second- and
/// third-order backward differences,
///   (10 y+ - 15 y + 6 y- - y--) / (6 h) = f(t+, y+),
/// second order, implicit, fixed step; used for q, u and z alike, which for q' = u and constant M,
/// B, K is the textbook's. Starts with two steps of the trapezoidal rule (the paper leaves it
/// open); a restart or a change of the step size starts anew. Newton's iteration as in
/// ImplicitStage.
class Park final : public FixedStepIntegrator {
 public:
  Park(Problem& problem, const Options& options);

 private:
  void advance(double h, double t_next, VecX& y_next, VecX& rate_next) override;
  void forget_past() override;

  ImplicitStage stage_;
  VecX y_1_, y_2_;  ///< one and two steps before y_
  int past_ = 0;    ///< how many of these are known
  VecX base_, d_, slope_;
};

}  // namespace fourfoot::integrate
