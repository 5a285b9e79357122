#include "integrate/rosenbrock.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fourfoot::integrate {
namespace {

constexpr double g = 1.0 - 0.5 * std::numbers::sqrt2;
constexpr double fresh = 0.012;  // in which a Jacobian is renewed [s]

}  // namespace

Rosenbrock::Rosenbrock(Problem& problem, const Options& options)
    : FixedStepIntegrator(problem, options),
      source_(problem),
      lu_(problem),
      interval_(options.jacobian_interval),
      stage_count_(problem.get_stage_count()) {
  // More steps than there are stages, with the factors, would only make it older.
  if (interval_ == 0)
    interval_ = static_cast<int>(std::clamp(fresh / options.step + 0.5, 1.0, stage_count_ + 1.0));
  const int n = problem.get_size();
  for (MatX* m : {&jacobian_, &next_}) m->setZero(n, n);
  for (VecX* v : {&next_y_, &k1_, &k2_, &stage_, &right_}) v->setZero(n);
}

void Rosenbrock::do_restart(double) {
  begin_segment();
  has_jacobian_ = false;
}

void Rosenbrock::factorise(double h) {
  ++statistics_.factorisations;
  lu_.compute_shifted(jacobian_, g * h);
  factored_step_ = h;
}

void Rosenbrock::make_whole(double h) {
  ++statistics_.jacobian_evaluations;
  statistics_.rate_evaluations += source_.calc(t_ + g * h, y_, right_, jacobian_);
  factorise(h);
  has_jacobian_ = true;
  turn_ = jacobian_stage_ = 0;
}

void Rosenbrock::renew(double h) {
  if (turn_ == 0) {
    next_t_ = t_ + g * h;
    next_y_ = y_;
  }
  ++turn_;
  for (const int due = turn_ * (stage_count_ + 1) / interval_; jacobian_stage_ < due;
       ++jacobian_stage_) {
    if (jacobian_stage_ < stage_count_) {
      statistics_.rate_evaluations += source_.calc_stage(jacobian_stage_, next_t_, next_y_, next_);
      continue;
    }
    ++statistics_.jacobian_evaluations;
    jacobian_.swap(next_);
    factorise(h);
  }
  if (turn_ == interval_) turn_ = jacobian_stage_ = 0;
}

void Rosenbrock::advance(double h, double t_next, VecX& y_next, VecX&) {
  if (interval_ == 1 || !has_jacobian_) {
    make_whole(h);
  } else {
    renew(h);
    if (std::abs(h - factored_step_) > 1e-9 * h) factorise(h);
    calc_rate(t_ + g * h, y_, right_);
    if (!problem_.is_jacobian_good()) make_whole(h);
  }
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
