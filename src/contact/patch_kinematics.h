#pragma once

#include "contact/wheel_force.h"
#include "math/dual.h"
#include "math/small_angle.h"

namespace fourfoot::contact {

/// Leaf formulas of wheel_contact.h for one patch, over any scalar.

/// A patch as its force needs it.
template <class T>
struct PatchState {
  T delta, angle;
  Vec3T<T> arm;  ///< from the axle's middle, in T
  T cx, cy;
  T weight;
};

/// Motion of the wheel against the rail's material.
template <class T>
struct WheelState {
  Vec3T<T> v, w;
  Vec3T<T> axle;  ///< e, direction of the axle in T
};

template <class T>
struct PatchKinematics {
  Vec3 x;  ///< contact axes
  Vec3T<T> y, n;
  T slip_x, slip_y, omega_z, speed, delta_rate;
};

/// e = Rz(yaw) Rx(roll) e_y.
template <class T>
Vec3T<T> calc_axle_direction(const T& roll, const T& yaw) {
  const SineCosine<T> of_roll = calc_sine_cosine(roll), of_yaw = calc_sine_cosine(yaw);
  return Vec3T<T>(T(-of_yaw.sine * of_roll.cosine), T(of_yaw.cosine * of_roll.cosine),
                  of_roll.sine);
}

/// `sign`: 1 left, -1 right.
template <class T>
PatchKinematics<T> calc_kinematics(const PatchState<T>& p, const WheelState<T>& m,
                                   const RailUnderWheel& rail, double sign) {
  using std::sqrt;
  PatchKinematics<T> k;
  k.x = Vec3(1.0, rail.dy, rail.dz + rail.twist).normalized();
  const SineCosine<T> of_angle = calc_sine_cosine(p.angle);
  const T ny = -sign * of_angle.sine, nz = of_angle.cosine;
  // n_0 has no x component; less its part along x it is perpendicular, and not yet of length 1.
  const T along = ny * k.x.y() + nz * k.x.z();
  const T inverse = 1.0 / sqrt(1.0 - along * along);
  k.n = Vec3T<T>(T(-along * k.x.x() * inverse), T((ny - along * k.x.y()) * inverse),
                 T((nz - along * k.x.z()) * inverse));
  // y = n cross x
  k.y = Vec3T<T>(T(k.n.y() * k.x.z() - k.n.z() * k.x.y()), T(k.n.z() * k.x.x() - k.n.x() * k.x.z()),
                 T(k.n.x() * k.x.y() - k.n.y() * k.x.x()));
  const Vec3T<T> slip = m.v + m.w.cross(p.arm);
  k.slip_x = slip.x() * k.x.x() + slip.y() * k.x.y() + slip.z() * k.x.z();
  k.slip_y = slip.dot(k.y);
  k.omega_z = m.w.dot(k.n);
  k.speed = m.v.x() * k.x.x() + m.v.y() * k.x.y() + m.v.z() * k.x.z();
  // Without the wheel's spin: n.slip less (w.e) n.(e cross p).
  const T rolling = m.w.dot(m.axle);
  const Vec3T<T> round = m.axle.cross(p.arm);
  k.delta_rate = rolling * k.n.dot(round) - k.n.dot(slip);
  return k;
}

/// Curvature kept above a floor f, once differentiable: unchanged from 2 f up.
template <class T>
T keep_above(const T& c, double f) {
  if (get_value(c) >= 2.0 * f) return c;
  if (get_value(c) <= 0.0) return T(f);
  return T(f + c * c / (4.0 * f));
}

/// 0 below -1, 1 above 1, a cubic between, once differentiable.
template <class T>
T calc_step(const T& x) {
  if (get_value(x) >= 1.0) return T(1.0);
  if (get_value(x) <= -1.0) return T(0.0);
  return T(0.5 + x * (0.75 - 0.25 * x * x));
}

}  // namespace fourfoot::contact
