#include "integrate/rosenbrock.h"

#include <algorithm>
#include <numbers>

namespace fourfoot::integrate {
namespace {

constexpr double g = 1.0 - 0.5 * std::numbers::sqrt2;

}  // namespace

Rosenbrock::Rosenbrock(Problem& problem, const Options& options)
    : FixedStepIntegrator(problem, options),
      source_(problem),
      lu_(problem.get_partition(), problem.get_size()) {
  for (MatX* m : {&jacobian_, &matrix_}) m->setZero(problem.get_size(), problem.get_size());
  for (VecX* v : {&k1_, &k2_, &stage_, &right_, &drift_}) v->setZero(problem.get_size());
}

void Rosenbrock::factorise(double h) {
  ++statistics_.jacobian_evaluations;
  ++statistics_.factorisations;
  statistics_.rate_evaluations += source_.calc(t_, y_, jacobian_);
  matrix_ = -g * h * jacobian_;
  matrix_.diagonal().array() += 1.0;
  lu_.compute(matrix_);
}

void Rosenbrock::advance(double h, double t_next, VecX& y_next, VecX& rate_next) {
  if (age_ == 0) factorise(h);
  age_ = (age_ + 1) % std::max(1, options_.jacobian_interval);
  const double delta = 1e-4 * h;
  calc_rate(t_ + delta, y_, drift_);
  drift_ = (g * h / delta) * (drift_ - rate_);
  right_ = rate_ + drift_;
  lu_.solve(right_, k1_);
  stage_ = y_ + h * k1_;
  calc_rate(t_next, stage_, right_);
  right_ -= 2.0 * k1_ + drift_;
  lu_.solve(right_, k2_);
  y_next = y_ + h * (1.5 * k1_ + 0.5 * k2_);
  if (!y_next.allFinite()) {
    rate_next = y_next;
    return;
  }
  calc_rate(t_next, y_next, rate_next);
}

}  // namespace fourfoot::integrate
