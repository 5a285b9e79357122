#include "integrate/integrator.h"

#include <fmt/format.h>

#include <algorithm>

#include "integrate/fastest_mode.h"

namespace fourfoot::integrate {

Integrator::Integrator(Problem& problem, const Options& options)
    : problem_(problem), options_(options), y_(VecX::Zero(problem.get_size())), y_start_(y_) {}

void Integrator::start(double t, const ConstVecRef& y, double first_step) {
  statistics_ = Statistics{};
  t_start_ = t;
  y_start_ = y;
  restart(t, y, first_step);
}

void Integrator::restart(double t, const ConstVecRef& y, double first_step) {
  t_ = t_previous_ = t;
  y_ = y;
  if (!y_.allFinite()) fail("the state is not finite");
  do_restart(first_step);
}

void Integrator::step(double t_stop) {
  if (!(t_stop > t_)) return;
  const double t_begin = t_;
  t_previous_ = t_;
  do_step(t_stop);
  const double taken = t_ - t_begin;
  ++statistics_.steps;
  statistics_.smallest_step = std::min(statistics_.smallest_step, taken);
  statistics_.largest_step = std::max(statistics_.largest_step, taken);
}

void Integrator::calc_rate(double t, const ConstVecRef& y, VecRef ydot) {
  ++statistics_.rate_evaluations;
  problem_.calc_rate(t, y, ydot);
}

void Integrator::fail(const std::string& reason, bool state_is_good) const {
  std::string mode = state_is_good ? describe_fastest_mode(problem_, t_, y_) : "";
  if (mode.empty() || mode.starts_with("fastest mode unknown")) {
    mode = describe_fastest_mode(problem_, t_start_, y_start_) +
           fmt::format(" (at t={:.9g} s)", t_start_);
  }
  throw StepFailure(t_, fmt::format("{}: {} at t={:.9g} s; {}", options_.method, reason, t_, mode));
}

}  // namespace fourfoot::integrate
