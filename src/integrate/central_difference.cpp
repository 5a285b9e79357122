#include "integrate/central_difference.h"

namespace fourfoot::integrate {

CentralDifference::CentralDifference(Problem& problem, const Options& options)
    : FixedStepIntegrator(problem, options),
      n_q_(problem.get_partition().n_q),
      n_v_(problem.get_size() - n_q_),
      stage_(problem, options, statistics_) {
  for (VecX* v : {&mid_, &mid_rate_, &base_, &d_}) v->setZero(problem.get_size());
}

void CentralDifference::advance(double h, double t_next, VecX& y_next, VecX& rate_next) {
  mid_ = y_ + 0.5 * h * rate_;
  calc_rate(t_ + 0.5 * h, mid_, mid_rate_);
  base_.head(n_q_) = y_.head(n_q_) + h * mid_rate_.head(n_q_);
  base_.tail(n_v_) = mid_.tail(n_v_);
  d_.head(n_q_).setZero();
  d_.tail(n_v_).setConstant(0.5 * h);
  stage_.set_coefficients(d_);
  y_next.head(n_q_) = base_.head(n_q_);
  y_next.tail(n_v_) = y_.tail(n_v_) + h * mid_rate_.tail(n_v_);
  if (!y_next.allFinite()) {
    rate_next = y_next;  // unstable; the caller ends the run
    return;
  }
  mid_.head(n_q_) = base_.head(n_q_);  // where a second attempt begins
  if (!stage_.solve(t_next, base_, mid_, y_next, rate_next)) {
    fail("Newton's iteration does not converge with the fixed step", false);
  }
}

}  // namespace fourfoot::integrate
