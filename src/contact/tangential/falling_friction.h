#pragma once

#include <cmath>

#include "math/dual.h"

namespace fourfoot::contact {

/// Friction that falls with slip velocity w [m/s]: mu = mu0 ((1 - A) exp(-B w) + A)
/// [Polach2005, Eq. 7]. A = 1 is Coulomb's.
struct FallingFriction {
  double limit_ratio = 1.0;  ///< A = mu(infinite slip) / mu0 [1], 0 < A <= 1
  double decay = 0.6;        ///< B [s/m]

  template <class T>
  T calc(double friction, const T& slip_velocity) const {
    using std::exp;
    if (limit_ratio == 1.0) return T(friction);
    const T fall = exp(-decay * slip_velocity);
    return T(friction * ((1.0 - limit_ratio) * fall + limit_ratio));
  }
  /// d ln(mu) / dw [s/m].
  double calc_slope(double slip_velocity) const {
    const double fall = (1.0 - limit_ratio) * std::exp(-decay * slip_velocity);
    return -decay * fall / (fall + limit_ratio);
  }
};

}  // namespace fourfoot::contact
