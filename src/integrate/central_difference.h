#pragma once

#include <cmath>

#include "integrate/fixed_step.h"
#include "integrate/implicit_stage.h"

namespace fourfoot::integrate {

/// Central differences [Lack2017, Eqs. 13-19] in the form with speeds at the whole steps
/// (Newmark with beta = 0, gamma = 1/2), fixed step, second order:
///   u_half = u + h/2 A(t, q, u, z)
///   q+     = q + h Q(t + h/2, q + h/2 Q(t, q, u), u_half)
///   u+     = u_half + h/2 A(t+, q+, u+, z+)       z+ = z + h/2 (Z(t, q, u, z) + Z(t+, q+, u+, z+))
/// Explicit in the coordinates, implicit in what the forces take from speeds and extra states, as
/// the textbook's matrix M / h^2 + C / (2 h) is; for q' = u and constant M, B, K the coordinates
/// are the textbook's. Stable for omega h < 2 (undamped). Newton's iteration as in ImplicitStage.
class CentralDifference final : public FixedStepIntegrator {
 public:
  CentralDifference(Problem& problem, const Options& options);

 private:
  void advance(double h, double t_next, VecX& y_next, VecX& rate_next) override;
  void forget_past() override { stage_.forget(); }
  /// Of an oscillation omega = |z| / h; damping is implicit and does not matter.
  double calc_growth(std::complex<double> z) const override {
    const double half = 0.5 * std::norm(z) - 1.0;  // R^2 + 2 half R + 1 = 0
    return z.imag() != 0.0 && half > 1.0 ? half + std::sqrt(half * half - 1.0) : 1.0;
  }

  int n_q_, n_v_;
  ImplicitStage stage_;
  VecX mid_, mid_rate_, base_, d_;
};

}  // namespace fourfoot::integrate
