#pragma once

#include "integrate/jacobian.h"
#include "integrate/options.h"
#include "integrate/sparse_lu.h"

namespace fourfoot::integrate {

/// Solves the equation that every implicit method of this room has in each step,
///   y = base + D f(t, y),   D diagonal, its entries of the order of the step size,
/// by Newton's iteration with the matrix I - D J. The Jacobian and its factors are kept from step
/// to step as long as the iteration converges fast; if it does not, or the predicted state is out
/// of range, it is tried again from the last state with a new Jacobian in each iteration. Converged
/// when the weighted root mean square of the last correction, weights 1 / (rtol |y_i| + atol
/// scale_i), is below 0.01.
class ImplicitStage {
 public:
  ImplicitStage(Problem& problem, const Options& options, Statistics& statistics);

  /// D; cheap if it is what it was.
  void set_coefficients(const VecX& d);
  /// Forgets Jacobian and factors, so that what follows does not depend on what was.
  void forget();
  /// `y` enters as a prediction, leaves as the solution; `rate` leaves as f(t, y) to first order in
  /// the last correction; `y_safe` is a state from which to try again. False: no convergence.
  bool solve(double t, const VecX& base, const VecX& y_safe, VecX& y, VecX& rate);

 private:
  bool iterate(double t, const VecX& base, bool always_fresh, VecX& y, VecX& rate);
  void renew_jacobian(double t, const VecX& y);
  void factorise();
  double calc_norm(const VecX& correction, const VecX& y) const;

  Problem& problem_;
  Statistics& statistics_;
  JacobianSource source_;
  double rtol_;
  VecX atol_, d_, d_factored_, correction_, residual_;
  MatX jacobian_, matrix_;
  SparseLu lu_;
  bool has_jacobian_ = false;
  bool has_factors_ = false;
};

}  // namespace fourfoot::integrate
