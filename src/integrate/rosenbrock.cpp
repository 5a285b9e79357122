#include "integrate/rosenbrock.h"

#include <algorithm>
#include <numbers>

namespace fourfoot::integrate {
namespace {

constexpr double g = 1.0 - 0.5 * std::numbers::sqrt2;

}  // namespace

Rosenbrock::Rosenbrock(Problem& problem, const Options& options)
    : FixedStepIntegrator(problem, options), source_(problem), lu_(problem) {
  jacobian_.setZero(problem.get_size(), problem.get_size());
  for (VecX* v : {&k1_, &k2_, &stage_, &right_}) v->setZero(problem.get_size());
}

void Rosenbrock::advance(double h, double t_next, VecX& y_next, VecX&) {
  if (age_ == 0) {
    ++statistics_.jacobian_evaluations;
    ++statistics_.factorisations;
    statistics_.rate_evaluations += source_.calc(t_ + g * h, y_, right_, jacobian_);
    lu_.compute_shifted(jacobian_, g * h);
  } else {
    calc_rate(t_ + g * h, y_, right_);
  }
  age_ = (age_ + 1) % std::max(1, options_.jacobian_interval);
  lu_.solve(right_, k1_);
  stage_ = y_ + h * k1_;
  if (!stage_.allFinite()) {
    y_next = stage_;
    return;
  }
  calc_rate(t_next - g * h, stage_, right_);
  right_ -= 2.0 * k1_;
  lu_.solve(right_, k2_);
  y_next = y_ + h * (1.5 * k1_ + 0.5 * k2_);
}

void Rosenbrock::interpolate(double t, VecRef y) const {
  const double h = t_ - t_previous_;
  if (h <= 0.0 || t == t_) {
    y = y_;
    return;
  }
  const double x = (t - t_previous_) / h;
  const double b = (0.5 * x * x - g * x) / (1.0 - 2.0 * g);
  y.noalias() = y_begin_ + h * ((x + b) * k1_ + b * k2_);
}

}  // namespace fourfoot::integrate
