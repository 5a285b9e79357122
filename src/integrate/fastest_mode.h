#pragma once

#include <complex>
#include <string>

#include "integrate/problem.h"

namespace fourfoot::integrate {

/// The mode of the linearised problem with the largest |eigenvalue|: what limits the step of an
/// explicit method, and what usually stands behind a step that underflows.
struct FastestMode {
  std::complex<double> eigenvalue;  ///< 1/s
  int component = -1;               ///< the state that moves most in it
};

FastestMode find_fastest_mode(Problem& problem, double t, const ConstVecRef& y);

/// "fastest mode -1.2e+06 + 3.4e+05i 1/s (|lambda| = ..., 2e+05 Hz), largest in state 7"; never
/// throws, and says so if the mode could not be found.
std::string describe_fastest_mode(Problem& problem, double t, const ConstVecRef& y);

}  // namespace fourfoot::integrate
