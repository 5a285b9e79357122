#pragma once

#include <array>

#include "integrate/integrator.h"

namespace fourfoot::integrate {

/// Dormand and Prince's pair of order 5(4) with its continuous extension of order 4
/// [HairerNorsettWanner1993, II.5 and II.6]: explicit, adaptive, six evaluations a step (the
/// seventh is the next step's first). Local error: weighted root mean square, weights 1 / (rtol
/// max|y_i| + atol scale_i), kept below 1; step size by a proportional-integral rule with safety
/// 0.9. For smooth systems. On stiff ones the step settles at |lambda| h of about 3.3; below
/// Options::min_step the run ends with "step underflow", the time and the fastest mode.
class Dopri5 final : public Integrator {
 public:
  Dopri5(Problem& problem, const Options& options);
  void interpolate(double t, VecRef y) const override;
  double get_next_step() const override { return h_next_; }

 private:
  void do_restart(double first_step) override;
  void do_step(double t_stop) override;
  double estimate_first_step();
  /// Stages of a step of size h; returns the weighted error, infinite if it cannot be taken.
  double try_step(double h, double t_next);
  double calc_norm(const VecX& v, const VecX& y_a, const VecX& y_b) const;
  void prepare_interpolation(double h);

  std::array<VecX, 7> k_;  ///< k_[0] = f at (t_, y_) between steps
  std::array<VecX, 5> dense_;
  VecX stage_, y_next_, error_, atol_;
  double h_next_ = 0.0;
  double error_before_ = 1e-4;
  std::string range_error_;
};

}  // namespace fourfoot::integrate
