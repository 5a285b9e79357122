#include "integrate/linear_bdf2.h"

namespace fourfoot::integrate {
namespace {

constexpr double smallest_part = 1.0 / 1024.0;  // of the first step

}  // namespace

LinearBdf2::LinearBdf2(Problem& problem, const Options& options)
    : FixedStepIntegrator(problem, options),
      matrix_(problem, options, StagedJacobian::Renewal::on_demand) {
  problem.follow_motion();
  for (VecX* v : {&v_, &v_before_, &stage_, &k_}) v->setZero(problem.get_size());
}

void LinearBdf2::do_restart(double) {
  begin_segment();
  matrix_.forget();
  v_.setZero();
  step_before_ = 0.0;
  begins_ = true;
}

void LinearBdf2::do_jump() {
  begin_segment();
  step_before_ = 0.0;
}

void LinearBdf2::pass(double h, double t_next, const VecX& y) {
  const double r = step_before_ > 0.0 ? h / step_before_ : 0.0;
  const double b = (1.0 + r) / (1.0 + 2.0 * r);
  stage_ = y + h * v_;
  matrix_.calc(t_next, stage_, b * h, k_, statistics_);
  k_ -= v_;
  matrix_.solve(k_, k_);
  v_ += b * k_;
  step_before_ = h;
}

void LinearBdf2::begin(double h, double t_next, VecX& y_next) {
  y_next = y_;
  double done = 0.0, part = smallest_part;
  while (done < 1.0 && y_next.allFinite()) {
    pass(part * h, done + part < 1.0 ? t_ + (done + part) * h : t_next, y_next);
    y_next += part * h * v_;
    done += part;
    part = done;  // powers of 2: exact
  }
  v_before_ = (y_next - y_) / h;
  bend_ = 1.0;
  begins_ = false;
}

void LinearBdf2::advance(double h, double t_next, VecX& y_next, VecX&) {
  if (begins_) return begin(h, t_next, y_next);
  const double before = step_before_;
  v_before_ = v_;
  pass(h, t_next, y_);
  bend_ = before > 0.0 ? h / (h + before) : 0.0;  // of a guess the change says nothing
  y_next = y_ + h * v_;
}

void LinearBdf2::interpolate(double t, VecRef y) const {
  const double h = t_ - t_previous_;
  if (h <= 0.0 || t == t_) {
    y = y_;
    return;
  }
  const double x = (t - t_previous_) / h;
  y.noalias() = y_begin_ + x * (y_ - y_begin_) + (h * x * (x - 1.0) * bend_) * (v_ - v_before_);
}

}  // namespace fourfoot::integrate
