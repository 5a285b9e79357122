#pragma once

#include <vector>

#include "contact/geometry/characteristic.h"

namespace fourfoot::contact {

/// Equivalent conicity of a rolling radius difference delta_r(y): that of the pair of cones
/// (delta_r = 2 gamma y) which does the same. Rigid, quasi-static, one wheelset alone.
///
/// klingel: same wavelength of the kinematic motion y'' = -delta_r(y) / (e r0) with the amplitude
///   [EN15302, 4]. The energy integral gives it without stepping: with
///   F(y) = int delta_r / (e r0) dy and turning points F(y_1) = F(y_2), y_2 - y_1 = 2 amplitude,
///     wavelength = 2 int_{y_1}^{y_2} dy / sqrt(2 (F(y_2) - F(y))),
///     gamma = (pi / wavelength)^2 2 e r0.
/// harmonic: first Fourier coefficient, gamma = int delta_r(A sin u) sin u du / (2 pi A).
/// regression: least squares line through the samples within the amplitude, gamma = slope / 2.
/// All three about the middle of the swing, which for small amplitudes is the rolling line (where
/// delta_r = 0); if delta_r falls there the motion does not come back and klingel is 0.
struct Conicity {
  double amplitude = 0.0;  ///< [m]
  double klingel = 0.0;
  double harmonic = 0.0;
  double regression = 0.0;
  double wavelength = 0.0;   ///< of the klingel motion [m]; 0 if it does not come back
  bool within_range = true;  ///< false: the radius difference is not known that far out
};

/// delta_r sampled over y, growing; e: distance of the contact points [m]; r0: mean radius [m].
struct RadiusDifference {
  std::vector<double> y;
  std::vector<double> delta_r;
};
RadiusDifference get_radius_difference(const std::vector<CharacteristicPoint>& points);

Conicity calc_conicity(const RadiusDifference& difference, double amplitude, double e, double r0);

}  // namespace fourfoot::contact
