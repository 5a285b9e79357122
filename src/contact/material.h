#pragma once

namespace fourfoot::contact {

/// Elastic constants of the pair wheel-rail: the constants of one body if both are alike, else the
/// combined ones of `combine` below. [Kalker1990, Sec. 1.5]
struct Material {
  double shear_modulus = 82e9;  ///< G [N/m^2]
  double poisson = 0.28;        ///< nu [1], 0 <= nu <= 0.5

  /// E* of Hertz's theory, 1/E* = (1 - nu1^2)/E1 + (1 - nu2^2)/E2 = (1 - nu)/G [N/m^2].
  double contact_modulus() const { return shear_modulus / (1.0 - poisson); }
};

/// Both bodies of one steel: G = E / (2 (1 + nu)).
inline Material make_material_from_young(double young, double poisson) {
  return {young / (2.0 * (1.0 + poisson)), poisson};
}

/// Two different bodies: 1/G = (1/G1 + 1/G2)/2, nu/G = (nu1/G1 + nu2/G2)/2 [Kalker1990, Eq. 1.44].
/// Exact for the normal problem; the tangential laws then leave out the coupling of normal pressure
/// and tangential shift, which vanishes for like bodies only ("quasi-identity").
inline Material combine(const Material& wheel, const Material& rail) {
  const double compliance = 0.5 * (1.0 / wheel.shear_modulus + 1.0 / rail.shear_modulus);
  const double coupling =
      0.5 * (wheel.poisson / wheel.shear_modulus + rail.poisson / rail.shear_modulus);
  return {1.0 / compliance, coupling / compliance};
}

}  // namespace fourfoot::contact
