#pragma once

#include <cmath>

#include "contact/tangential/tangential_law.h"

namespace fourfoot::contact {

/// The speed that creepages are divided by. Above `v0` it is |V|; below, a parabola that meets it
/// in value and slope and stays positive:
///   V_r = |V|  (|V| >= v0),     V_r = (V^2 + v0^2) / (2 v0)  (|V| < v0).
/// Creepage = slip velocity / V_r then stays finite down to standstill, where every law becomes a
/// viscous one, F = -(2 f / v0) slip velocity, saturated at mu N: a vehicle at rest on a slope
/// creeps at F v0 / (2 f), micrometres a second, instead of sticking. Nothing changes above v0.
/// Exactly differentiable. Our choice; steady rolling theory has no answer at V = 0.
struct SpeedRegularisation {
  double v0 = 0.1;  ///< [m/s]

  template <class T>
  T calc(const T& speed) const {
    if (get_value(speed) >= v0) return speed;
    if (get_value(speed) <= -v0) return T(-speed);
    return T(0.5 * (speed * speed / v0 + v0));
  }
};

/// T-gamma: energy dissipated per metre rolled [N = J/m], >= 0 for a law that opposes creepage:
///   T-gamma = |fx nu_x + fy nu_y + mz spin|, spin included.
inline double calc_t_gamma(const TangentialInput& in, const TangentialForce& f) {
  return std::abs(f.fx * in.nu_x + f.fy * in.nu_y + f.mz * in.spin);
}

}  // namespace fourfoot::contact
