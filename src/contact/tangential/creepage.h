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

/// Creepages over any scalar.
template <class T>
struct Creepages {
  T nu_x, nu_y, phi;
};

/// From the wheel's motion relative to the rail at the patch: slip velocities in contact axes
/// [m/s], relative angular velocity about the normal [rad/s] and the rolling speed V [m/s]. For V <
/// 0 (running backwards) turn the contact axes by 180 degrees about z first: a law takes +x for the
/// leading edge.
template <class T>
Creepages<T> calc_creepages(const T& slip_x, const T& slip_y, const T& spin, const T& speed,
                            const SpeedRegularisation& regularisation) {
  const T inverse = 1.0 / regularisation.calc(speed);
  return {T(slip_x * inverse), T(slip_y * inverse), T(spin * inverse)};
}

/// T-gamma: energy dissipated per metre rolled [N = J/m], >= 0 for a law that opposes creepage:
///   T-gamma = |fx nu_x + fy nu_y + mz phi|, spin included.
inline double calc_t_gamma(const TangentialInput& in, const TangentialForce& f) {
  return std::abs(f.fx * in.nu_x + f.fy * in.nu_y + f.mz * in.phi);
}

/// T-gamma as wear tables use it: without the spin moment's share, |fx nu_x| + |fy nu_y| [N].
inline double calc_t_gamma_without_spin(const TangentialInput& in, const TangentialForce& f) {
  return std::abs(f.fx * in.nu_x) + std::abs(f.fy * in.nu_y);
}

/// Power turned into heat at the patch [W], >= 0: V T-gamma.
inline double calc_frictional_power(const TangentialInput& in, const TangentialForce& f,
                                    double speed) {
  return std::abs(speed) * calc_t_gamma(in, f);
}

}  // namespace fourfoot::contact
