#include "integrate/rosenbrock.h"

#include <numbers>

namespace fourfoot::integrate {
namespace {

constexpr double g = 1.0 - 0.5 * std::numbers::sqrt2;

}  // namespace

Rosenbrock::Rosenbrock(Problem& problem, const Options& options)
    : FixedStepIntegrator(problem, options),
      matrix_(problem, options, StagedJacobian::Renewal::always) {
  for (VecX* v : {&v_, &k1_, &k2_, &stage_, &right_}) v->setZero(problem.get_size());
}

void Rosenbrock::do_restart(double) {
  begin_segment();
  matrix_.forget();
  v_.setZero();
}

void Rosenbrock::advance(double h, double t_next, VecX& y_next, VecX&) {
  stage_ = y_ + g * h * v_;
  matrix_.calc(t_ + g * h, stage_, g * h, right_, statistics_);
  right_ -= v_;
  matrix_.solve(right_, k1_);
  stage_ = y_ + h * ((1.0 - g) * v_ + k1_);
  if (!stage_.allFinite()) {
    y_next = stage_;
    return;
  }
  calc_rate(t_next - g * h, stage_, right_);
  right_ -= v_ + 2.0 * k1_;
  matrix_.solve(right_, k2_);
  k1_ += v_;
  k2_ -= v_;
  v_ = 1.5 * k1_ + 0.5 * k2_;
  y_next = y_ + h * v_;
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
