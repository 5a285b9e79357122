#include "integrate/jacobian.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fourfoot::integrate {

JacobianSource::JacobianSource(Problem& problem)
    : problem_(problem),
      scales_(problem.get_size()),
      y_(problem.get_size()),
      rate_(problem.get_size()),
      shifted_rate_(problem.get_size()) {
  problem.get_scales(scales_);
}

int JacobianSource::calc(double t, const ConstVecRef& y, MatX& jacobian) {
  if (problem_.calc_jacobian(t, y, jacobian)) return 0;
  const double relative = std::sqrt(std::numeric_limits<double>::epsilon());
  const auto n = y.size();
  y_ = y;
  problem_.calc_rate(t, y_, rate_);
  for (Eigen::Index i = 0; i < n; ++i) {
    y_[i] += relative * std::max(std::abs(y[i]), scales_[i]);
    const double increment = y_[i] - y[i];  // what is left of it after rounding
    problem_.calc_rate(t, y_, shifted_rate_);
    jacobian.col(i) = (shifted_rate_ - rate_) / increment;
    y_[i] = y[i];
  }
  return static_cast<int>(n) + 1;
}

}  // namespace fourfoot::integrate
