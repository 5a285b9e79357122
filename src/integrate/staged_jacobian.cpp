#include "integrate/staged_jacobian.h"

#include <algorithm>
#include <cmath>

namespace fourfoot::integrate {
namespace {

constexpr double fresh = 0.012;   // in which a Jacobian is renewed [s]
constexpr double soon = 0.004;    // the same on demand
constexpr double longest = 0.1;   // that one is kept whatever it predicts [s]
constexpr double begin_at = 0.7;  // of the misfit at which it is made whole

}  // namespace

StagedJacobian::StagedJacobian(Problem& problem, const Options& options, Renewal renewal)
    : problem_(problem),
      source_(problem),
      lu_(problem),
      interval_(options.jacobian_interval),
      stage_count_(problem.get_stage_count()) {
  const bool is_on_demand = renewal == Renewal::on_demand && interval_ == 0;
  // More steps than there are stages, with the factors, would only make it older.
  if (interval_ == 0)
    interval_ = static_cast<int>(std::clamp(fresh / options.step + 0.5, 1.0, stage_count_ + 1.0));
  if (is_on_demand) {
    most_waits_ = static_cast<int>(std::min(longest / options.step, 1e6));
    interval_ = std::min(interval_, std::max(2, static_cast<int>(soon / options.step + 0.5)));
  }
  const int n = problem.get_size();
  for (MatX* m : {&jacobian_, &next_}) m->setZero(n, n);
  next_y_.setZero(n);
}

void StagedJacobian::factorise(double d, Statistics& statistics) {
  ++statistics.factorisations;
  lu_.compute_shifted(jacobian_, d);
  factored_ = d;
}

void StagedJacobian::make_whole(double t, const VecX& y, double d, VecX& rate,
                                Statistics& statistics) {
  ++statistics.jacobian_evaluations;
  statistics.rate_evaluations += source_.calc(t, y, rate, jacobian_);
  factorise(d, statistics);
  has_jacobian_ = true;
  turn_ = jacobian_stage_ = waited_ = 0;
  misfit_ = 0.0;
}

bool StagedJacobian::is_due() {
  if (turn_ > 0) return true;
  if (misfit_ < begin_at && waited_ < most_waits_) {
    ++waited_;
    return false;
  }
  waited_ = 0;
  return true;
}

void StagedJacobian::renew(double t, const VecX& y, double d, Statistics& statistics) {
  if (turn_ == 0) {
    next_t_ = t;
    next_y_ = y;
  }
  ++turn_;
  for (const int due = turn_ * (stage_count_ + 1) / interval_; jacobian_stage_ < due;
       ++jacobian_stage_) {
    if (jacobian_stage_ < stage_count_) {
      statistics.rate_evaluations += source_.calc_stage(jacobian_stage_, next_t_, next_y_, next_);
      continue;
    }
    ++statistics.jacobian_evaluations;
    jacobian_.swap(next_);
    factorise(d, statistics);
  }
  if (turn_ == interval_) turn_ = jacobian_stage_ = 0;
}

void StagedJacobian::calc(double t, const VecX& y, double d, VecX& rate, Statistics& statistics) {
  if (interval_ == 1 || !has_jacobian_) return make_whole(t, y, d, rate, statistics);
  if (is_due()) renew(t, y, d, statistics);
  if (std::abs(d - factored_) > 1e-9 * d) factorise(d, statistics);
  ++statistics.rate_evaluations;
  problem_.calc_rate(t, y, rate);
  misfit_ = problem_.calc_jacobian_misfit();
  if (!(misfit_ <= 1.0)) make_whole(t, y, d, rate, statistics);
}

}  // namespace fourfoot::integrate
