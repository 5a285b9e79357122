#pragma once

#include <complex>

#include "base/error.h"
#include "integrate/options.h"
#include "integrate/problem.h"

namespace fourfoot::integrate {

/// An integrator cannot go on. The message names method, time, reason and the fastest mode.
class StepFailure : public RunError {
 public:
  StepFailure(double t, const std::string& message) : RunError(message), t_(t) {}
  double t() const { return t_; }

 private:
  double t_;
};

/// Advances a Problem in time, one step after the other, and answers for any time inside the last
/// step. Never allocates after start().
class Integrator {
 public:
  explicit Integrator(Problem& problem, const Options& options);
  virtual ~Integrator() = default;
  Integrator(const Integrator&) = delete;
  Integrator& operator=(const Integrator&) = delete;

  /// Begins at (t, y) with zeroed statistics.
  void start(double t, const ConstVecRef& y, double first_step = 0.0);
  /// Begins anew at (t, y), after a discontinuity. What follows depends on t, y and `first_step`
  /// alone (0: the method's own estimate), not on the steps before: this is what makes a resumed
  /// run equal an uninterrupted one bit for bit.
  void restart(double t, const ConstVecRef& y, double first_step = 0.0);
  /// Goes on from (t, y) after a jump of the state that changes the equations little. A restart,
  /// but what makes a method cheap and not what it answers (a Jacobian) may be kept, and the steps so
  /// far where the state has not jumped and the method's error test sees a jump of the rate.
  void jump(double t, const ConstVecRef& y);
  /// One step, never past t_stop; the step that arrives there has t() == t_stop exactly. Keep
  /// t_stop the same until it is reached: fixed-step methods divide the way to it evenly.
  /// Throws StepFailure, or what calc_rate throws.
  [[gnu::noinline]] void step(double t_stop);  // bench/instructions counts it
  /// y at a time within [t_previous(), t()].
  virtual void interpolate(double t, VecRef y) const = 0;

  /// Throws StepFailure if the method, with its fixed step, lets a mode grow that the linearised
  /// problem damps, at the start or now: then what the solution does (a vehicle derails) is the
  /// method's doing. For who is about to believe it; not cheap.
  void check_stability() const;

  double t() const { return t_; }
  double t_previous() const { return t_previous_; }
  const VecX& y() const { return y_; }
  /// The step size that the method would take next; for fixed-step methods their step.
  virtual double get_next_step() const = 0;
  const Statistics& get_statistics() const { return statistics_; }
  Problem& problem() const { return problem_; }
  const Options& options() const { return options_; }

 protected:
  /// The method's share of restart(): t_ and y_ are set already.
  virtual void do_restart(double first_step) = 0;
  /// The method's share of jump().
  virtual void do_jump() { do_restart(0.0); }
  /// The method's share of step(): changes t_ and y_; t_previous_ is set already.
  virtual void do_step(double t_stop) = 0;
  /// What a step makes of a mode e^(lambda t), |R(z)| with z = h lambda; 0 of methods that no
  /// decaying mode makes unstable, or that choose their steps.
  virtual double calc_growth(std::complex<double> /*z*/) const { return 0.0; }
  /// calc_rate, counted.
  void calc_rate(double t, const ConstVecRef& y, VecRef ydot);
  /// Throws a StepFailure at the current time that says what the method is, `reason`, and the
  /// fastest mode, which is that of the start where the present state is not to be trusted
  /// (`state_is_good` = false) or has none.
  [[noreturn]] void fail(const std::string& reason, bool state_is_good = true) const;

  Problem& problem_;
  Options options_;
  Statistics statistics_;
  double t_ = 0.0;
  double t_previous_ = 0.0;
  VecX y_;

 private:
  void set_state(double t, const ConstVecRef& y);
  bool is_unstable_at(double t, const VecX& y) const;

  double t_start_ = 0.0;
  VecX y_start_;
};

}  // namespace fourfoot::integrate
