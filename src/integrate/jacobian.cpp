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
  problem_.calc_rate(t, y, rate_);
  calc_differences(t, y, jacobian);
  return static_cast<int>(y.size()) + 1;
}

int JacobianSource::calc_entries(double t, const ConstVecRef& y, const Entries& entries,
                                 MatX& jacobian) {
  if (problem_.calc_jacobian_entries(t, y, entries, jacobian)) return 0;
  problem_.calc_rate(t, y, rate_);
  calc_differences(t, y, jacobian);
  return static_cast<int>(y.size()) + 1;
}

int JacobianSource::calc(double t, const ConstVecRef& y, VecX& rate, MatX& jacobian) {
  if (problem_.calc_rate_and_jacobian(t, y, rate, jacobian)) return 1;
  rate_ = rate;
  calc_differences(t, y, jacobian);
  return static_cast<int>(y.size()) + 1;
}

int JacobianSource::calc_stage(int stage, double t, const ConstVecRef& y, MatX& jacobian) {
  if (problem_.calc_jacobian_stage(stage, t, y, jacobian)) return 0;
  problem_.calc_rate(t, y, rate_);
  calc_differences(t, y, jacobian);
  return static_cast<int>(y.size()) + 1;
}

void JacobianSource::calc_differences(double t, const ConstVecRef& y, MatX& jacobian) {
  const double relative = std::sqrt(std::numeric_limits<double>::epsilon());
  const auto n = y.size();
  y_ = y;
  for (Eigen::Index i = 0; i < n; ++i) {
    y_[i] += relative * std::max(std::abs(y[i]), scales_[i]);
    const double increment = y_[i] - y[i];  // what is left of it after rounding
    problem_.calc_rate(t, y_, shifted_rate_);
    jacobian.col(i) = (shifted_rate_ - rate_) / increment;
    y_[i] = y[i];
  }
}

}  // namespace fourfoot::integrate
