#pragma once

#include <cmath>

namespace fourfoot {

template <class T>
struct SineCosine {
  T sine, cosine;
};

/// Of any scalar.
template <class T>
SineCosine<T> calc_sine_cosine(const T& angle) {
  using std::cos;
  using std::sin;
  return {T(sin(angle)), T(cos(angle))};
}

/// Of a number: below 1/4 rad, where nearly all angles of a vehicle are, by their series (errors of
/// one bit of the last place), which take a third of the library's time.
inline SineCosine<double> calc_sine_cosine(double angle) {
  constexpr double small = 0.25;
  if (!(std::abs(angle) < small)) return {std::sin(angle), std::cos(angle)};
  const double q = angle * angle;
  const double s =
      1.0 / 6.0 -
      q * (1.0 / 120.0 - q * (1.0 / 5040.0 - q * (1.0 / 362880.0 - q * (1.0 / 39916800.0))));
  const double c =
      1.0 / 24.0 -
      q * (1.0 / 720.0 - q * (1.0 / 40320.0 - q * (1.0 / 3628800.0 - q * (1.0 / 479001600.0))));
  return {angle - angle * q * s, 1.0 - q * (0.5 - q * c)};
}

/// std::atan2, by its series where the angle is less than 0.1 rad.
inline double calc_atan2(double y, double x) {
  constexpr double small = 0.1;
  if (!(std::abs(y) < small * x)) return std::atan2(y, x);
  const double t = y / x, q = t * t;
  const double rest =
      1.0 / 3.0 -
      q * (1.0 / 5.0 -
           q * (1.0 / 7.0 -
                q * (1.0 / 9.0 - q * (1.0 / 11.0 - q * (1.0 / 13.0 - q * (1.0 / 15.0))))));
  return t - t * q * rest;
}

}  // namespace fourfoot
