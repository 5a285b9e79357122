#pragma once

#include <functional>

#include "math/dense.h"
#include "system/system.h"

namespace fourfoot::analysis {

/// Carries a state and small changes of it through time, with the track and the speed as they are
/// at one instant (an endless straight or curve).
///
/// SDIRK, five stages, order 4, L-stable [HairerWanner1996, Table IV.6.5]:
///
///   Y_i = y_n + h sum_{j<i} a_ij k_j + h/4 k_i,   k_i = f(Y_i)
///   (1 - h/4 J_i) dY_i = dy_n + h sum_{j<i} a_ij dk_j,   dk_i = (dY_i - right side) / (h/4)
///
/// The second line is the exact derivative of the first, so Newton's method on y(T) - y(0)
/// converges as it should whatever the steps. Where a law has a corner (flange) the order falls to
/// about 2 there: let the mesh be fine. One per thread.
class TangentFlow {
 public:
  TangentFlow(const system::System& system, double t);

  /// y and, if it has columns, tangent (size of y by any number) are carried on by `duration` in
  /// steps that are the parts `mesh` of it (they sum up to 1). `on_step` sees the state before the
  /// first and after each step. Throws RunError where a stage cannot be solved.
  void carry(double duration, const VecX& mesh, VecX& y, MatX& tangent,
             const std::function<void(double t, const VecX& y)>& on_step = {});
  /// y' at y.
  VecX calc_rate(const VecX& y);

 private:
  void solve_stage(double h, const VecX& base, VecX& stage);

  const system::System& system_;
  double t_;
  system::Workspace ws_;
  VecX scales_, rate_, step_;
  MatX jacobian_, matrix_;
  LuFactors lu_;
};

}  // namespace fourfoot::analysis
