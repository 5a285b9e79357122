#pragma once

#include <cmath>

#include "math/rotation.h"

/// Leaf formulas of orientation, templates over the scalar. Angles are ordered (roll phi, pitch
/// chi, yaw psi).
namespace fourfoot::multibody {

/// R_TB = Rz(psi) Ry(chi) Rx(phi).
template <class T>
Mat3T<T> cardan_rotation(const Vec3T<T>& a) {
  return rotation_z(a[2]) * rotation_y(a[1]) * rotation_x(a[0]);
}

/// R_TS = Rz(psi) Rx(phi): the axes of a wheelset that do not spin.
template <class T>
Mat3T<T> wheelset_rotation(const Vec3T<T>& a) {
  return rotation_z(a[2]) * rotation_x(a[0]);
}

/// w = E (phi', chi', psi'): angular velocity in body axes, for Cardan angles.
template <class T>
Mat3T<T> cardan_rate_map(const Vec3T<T>& a) {
  const auto [sf, cf] = calc_sine_cosine(a[0]);
  const auto [sc, cc] = calc_sine_cosine(a[1]);
  Mat3T<T> e;
  e << T(1), T(0), T(-sc), T(0), cf, T(cc * sf), T(0), T(-sf), T(cc * cf);
  return e;
}

/// The same for a wheelset, in its non-spinning axes S: w = (phi', chi' + psi' sin phi, psi' cos
/// phi).
template <class T>
Mat3T<T> wheelset_rate_map(const Vec3T<T>& a) {
  const auto [s, c] = calc_sine_cosine(a[0]);
  Mat3T<T> e;
  e << T(1), T(0), T(0), T(0), T(1), s, T(0), T(0), c;
  return e;
}

/// dE/dt (phi', chi', psi'): the part of the angular acceleration (derivative of the components)
/// that is there without second derivatives of the angles.
template <class T>
Vec3T<T> cardan_rate_bias(const Vec3T<T>& a, const Vec3T<T>& r) {
  const auto [sf, cf] = calc_sine_cosine(a[0]);
  const auto [sc, cc] = calc_sine_cosine(a[1]);
  const T x = -r[2] * r[1] * cc;
  const T y = -r[1] * r[0] * sf + r[2] * (r[0] * cc * cf - r[1] * sc * sf);
  const T z = -r[1] * r[0] * cf - r[2] * (r[0] * cc * sf + r[1] * sc * cf);
  return Vec3T<T>(x, y, z);
}
template <class T>
Vec3T<T> wheelset_rate_bias(const Vec3T<T>& a, const Vec3T<T>& r) {
  const auto [s, c] = calc_sine_cosine(a[0]);
  const T y = r[2] * r[0] * c;
  const T z = -r[2] * r[0] * s;
  return Vec3T<T>(T(0), y, z);
}

/// Angles of a rotation, R = Rz(psi) Ry(chi) Rx(phi), |chi| <= 90 degrees.
inline Vec3 find_cardan_angles(const Mat3& r) {
  return {calc_atan2(r(2, 1), r(2, 2)),
          calc_atan2(-r(2, 0), std::sqrt(r(0, 0) * r(0, 0) + r(1, 0) * r(1, 0))),
          calc_atan2(r(1, 0), r(0, 0))};
}

/// Angles of a wheelset, R_TB = Rz(psi) Rx(phi) Ry(chi); the spin within half a turn.
inline Vec3 find_wheelset_angles(const Mat3& r) {
  return {calc_atan2(r(2, 1), std::sqrt(r(0, 1) * r(0, 1) + r(1, 1) * r(1, 1))),
          calc_atan2(-r(2, 0), r(2, 2)), calc_atan2(-r(0, 1), r(1, 1))};
}

}  // namespace fourfoot::multibody
