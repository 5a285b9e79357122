#pragma once

#include <limits>

#include "track/irregularity.h"

namespace fourfoot::track {

/// Where along the track an irregularity is: it fades in from 0 to 1 over [begin, begin + fade] and
/// out over [end - fade, end] by 10 u^3 - 15 u^4 + 6 u^5, continuous to the second derivative.
struct Window {
  double begin = -std::numeric_limits<double>::infinity();  ///< [m]
  double end = std::numeric_limits<double>::infinity();     ///< [m]
  double fade_in = 0.0;                                     ///< [m]
  double fade_out = 0.0;                                    ///< [m]

  bool holds(double s) const { return s >= begin && s <= end; }
  /// The weight at s with its derivatives.
  Deviation calc(double s) const;
  /// Its ends where nothing fades.
  std::vector<double> list_corners() const;
};

/// Product of two functions of s with its derivatives.
inline Deviation multiply(const Deviation& a, const Deviation& b) {
  return {a.value * b.value, a.d1 * b.value + a.value * b.d1,
          a.d2 * b.value + 2.0 * a.d1 * b.d1 + a.value * b.d2};
}

/// 10 u^3 - 15 u^4 + 6 u^5 from 0 to 1 over [0, length], constant outside.
Deviation calc_fade(double x, double length);

}  // namespace fourfoot::track
