#pragma once

#include <cmath>

#include "math/small_angle.h"
#include "math/types.h"

namespace fourfoot {

/// Elementary rotations: R_AB = rotation_z(psi) turns B by psi about A's z axis; v_A = R_AB v_B.
template <class T>
Mat3T<T> rotation_x(const T& angle) {
  const auto [s, c] = calc_sine_cosine(angle);
  Mat3T<T> r;
  r << T(1), T(0), T(0), T(0), c, -s, T(0), s, c;
  return r;
}

template <class T>
Mat3T<T> rotation_y(const T& angle) {
  const auto [s, c] = calc_sine_cosine(angle);
  Mat3T<T> r;
  r << c, T(0), s, T(0), T(1), T(0), -s, T(0), c;
  return r;
}

template <class T>
Mat3T<T> rotation_z(const T& angle) {
  const auto [s, c] = calc_sine_cosine(angle);
  Mat3T<T> r;
  r << c, -s, T(0), s, c, T(0), T(0), T(0), T(1);
  return r;
}

/// The matrix of the cross product: skew(a) b = a x b.
template <class T>
Mat3T<T> skew(const Vec3T<T>& a) {
  Mat3T<T> m;
  m << T(0), -a.z(), a.y(), a.z(), T(0), -a.x(), -a.y(), a.x(), T(0);
  return m;
}

/// The vector of the skew part of a matrix: axial(skew(a)) = a.
template <class T>
Vec3T<T> axial(const Mat3T<T>& m) {
  return Vec3T<T>(m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)) * T(0.5);
}

/// The shortest rotation that takes the direction of one vector into that of another; if they are
/// opposite, half a turn about an axis at right angles to them.
Mat3 turn_onto(const Vec3& from, const Vec3& to);

}  // namespace fourfoot
