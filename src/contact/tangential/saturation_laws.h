#pragma once

#include "contact/normal/elliptic.h"
#include "contact/tangential/smooth_law.h"

namespace fourfoot::contact {

/// Kalker's linear law as a plug-in; no bound by friction (kalker_linear.h).
struct KalkerLinearFormula {
  bool is_bounded() const { return false; }
  template <class T>
  CreepForce<T> operator()(const KalkerTable& kalker, double G, const CreepArguments<T>& in) const {
    return calc_kalker_linear(kalker, G, in.a, in.b, in.nu_x, in.nu_y, in.spin);
  }
};

/// |F| / |F_lin| by the cubic of Vermeulen and Johnson, u = |F_lin| / (mu N):
///   |F| = mu N (1 - (1 - u/3)^3) = mu N (u - u^2/3 + u^3/27)  for u < 3,  mu N beyond.
/// Twice continuously differentiable in u; written so that u = 0 needs no division.
template <class T>
T calc_cubic_saturation(const T& u) {
  if (get_value(u) < 3.0) return T(1.0 - u * (1.0 / 3.0 - u / 27.0));
  return T(1.0 / u);
}

/// Length of a plane vector; a zero vector has zero derivatives instead of none.
template <class T>
T calc_length(const T& x, const T& y) {
  using std::sqrt;
  const T square = x * x + y * y;
  if (!(get_value(square) > 0.0)) return T(0.0);
  return T(sqrt(square));
}

/// Turns a linear force (slope_x nu_x, slope_y nu_y) towards the creepage itself as it saturates:
///   f' = (1 - beta) f + beta |f| nu / |nu|,     beta = u^8 / (u^8 + 2^8)
/// u = |f| / (mu N), full slip from u = 3 on. Linear theory's force lies along (C11 nu_x, C22
/// nu_y); that of full slip lies along (nu_x, nu_y), up to 15 % of mu N away. |f'| <= |f|, so the
/// bound stays; slopes and two derivatives at zero stay; one creepage alone is not changed. Ours;
/// exponent and constant as in FASTSIM's scaling (fastsim.h).
template <class T>
void turn_to_full_slip(T& fx, T& fy, const T& nu_x, const T& nu_y, const T& length, const T& u) {
  const T rigid = calc_length(nu_x, nu_y);
  if (!(get_value(rigid) > 0.0)) return;
  const T u2 = u * u, u4 = u2 * u2;
  const T rest = 256.0 / (u4 * u4 + 256.0);  // 1 - beta
  const T mean = (1.0 - rest) * length / rigid;
  fx = rest * fx - mean * nu_x;
  fy = rest * fy - mean * nu_y;
}

/// Shen, Hedrick, Elkins: Kalker's linear forces, spin included, reduced together by the cubic.
///   u = hypot(fx, fy)_lin / (mu N),  (fx, fy, mz) = saturation(u) (fx, fy, mz)_lin
/// with the force turned into the direction of full slip (turn_to_full_slip) by nu_x and
/// nu_y + spin c C23 / C22, the lateral creepage that has the same linear force.
/// Good for small spin (tread); at flanging spin it overestimates fy. mz has no published rule: it
/// is reduced like the forces. Slopes at zero are Kalker's for every a/b of kalker_coefficients.h;
/// in between the cubic is stiffer than FASTSIM (docs/theory/contact-laws.md has the measured
/// distances). [ShenHedrickElkins1983]
struct ShenHedrickElkinsFormula {
  bool is_bounded() const { return true; }
  template <class T>
  CreepForce<T> operator()(const KalkerTable& kalker, double G, const CreepArguments<T>& in) const {
    const KalkerCoefficients<T> c = kalker.calc(T(in.a / in.b));
    CreepForce<T> f = calc_kalker_linear(c, G, in.a, in.b, in.nu_x, in.nu_y, in.spin);
    const T length = calc_length(f.fx, f.fy);
    const T u = length / (in.friction * in.normal);
    if (!(in.friction > 0.0)) return {};
    const T slope_y = G * in.a * in.b * c.c22;
    turn_to_full_slip(f.fx, f.fy, in.nu_x, T(-f.fy / slope_y), length, u);
    const T factor = calc_cubic_saturation(u);
    f.fx *= factor;
    f.fy *= factor;
    f.mz *= factor;
    return f;
  }
};

/// Vermeulen, Johnson: the same cubic and direction of full slip, without spin; mz = 0.
/// Slopes: `kalker` takes C11, C22 (usual in vehicle dynamics); `original` the authors' own,
///   C11 = pi / P, C22 = pi / Q,
///   a <= b:  P = B - nu (D - C),          Q = B - nu (a/b)^2 C
///   a >= b:  P = (b/a) (D - nu (D - C)),  Q = (b/a) (D - nu C)
/// B, C, D complete elliptic integrals of the ellipse, C = int sin^2 cos^2 / (1 - e^2 sin^2)^1.5.
/// They put the stick area against the leading edge at one point only and are 10-20 % stiffer than
/// Kalker's.
/// [VermeulenJohnson1964], [Johnson1985, Eq. 8.48 ff.]. For a = b: C11 = 16 / (4 - 3 nu),
/// C22 = 16 / (4 - nu) [Johnson1985, Eqs. 8.41].
struct VermeulenJohnsonFormula {
  bool original_slopes = false;

  bool is_bounded() const { return true; }
  template <class T>
  CreepForce<T> operator()(const KalkerTable& kalker, double G, const CreepArguments<T>& in) const {
    const T ratio = in.a / in.b;
    T c11, c22;
    if (original_slopes) {
      calc_original_slopes(ratio, kalker.poisson(), c11, c22);
    } else {
      const KalkerCoefficients<T> c = kalker.calc(ratio);
      c11 = c.c11;
      c22 = c.c22;
    }
    const T gab = G * in.a * in.b;
    CreepForce<T> f;
    if (!(in.friction > 0.0)) return f;
    f.fx = -gab * c11 * in.nu_x;
    f.fy = -gab * c22 * in.nu_y;
    const T length = calc_length(f.fx, f.fy);
    const T u = length / (in.friction * in.normal);
    turn_to_full_slip(f.fx, f.fy, in.nu_x, in.nu_y, length, u);
    const T factor = calc_cubic_saturation(u);
    f.fx *= factor;
    f.fy *= factor;
    return f;
  }

 private:
  // Values and slopes over ln(a/b) by the integrals' own derivatives.
  static void calc_original_slopes(double ratio, double nu, double& c11, double& c22, double& d11,
                                   double& d22);
  static void calc_original_slopes(double ratio, double nu, double& c11, double& c22) {
    double d11, d22;
    calc_original_slopes(ratio, nu, c11, c22, d11, d22);
  }
  static void calc_original_slopes(const Dual<6>& ratio, double nu, Dual<6>& c11, Dual<6>& c22) {
    double v11, v22, d11, d22;
    calc_original_slopes(ratio.value(), nu, v11, v22, d11, d22);
    const Dual<6> dlog = ratio / ratio.value() - 1.0;
    c11 = v11 + d11 * dlog;
    c22 = v22 + d22 * dlog;
  }
};

}  // namespace fourfoot::contact
