#pragma once

#include <memory>
#include <string>
#include <vector>

#include "integrate/linear/linear_system.h"
#include "math/dense.h"

namespace fourfoot::integrate::linear {

/// A method in its textbook form on constant M, B, K: for comparison with the literature, and to
/// read stability and damping from its matrix. Simulations use the nonlinear forms.
///
/// The method's memory is one vector of blocks of n numbers, the first of which is x. A step is a
/// linear map of the memory, plus the load.
class LinearMethod {
 public:
  LinearMethod(const LinearSystem& system, double dt, int blocks);
  virtual ~LinearMethod() = default;

  /// From rest in the sense of no load: x, v at t = 0. Methods with a longer memory fill it from
  /// the exact free motion.
  virtual void start(const VecX& x, const VecX& v) = 0;
  /// To t + dt, with the loads at both ends of the step.
  virtual void step(const VecX& f_now, const VecX& f_next) = 0;
  void step_free() { step(no_load_, no_load_); }
  /// How many steps the memory is ahead of t = 0 after start (Park: 2).
  virtual int get_lead() const { return 0; }

  auto x() const { return memory_.head(n_); }
  const VecX& memory() const { return memory_; }
  void set_memory(const VecX& memory) { memory_ = memory; }

 protected:
  auto block(int i) { return memory_.segment(i * n_, n_); }

  LinearSystem system_;
  double dt_;
  Eigen::Index n_;
  VecX memory_, no_load_;
  LuFactors effective_;
};

/// By name: "central-difference", "rk4", "newmark", "hht" (parameter: its gamma, 0..1/3), "park",
/// and, as printed in [Lack2017] with its slips, for the comparison only: "newmark-as-printed" (27)
/// and "hht-as-printed" (40).
std::unique_ptr<LinearMethod> make_linear_method(const std::string& name,
                                                 const LinearSystem& system, double dt,
                                                 double parameter = 0.0);

/// The matrix that carries the method's memory over one step of the free motion.
MatX calc_amplification(LinearMethod& method);

}  // namespace fourfoot::integrate::linear
