#pragma once

#include "integrate/fixed_step.h"

namespace fourfoot::integrate {

/// The classical Runge-Kutta method of fourth order, fixed step [Lack2017, Eqs. 20-26],
/// [HairerNorsettWanner1993, II.1]:
///   k1 = f(t, y)                  k2 = f(t + h/2, y + h/2 k1)
///   k3 = f(t + h/2, y + h/2 k2)   k4 = f(t + h, y + h k3)
///   y+ = y + h/6 (k1 + 2 k2 + 2 k3 + k4)
/// Four evaluations a step. Stable for |omega h| < 2.83 on the imaginary and 2.78 on the real axis.
/// No error control: beyond that the solution grows without bound, and the run ends with a message.
class Rk4 final : public FixedStepIntegrator {
 public:
  Rk4(Problem& problem, const Options& options);

 private:
  void advance(double h, double t_next, VecX& y_next, VecX& rate_next) override;
  double calc_growth(std::complex<double> z) const override {
    return std::abs(1.0 + z * (1.0 + z * (0.5 + z * (1.0 / 6.0 + z / 24.0))));
  }
  VecX k2_, k3_, k4_, stage_;
};

}  // namespace fourfoot::integrate
