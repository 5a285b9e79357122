#include "integrate/linear/spectral.h"

#include <cmath>
#include <complex>
#include <limits>

#include "math/eigenvalues.h"

namespace fourfoot::integrate::linear {

SpectralProperties calc_spectral_properties(const MatX& amplification, double omega_dt,
                                            double zeta) {
  const auto roots = calc_eigenvalues(amplification);
  SpectralProperties result;
  std::complex<double> principal = 0.0;
  for (Eigen::Index i = 0; i < roots.size(); ++i) {
    const double size = std::abs(roots[i]);
    result.radius = std::max(result.radius, size);
    if (roots[i].imag() > 0.0 && size > std::abs(principal)) principal = roots[i];
  }
  if (principal == 0.0) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    result.principal_modulus = result.damping_ratio = result.period_error = none;
    return result;
  }
  const double log_modulus = std::log(std::abs(principal));
  const double phase = std::arg(principal);
  result.principal_modulus = std::abs(principal);
  result.damping_ratio = -log_modulus / std::hypot(phase, log_modulus);
  result.period_error = omega_dt * std::sqrt(1.0 - zeta * zeta) / phase - 1.0;
  return result;
}

}  // namespace fourfoot::integrate::linear
