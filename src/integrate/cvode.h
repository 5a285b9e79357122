#pragma once

#include <memory>

#include "integrate/integrator.h"

namespace fourfoot::integrate {

/// The multistep methods of CVODE [Hindmarsh2005], variable in step and order:
///   bdf    backward differences (Gear's method), order 1 to 5, Newton iteration with the problem's
///          Jacobian and Eigen's LU: for stiff systems, and the default. Orders 3 to 5 are not
///          stable for weakly damped fast oscillation; max_order = 2 is.
///   adams  Adams-Moulton, order 1 to 12, fixed-point iteration: for smooth systems without fast
///          modes.
/// Local error: weighted root mean square of the components, weights 1 / (rtol |y_i| + atol
/// scale_i), is kept below 1 per step. Where the state goes on
/// and its rate hardly jumps, a jump does not make the method start anew. Dense output by the method's own polynomial, of the order of
/// the step. A state that is out of range, or a rate that is not finite, makes CVODE try a smaller
/// step.
class Cvode final : public Integrator {
 public:
  enum class Family { bdf, adams };
  Cvode(Family family, Problem& problem, const Options& options);
  ~Cvode() override;

  void interpolate(double t, VecRef y) const override;
  double get_next_step() const override;

 private:
  void do_restart(double first_step) override;
  void do_jump() override;
  /// Whether the steps so far lead on from y_: the state has not jumped, and its rate not far.
  bool is_history_good();
  void do_step(double t_stop) override;

  struct Memory;  ///< all that is SUNDIALS
  friend struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace fourfoot::integrate
