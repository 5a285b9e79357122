#include "integrate/implicit_stage.h"

#include <cmath>

#include "base/state_out_of_range.h"

namespace fourfoot::integrate {
namespace {

constexpr int max_iterations = 12;
constexpr int max_fresh_iterations = 25;
constexpr double tolerance = 0.01;        // of the weighted correction
constexpr double slow_convergence = 0.3;  // renew the Jacobian now
constexpr double stale = 0.05;            // renew it before the next step

}  // namespace

ImplicitStage::ImplicitStage(Problem& problem, const Options& options, Statistics& statistics)
    : problem_(problem),
      statistics_(statistics),
      source_(problem),
      rtol_(options.rtol),
      atol_(problem.get_size()),
      d_(VecX::Zero(problem.get_size())),
      d_factored_(d_),
      correction_(VecX::Zero(problem.get_size())),
      residual_(correction_),
      jacobian_(MatX::Zero(problem.get_size(), problem.get_size())),
      matrix_(jacobian_),
      lu_(problem) {
  problem.get_scales(atol_);
  atol_ *= options.atol;
}

void ImplicitStage::set_coefficients(const VecX& d) {
  d_ = d;
  const double change = (d - d_factored_).cwiseAbs().maxCoeff();
  if (change > 1e-9 * d.cwiseAbs().maxCoeff()) has_factors_ = false;
}

void ImplicitStage::forget() {
  has_jacobian_ = false;
  has_factors_ = false;
}

void ImplicitStage::renew_jacobian(double t, const VecX& y) {
  ++statistics_.jacobian_evaluations;
  statistics_.rate_evaluations += source_.calc(t, y, jacobian_);
  has_jacobian_ = true;
  has_factors_ = false;
}

void ImplicitStage::factorise() {
  matrix_.noalias() = -(d_.asDiagonal() * jacobian_);
  matrix_.diagonal().array() += 1.0;
  lu_.compute(matrix_);
  d_factored_ = d_;
  ++statistics_.factorisations;
  has_factors_ = true;
}

double ImplicitStage::calc_norm(const VecX& correction, const VecX& y) const {
  return std::sqrt(
      (correction.array() / (rtol_ * y.array().abs() + atol_.array())).square().mean());
}

bool ImplicitStage::solve(double t, const VecX& base, const VecX& y_safe, VecX& y, VecX& rate) {
  try {
    if (y.allFinite() && iterate(t, base, false, y, rate)) return true;
  } catch (const StateOutOfRange&) {
    // a poor prediction; the second attempt begins where the state was good
  }
  ++statistics_.convergence_failures;
  y = y_safe;
  const bool converged = iterate(t, base, true, y, rate);
  if (!converged) forget();
  return converged;
}

bool ImplicitStage::iterate(double t, const VecX& base, bool always_fresh, VecX& y, VecX& rate) {
  double norm_before = 0.0;
  bool is_fresh = false;
  const int most = always_fresh ? max_fresh_iterations : max_iterations;
  for (int i = 0; i < most; ++i) {
    if (!has_jacobian_ || always_fresh) {
      renew_jacobian(t, y);
      is_fresh = true;
    }
    if (!has_factors_) factorise();
    ++statistics_.rate_evaluations;
    ++statistics_.nonlinear_iterations;
    problem_.calc_rate(t, y, rate);
    residual_ = base + d_.cwiseProduct(rate) - y;
    lu_.solve(residual_, correction_);
    if (!correction_.allFinite()) return false;
    const double norm = calc_norm(correction_, y);
    const double convergence = i > 0 ? norm / norm_before : 0.0;
    // Across a kink of the forces Newton's iteration may jump to and fro: half a step breaks that.
    if (always_fresh && convergence > 0.9) correction_ *= 0.5;
    y += correction_;
    if (norm < tolerance) {
      rate.noalias() += jacobian_ * correction_;
      if (convergence > stale) has_jacobian_ = false;
      return true;
    }
    if (convergence > slow_convergence) {
      if (is_fresh && !always_fresh && convergence > 2.0) return false;
      has_jacobian_ = false;
    }
    norm_before = norm;
  }
  return false;
}

}  // namespace fourfoot::integrate
