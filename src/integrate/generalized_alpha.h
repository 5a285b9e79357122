#pragma once

#include "integrate/fixed_step.h"
#include "integrate/implicit_stage.h"

namespace fourfoot::integrate {

/// Parameters of the generalised-alpha family in the notation of [ChungHulbert1993].
struct AlphaParameters {
  double alpha_m = 0.0, alpha_f = 0.0, beta = 0.25, gamma = 0.5;

  /// beta = 1/4, gamma = 1/2: average acceleration (trapezoidal rule), no numerical damping.
  static AlphaParameters make_newmark(double beta, double gamma);
  /// [Lack2017, Eq. 34], its gamma = `damping` in 0..1/3, its alpha our gamma.
  static AlphaParameters make_hht(double damping);
  /// By the spectral radius at infinite frequency, 0..1 [ChungHulbert1993].
  static AlphaParameters make_chung_hulbert(double rho_inf);
};

/// Newmark, Hilber-Hughes-Taylor and generalised-alpha methods for nonlinear systems
///   q' = Q(t, q, u),   u' = A(t, q, u, z),   z' = Z(t, q, u, z),
/// implicit, fixed step, second order if gamma = 1/2 - alpha_m + alpha_f. With a, r the algorithmic
/// rates of u and z, and F = A or Z:
///   v+ = v + h ((1 - gamma) r + gamma r+)                                 v = u, z
///   (1 - alpha_m) r+ + alpha_m r = (1 - alpha_f) F+ + alpha_f F           forces averaged, not
///   states q+ = q + h ((1 - k) Q + k Q+) + h^2 (1/2 - k) w,   k = beta / gamma Q+ = Q + h ((1 -
///   gamma) w + gamma w+)                                 w: algorithmic q''
/// If q' = u then w = a, and the third line is Newmark's q+ = q + h u + h^2 ((1/2 - beta) a + beta
/// a+): on constant M, B, K the method is the textbook's [Lack2017, Eqs. 28-40 with (40)
/// corrected]. For z it is the first-order method of [Jansen2000] with the same parameters. w is
/// carried only where k differs from 1/2; its own recursion damps by (1 - gamma) / gamma per step,
/// so with gamma = 1/2, beta other than 1/4 and kinematics that are not q' = u it is only weakly
/// stable. Newton's iteration as in ImplicitStage.
class GeneralizedAlpha final : public FixedStepIntegrator {
 public:
  GeneralizedAlpha(Problem& problem, const Options& options, const AlphaParameters& parameters);

 private:
  void advance(double h, double t_next, VecX& y_next, VecX& rate_next) override;
  void forget_past() override;
  void calc_base(double h);

  AlphaParameters parameters_;
  int n_q_, n_v_;
  ImplicitStage stage_;
  VecX r_;  ///< algorithmic rates of u and z at t_
  VecX w_;  ///< algorithmic q'' at t_
  VecX base_, d_, slope_;
};

}  // namespace fourfoot::integrate
