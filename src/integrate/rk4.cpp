#include "integrate/rk4.h"

namespace fourfoot::integrate {

Rk4::Rk4(Problem& problem, const Options& options) : FixedStepIntegrator(problem, options) {
  for (VecX* v : {&k2_, &k3_, &k4_, &stage_}) v->setZero(problem.get_size());
}

void Rk4::advance(double h, double t_next, VecX& y_next, VecX& rate_next) {
  const double t_mid = t_ + 0.5 * h;
  stage_ = y_ + 0.5 * h * rate_;
  calc_rate(t_mid, stage_, k2_);
  stage_ = y_ + 0.5 * h * k2_;
  calc_rate(t_mid, stage_, k3_);
  stage_ = y_ + h * k3_;
  calc_rate(t_next, stage_, k4_);
  y_next = y_ + (h / 6.0) * (rate_ + 2.0 * k2_ + 2.0 * k3_ + k4_);
  if (!y_next.allFinite()) {
    rate_next = y_next;  // nothing to evaluate; the caller ends the run
    return;
  }
  calc_rate(t_next, y_next, rate_next);
}

}  // namespace fourfoot::integrate
