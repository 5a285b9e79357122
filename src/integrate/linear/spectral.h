#pragma once

#include "math/types.h"

namespace fourfoot::integrate::linear {

/// What a method makes of the free motion of one mass, read from its amplification matrix.
struct SpectralProperties {
  double radius = 0.0;             ///< largest |root|; above 1: unstable
  double principal_modulus = 0.0;  ///< of the largest complex root; NaN if all roots are real
  double damping_ratio = 0.0;      ///< -ln r / hypot(phase, ln r): the damping seen in the result
  double period_error = 0.0;       ///< (numerical period) / (exact damped period) - 1
};

/// `omega_dt`, `zeta`: of the oscillator that the matrix belongs to.
SpectralProperties calc_spectral_properties(const MatX& amplification, double omega_dt,
                                            double zeta);

}  // namespace fourfoot::integrate::linear
