#pragma once

#include "contact/tangential/creep_force.h"
#include "contact/tangential/kalker_coefficients.h"

namespace fourfoot::contact {

/// Kalker's linear theory: no slip, no friction bound.
///
///   fx = -G c^2 C11 nu_x,  fy = -G c^2 C22 nu_y - G c^3 C23 spin,  mz = G c^3 C23 nu_y - G c^4 C33
///   spin
///
/// Exact for vanishing creepage or infinite friction. nu_x, nu_y [1], spin [1/m], a, b [m], G
/// [N/m^2]. [Kalker1990, Eq. 2.49]
template <class T>
CreepForce<T> calc_kalker_linear(const KalkerCoefficients<T>& c, double shear_modulus, const T& a,
                                 const T& b, const T& nu_x, const T& nu_y, const T& spin) {
  using std::sqrt;
  CreepForce<T> force;
  const T ab = a * b;
  const T gc2 = shear_modulus * ab;
  const T gc3 = gc2 * sqrt(ab);
  const T gc3_c23 = gc3 * c.c23;
  force.fx = -gc2 * c.c11 * nu_x;
  force.fy = -gc2 * c.c22 * nu_y - gc3_c23 * spin;
  force.mz = gc3_c23 * nu_y - gc2 * ab * c.c33 * spin;
  return force;
}
template <class T>
CreepForce<T> calc_kalker_linear(const KalkerTable& kalker, double shear_modulus, const T& a,
                                 const T& b, const T& nu_x, const T& nu_y, const T& spin) {
  if (!(get_value(a) * get_value(b) > 0.0)) return {};
  return calc_kalker_linear(kalker.calc(T(a / b)), shear_modulus, a, b, nu_x, nu_y, spin);
}

}  // namespace fourfoot::contact
