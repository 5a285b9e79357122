#include "integrate/park.h"

#include <algorithm>

namespace fourfoot::integrate {

Park::Park(Problem& problem, const Options& options)
    : FixedStepIntegrator(problem, options), stage_(problem, options, statistics_) {
  for (VecX* v : {&y_1_, &y_2_, &base_, &d_, &slope_}) v->setZero(problem.get_size());
}

void Park::forget_past() {
  stage_.forget();
  past_ = 0;
  slope_ = rate_;
}

void Park::advance(double h, double t_next, VecX& y_next, VecX& rate_next) {
  if (past_ < 2) {
    base_ = y_ + 0.5 * h * rate_;
    d_.setConstant(0.5 * h);
  } else {
    base_ = 1.5 * y_ - 0.6 * y_1_ + 0.1 * y_2_;
    d_.setConstant(0.6 * h);
  }
  stage_.set_coefficients(d_);
  y_next = y_ + h * (1.5 * rate_ - 0.5 * slope_);
  if (!stage_.solve(t_next, base_, y_, y_next, rate_next)) {
    fail("Newton's iteration does not converge with the fixed step");
  }
  slope_ = rate_;
  y_2_ = y_1_;
  y_1_ = y_;
  past_ = std::min(past_ + 1, 2);
}

}  // namespace fourfoot::integrate
