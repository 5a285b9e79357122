#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "math/dual.h"

namespace fourfoot::contact {

/// The textbook wheelset: two cones on two edges, as in every introduction to hunting. For
/// teaching, linear studies and checks; real profiles have their own models.
///
/// Kinematics, small angles, per wheel (upper sign left), e half the distance of the contact
/// points, lambda the conicity, r0 the radius, V the speed, y, psi the wheelset's position and yaw
/// relative to the track frame, Omega_z its yaw rate in the inertial frame (psi_d on straight
/// track, psi_d + V/R in a curve), delta the excess of its spin over V/r0:
///
///   nu_x = -+ (e Omega_z / V + lambda y / r0) - r0 delta / V
///   nu_y = y_d / V - psi
///   spin  = Omega_z / V
///
/// Forces on the wheel, with constant coefficients f_ij [N, N, N m, N m^2]:
///
///   L        = (f11 nu_x, f22 nu_y + f23 spin)
///   (fx, fy) = -L k(|L| / (mu N)),   mz = f23 nu_y - f33 spin
///   k(u)     = 1 without saturation; 1 - u/3 + u^2/27 (u < 3), 1/u (u >= 3) with it
///              [VermeulenJohnson1964]
///
/// On the wheelset act, besides: a flange spring k_f (|y| - clearance)+, its corner rounded over
/// +-w by a parabola; gravity -W lambda/e y sideways and +W e lambda psi in yaw (W axle load)
/// [Wickens2003]; the gyroscopic coupling +g psi_d sideways and -g y_d in yaw,
/// g = Iy V lambda / (r0 e), that the roll phi = lambda y / e would bring if it were free.
///
/// Left out: load transfer, roll and vertical motion, change of the coefficients with load, contact
/// angle beyond lambda. Valid for |y| below the flange clearance plus a few millimetres, |psi|
/// below some 20 mrad. Checked with eigenvalues and limit cycles of independent programs
/// (tests/reference/hunting).
struct TextbookContact {
  double conicity = 0.0;                              ///< lambda
  double half_distance = 0.75;                        ///< e [m]
  double radius = 0.0;                                ///< r0 [m]
  double f11 = 0.0, f22 = 0.0, f23 = 0.0, f33 = 0.0;  ///< per wheel
  double axle_load = 0.0;                             ///< W [N], constant
  bool saturates = false;
  double friction_force = 0.0;    ///< mu N of one wheel [N]
  double flange_stiffness = 0.0;  ///< k_f [N/m]
  double flange_clearance = 0.0;  ///< [m]
  double flange_rounding = 0.0;   ///< w [m]
  bool gravity = false;
  double gyroscopic_inertia = 0.0;  ///< Iy [kg m^2]; 0 = term off
};

/// What the law needs of the wheelset's motion.
template <class T>
struct TextbookMotion {
  T y, psi;       ///< relative to the track frame
  T y_rate;       ///< d y/dt relative to the track frame [m/s]
  T psi_rate;     ///< d psi/dt relative to the track frame [rad/s]
  T yaw_rate;     ///< Omega_z, in the inertial frame [rad/s]
  T spin_excess;  ///< delta [rad/s]
  double speed;   ///< V [m/s]
};

template <class T>
struct TextbookWheel {
  T nu_x, nu_y, spin;  ///< creepages
  T fx, fy, mz;        ///< on the wheel
};

template <class T>
struct TextbookForces {
  std::array<TextbookWheel<T>, 2> wheels;  ///< left, right
  T flange;                                ///< lateral flange force on the wheelset [N]
  T force_x, force_y;                      ///< on the wheelset, in track axes
  T torque_y, torque_z;                    ///< about its mass centre
};

/// Below this speed the creepages are formed with it instead [m/s]: a standing wheelset has no
/// creepage, and forces must not grow without bound on the way there.
inline constexpr double textbook_speed_floor = 0.1;

/// k(u) as above.
template <class T>
T calc_saturation(const T& u) {
  if (get_value(u) >= 3.0) return T(1.0 / u);
  return T(1.0 - u / 3.0 + u * u / 27.0);
}

/// (|y| - clearance)+ with its corner rounded.
template <class T>
T calc_flange_penetration(const T& y, const TextbookContact& c) {
  using std::abs;
  const T d = abs(y) - c.flange_clearance;
  const double w = c.flange_rounding;
  if (get_value(d) <= -w) return T(0.0);
  if (get_value(d) >= w) return d;
  return T((d + w) * (d + w) / (4.0 * w));
}

template <class T>
TextbookWheel<T> calc_textbook_wheel(const TextbookContact& c, const TextbookMotion<T>& m,
                                     double side) {
  using std::sqrt;
  const double v = std::max(std::abs(m.speed), textbook_speed_floor);
  TextbookWheel<T> w;
  // V / v is 1 above the floor, falls to 0 at standstill and turns the rolling terms round for running
  // backwards.
  const double rolling = m.speed / v;
  w.nu_x = -side * (c.half_distance * m.yaw_rate / v + rolling * c.conicity * m.y / c.radius) -
           c.radius * m.spin_excess / v;
  w.nu_y = m.y_rate / v - rolling * m.psi;
  w.spin = m.yaw_rate / v;
  const T lx = c.f11 * w.nu_x;
  const T ly = c.f22 * w.nu_y + c.f23 * w.spin;
  T k = T(1.0);
  if (c.saturates) {
    const T square = lx * lx + ly * ly;
    // At rest |L| has no derivative; k has one, but its share in the force is of second order
    // there.
    if (get_value(square) > 0.0) k = calc_saturation(T(sqrt(square) / c.friction_force));
  }
  w.fx = -lx * k;
  w.fy = -ly * k;
  w.mz = c.f23 * w.nu_y - c.f33 * w.spin;
  return w;
}

template <class T>
TextbookForces<T> calc_textbook(const TextbookContact& c, const TextbookMotion<T>& m) {
  TextbookForces<T> out;
  out.wheels[0] = calc_textbook_wheel(c, m, +1.0);
  out.wheels[1] = calc_textbook_wheel(c, m, -1.0);
  const TextbookWheel<T>&l = out.wheels[0], &r = out.wheels[1];
  const T penetration = calc_flange_penetration(m.y, c);
  out.flange = get_value(m.y) > 0.0 ? T(-c.flange_stiffness * penetration)
                                    : T(c.flange_stiffness * penetration);
  out.force_x = l.fx + r.fx;
  out.force_y = l.fy + r.fy + out.flange;
  out.torque_y = -c.radius * (l.fx + r.fx);
  out.torque_z = c.half_distance * (r.fx - l.fx) + l.mz + r.mz;
  if (c.gravity) {
    out.force_y -= c.axle_load * c.conicity / c.half_distance * m.y;
    out.torque_z += c.axle_load * c.half_distance * c.conicity * m.psi;
  }
  const double g = c.gyroscopic_inertia * m.speed * c.conicity / (c.radius * c.half_distance);
  out.force_y += g * m.psi_rate;
  out.torque_z -= g * m.y_rate;
  return out;
}

}  // namespace fourfoot::contact
