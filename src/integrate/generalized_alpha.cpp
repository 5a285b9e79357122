#include "integrate/generalized_alpha.h"

#include <algorithm>
#include <cmath>

namespace fourfoot::integrate {

AlphaParameters AlphaParameters::make_newmark(double beta, double gamma) {
  return {0.0, 0.0, beta, gamma};
}

AlphaParameters AlphaParameters::make_hht(double damping) {
  return {0.0, damping, 0.25 * (1.0 + damping) * (1.0 + damping), 0.5 + damping};
}

AlphaParameters AlphaParameters::make_chung_hulbert(double rho_inf) {
  const double alpha_m = (2.0 * rho_inf - 1.0) / (rho_inf + 1.0);
  const double alpha_f = rho_inf / (rho_inf + 1.0);
  const double x = 1.0 - alpha_m + alpha_f;
  return {alpha_m, alpha_f, 0.25 * x * x, x - 0.5};
}

GeneralizedAlpha::GeneralizedAlpha(Problem& problem, const Options& options,
                                   const AlphaParameters& parameters)
    : FixedStepIntegrator(problem, options),
      parameters_(parameters),
      n_q_(problem.get_partition().n_q),
      n_v_(problem.get_size() - n_q_),
      stage_(problem, options, statistics_),
      r_(VecX::Zero(n_v_)),
      w_(VecX::Zero(n_q_)),
      base_(VecX::Zero(problem.get_size())),
      d_(base_),
      slope_(base_) {}

void GeneralizedAlpha::forget_past() {
  stage_.forget();
  r_ = rate_.tail(n_v_);
  w_.setZero();
  slope_ = rate_;
  const double k = parameters_.beta / parameters_.gamma;
  if (n_q_ == 0 || std::abs(k - 0.5) < 1e-14) return;
  // q'' by one difference along the solution; it is multiplied by h^2, so this is precise enough.
  const double delta = 1e-4 * options_.step;
  base_ = y_ + delta * rate_;
  calc_rate(t_ + delta, base_, slope_);
  w_ = (slope_.head(n_q_) - rate_.head(n_q_)) / delta;
  slope_ = rate_;
}

/// What the step's formulas hold without the rates at its end.
void GeneralizedAlpha::calc_base(double h) {
  const auto& [alpha_m, alpha_f, beta, gamma] = parameters_;
  const double k = beta / gamma;
  base_.head(n_q_) = y_.head(n_q_) + h * (1.0 - k) * rate_.head(n_q_) + h * h * (0.5 - k) * w_;
  base_.tail(n_v_) = y_.tail(n_v_) + h * (1.0 - gamma - gamma * alpha_m / (1.0 - alpha_m)) * r_ +
                     h * gamma * alpha_f / (1.0 - alpha_m) * rate_.tail(n_v_);
  d_.head(n_q_).setConstant(h * k);
  d_.tail(n_v_).setConstant(h * gamma * (1.0 - alpha_f) / (1.0 - alpha_m));
}

void GeneralizedAlpha::advance(double h, double t_next, VecX& y_next, VecX& rate_next) {
  const auto& [alpha_m, alpha_f, beta, gamma] = parameters_;
  calc_base(h);
  stage_.set_coefficients(d_);
  y_next = y_ + h * (1.5 * rate_ - 0.5 * slope_);
  if (!stage_.solve(t_next, base_, y_, y_next, rate_next)) {
    fail("Newton's iteration does not converge with the fixed step");
  }
  r_ = ((1.0 - alpha_f) * rate_next.tail(n_v_) + alpha_f * rate_.tail(n_v_) - alpha_m * r_) /
       (1.0 - alpha_m);
  w_ = (rate_next.head(n_q_) - rate_.head(n_q_)) / (gamma * h) - ((1.0 - gamma) / gamma) * w_;
  slope_ = rate_;
}

}  // namespace fourfoot::integrate
