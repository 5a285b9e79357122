#pragma once

#include "integrate/integrator.h"

namespace fourfoot::integrate {

/// What the fixed-step methods share: the way to t_stop is divided into equal steps of at most
/// Options::step, and inside a step the state is the cubic through both ends and their rates
/// (error O(h^4), so no method here loses its order by it).
class FixedStepIntegrator : public Integrator {
 public:
  FixedStepIntegrator(Problem& problem, const Options& options);
  void interpolate(double t, VecRef y) const override;
  double get_next_step() const override { return options_.step; }

 protected:
  void do_restart(double first_step) override;
  void do_step(double t_stop) override;
  /// The method itself: from (t_, y_) with rate_ = f(t_, y_) to y_next at t_next = t_ + h, and
  /// rate_next = f(t_next, y_next), which a method with a dense output of its own leaves alone.
  virtual void advance(double h, double t_next, VecX& y_next, VecX& rate_next) = 0;
  /// Called when the past is void: multistep methods start over.
  virtual void forget_past() {}
  /// Called when the step size changes.
  virtual void change_step() { forget_past(); }
  /// The way to the next stop is divided anew.
  void begin_segment();

  VecX rate_;        ///< f at (t_, y_)
  VecX y_begin_;     ///< at t_previous_
  VecX rate_begin_;  ///< at t_previous_
  VecX y_next_, rate_next_;

 private:
  double segment_begin_ = 0.0;
  double segment_end_ = 0.0;
  long segment_steps_ = 0;  ///< 0: no segment yet
  long segment_done_ = 0;
};

}  // namespace fourfoot::integrate
