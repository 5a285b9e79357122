#pragma once

#include <limits>
#include <string>

#include "base/schema.h"
#include "base/value.h"

namespace fourfoot::integrate {

/// What the user may say about an integrator; each method reads what concerns it.
struct Options {
  std::string method = "bdf";
  double rtol = 1e-6;  ///< tolerance of the local error relative to the component
  double atol = 1e-8;  ///< ... and absolute, in units of Problem::get_scales
  double step = 1e-3;  ///< s, of fixed-step methods; shortened so that stop times are met evenly
  double first_step = 0.0;  ///< s; 0 = the method's own estimate
  double min_step = 1e-10;  ///< s; a method that would need less gives up with a message
  double max_step = std::numeric_limits<double>::infinity();  ///< s
  int max_order = 0;          ///< of multistep methods; 0 = the highest they have (bdf 5, adams 12)
  double beta = 0.25;         ///< newmark
  double gamma = 0.5;         ///< newmark
  double damping = 0.1;       ///< hht: 0 (none) to 1/3, [Lack2017]'s gamma, often called -alpha
  double rho_inf = 0.8;       ///< generalized-alpha: spectral radius at infinite frequency
  int jacobian_interval = 0;  ///< linearly implicit: steps to renew the Jacobian in; 0 = own
};

/// Work done since start().
struct Statistics {
  long steps = 0;                 ///< accepted
  long rejected_steps = 0;        ///< error too large, no convergence, or state out of range
  long error_test_failures = 0;   ///< part of rejected_steps
  long convergence_failures = 0;  ///< part of rejected_steps
  long rate_evaluations = 0;      ///< calls of calc_rate, those for differences included
  long jacobian_evaluations = 0;  ///< exact or by differences
  long factorisations = 0;        ///< LU of an iteration matrix
  long nonlinear_iterations = 0;  ///< Newton or fixed-point
  double smallest_step = std::numeric_limits<double>::infinity();  ///< s
  double largest_step = 0.0;                                       ///< s
};

}  // namespace fourfoot::integrate
