#include "integrate/cvode_order.h"

#include <cvode/cvode.h>
#include <fmt/format.h>
#include <sundials/sundials_version.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "integrate/sundials_vector.h"

namespace fourfoot::integrate {

void require(int flag, const char* call) {
  if (flag < 0) throw RunError(fmt::format("CVODE: {} failed with {}", call, flag));
}

void set_least_growth([[maybe_unused]] void* cvode, [[maybe_unused]] double growth) {
#if SUNDIALS_VERSION_MAJOR > 6 || (SUNDIALS_VERSION_MAJOR == 6 && SUNDIALS_VERSION_MINOR >= 2)
  require(CVodeSetEtaFixedStepBounds(cvode, 0.0, growth), "CVodeSetEtaFixedStepBounds");
#endif
}

CvodeOrder::~CvodeOrder() {
  for (N_Vector v : {errors_, weights_}) {
    if (v) N_VDestroy(v);
  }
}

void CvodeOrder::create(void* cvode, const Options& options, const VecX& scales,
                        SUNContext context) {
  cvode_ = cvode;
  options_ = &options;
  const auto n = scales.size();
  for (N_Vector* v : {&errors_, &weights_}) {
    *v = make_sun_vector(n, nullptr, context);
    if (!*v) throw RunError("CVODE: out of memory");
  }
  absolute_ = scales * options.atol;
}

// SUNDIALS' own weights, of the tolerances that hold now: its call that gives others (6.4) forgets
// what its function needs.
void CvodeOrder::calc_weights(N_Vector y, N_Vector weights) const {
  const double* const value = N_VGetArrayPointer(y);
  double* const weight = N_VGetArrayPointer(weights);
  for (Eigen::Index i = 0; i < absolute_.size(); ++i)
    weight[i] = tightness_ / (options_->rtol * std::abs(value[i]) + absolute_[i]);
}

// Of the last step, in tolerances as given.
double CvodeOrder::calc_last_error() {
  require(CVodeGetEstLocalErrors(cvode_, errors_), "CVodeGetEstLocalErrors");
  require(CVodeGetErrWeights(cvode_, weights_), "CVodeGetErrWeights");
  return N_VWrmsNorm(errors_, weights_) / tightness_;
}

void CvodeOrder::guide() {
  const double longest = options_->max_step;
  if (options_->max_order != 2 || !std::isfinite(longest)) return;
  constexpr double nearly = 0.999, shorter = 0.9995;  // of the longest step
  constexpr double aim = 0.1, tightest = 1e6, never = 1e10;
  double last = 0.0, next = 0.0;
  int next_order = 0;
  require(CVodeGetLastStep(cvode_, &last), "CVodeGetLastStep");
  require(CVodeGetCurrentStep(cvode_, &next), "CVodeGetCurrentStep");
  require(CVodeGetCurrentOrder(cvode_, &next_order), "CVodeGetCurrentOrder");
  const Order before = order_;
  order_ = Order::free;
  if (std::min(last, next) >= nearly * longest)
    order_ = next_order < 2 ? Order::raised : Order::kept;
  if (order_ == Order::raised) {
    tightness_ = std::clamp(aim / calc_last_error(), 1.0, tightest);
    const bool is_whole = next > shorter * longest;
    require(CVodeSetMaxStep(cvode_, is_whole ? shorter * longest : longest), "CVodeSetMaxStep");
  } else if (before == Order::raised) {
    tightness_ = 1.0;
    require(CVodeSetMaxStep(cvode_, longest), "CVodeSetMaxStep");
  }
  if (order_ != before) set_least_growth(cvode_, order_ == Order::kept ? never : least_growth);
}

}  // namespace fourfoot::integrate
