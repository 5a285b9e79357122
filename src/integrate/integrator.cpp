#include "integrate/integrator.h"

#include <fmt/format.h>

#include <algorithm>

#include "integrate/fastest_mode.h"
#include "integrate/jacobian.h"
#include "math/eigenvalues.h"

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
  set_state(t, y);
  do_restart(first_step);
}

void Integrator::jump(double t, const ConstVecRef& y) {
  set_state(t, y);
  do_jump();
}

void Integrator::set_state(double t, const ConstVecRef& y) {
  t_ = t_previous_ = t;
  y_ = y;
  if (!y_.allFinite()) fail("the state is not finite");
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

bool Integrator::is_unstable_at(double t, const VecX& y) const {
  constexpr double noise = 1e-6;  // of growth factors and of eigenvalues against the largest one
  if (!y.allFinite()) return false;
  MatX jacobian = MatX::Zero(y.size(), y.size());
  try {
    JacobianSource(problem_).calc(t, y, jacobian);
    const Eigen::VectorXcd modes = calc_eigenvalues(jacobian);
    const double slow = noise * modes.cwiseAbs().maxCoeff();
    return std::any_of(modes.begin(), modes.end(), [&](std::complex<double> mode) {
      return mode.real() < -slow && calc_growth(options_.step * mode) > 1.0 + noise;
    });
  } catch (const RunError&) {
    return false;  // no modes where the state has no meaning
  }
}

void Integrator::check_stability() const {
  if (calc_growth(-1.0) == 0.0) return;
  const bool from_start = is_unstable_at(t_start_, y_start_);
  if (!from_start && !is_unstable_at(t_, y_)) return;
  fail(fmt::format("the step of {:g} s is too long for this method, the solution is unstable",
                   options_.step),
       !from_start);
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
