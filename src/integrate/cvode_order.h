#pragma once

#include <nvector/nvector_serial.h>

#include "integrate/options.h"
#include "integrate/problem.h"

namespace fourfoot::integrate {

/// Tolerances of a CVODE solver, and its order where the step is the longest one allowed.
///
/// With max_order = 2 the longest step is brought to order 2 and kept there. Where the motion is below
/// the tolerance CVODE takes order 1 for the better one, and it changes the order only together with the
/// step. So a run that began anew, as behind each bend of the line, came to the longest step with
/// order 1 and stayed there: implicit Euler, which damps what still rings (5 Hz by 0.5/s with 1 ms). For
/// the order to rise, the tolerances are a tenth of the last error's for a step, and the step gives way by
/// 1/2000. Where the tolerance limits the step, nothing is changed.
class CvodeOrder {
 public:
  CvodeOrder() = default;
  ~CvodeOrder();
  CvodeOrder(const CvodeOrder&) = delete;
  CvodeOrder& operator=(const CvodeOrder&) = delete;

  /// `scales` are the typical sizes of the states.
  void create(void* cvode, const Options& options, const VecX& scales, SUNContext context);
  /// 1 / (rtol |y_i| + atol scale_i), CVODE's weights of errors.
  void calc_weights(N_Vector y, N_Vector weights) const;
  /// Before each step.
  void guide();

 private:
  enum class Order { free, raised, kept };
  double calc_last_error();

  void* cvode_ = nullptr;
  const Options* options_ = nullptr;
  VecX absolute_;  ///< tolerances
  N_Vector errors_ = nullptr, weights_ = nullptr;
  double tightness_ = 1.0;  ///< what the tolerances are divided by
  Order order_ = Order::free;
};

/// A step that could grow by less stays as it is, and so does its order (CVODE: by half).
void set_least_growth(void* cvode, double growth);

/// The one for steps of order 2 at most.
constexpr double least_growth = 1.2;

/// Throws if CVODE's call failed.
void require(int flag, const char* call);

}  // namespace fourfoot::integrate
