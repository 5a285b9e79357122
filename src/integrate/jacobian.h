#pragma once

#include "integrate/problem.h"

namespace fourfoot::integrate {

/// df/dy of a Problem: the problem's own if it offers one, else forward differences of calc_rate
/// with increments sqrt(eps) max(|y_i|, scale_i), one evaluation per component. Error of the latter
/// about 1e-8 relative: fine inside a Newton iteration, not for eigenvalues that matter.
class JacobianSource {
 public:
  explicit JacobianSource(Problem& problem);
  /// Returns the number of calc_rate calls it took.
  int calc(double t, const ConstVecRef& y, MatX& jacobian);
  /// The same into a matrix that is zero outside of these entries, and stays so.
  int calc_entries(double t, const ConstVecRef& y, const Entries& entries, MatX& jacobian);
  /// The same with the rate at (t, y), whose evaluation counts.
  int calc(double t, const ConstVecRef& y, VecX& rate, MatX& jacobian);
  /// One of the problem's stages; differences are one stage.
  int calc_stage(int stage, double t, const ConstVecRef& y, MatX& jacobian);

 private:
  /// By differences; rate_ = f(t, y).
  void calc_differences(double t, const ConstVecRef& y, MatX& jacobian);

  Problem& problem_;
  VecX scales_, y_, rate_, shifted_rate_;
};

}  // namespace fourfoot::integrate
