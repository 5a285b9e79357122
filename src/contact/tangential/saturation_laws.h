#pragma once

#include "contact/normal/elliptic.h"
#include "contact/tangential/smooth_law.h"

namespace fourfoot::contact {

/// Kalker's linear law as a plug-in; no bound by friction (kalker_linear.h).
struct KalkerLinearFormula {
  bool is_bounded() const { return false; }
  template <class T>
  CreepForce<T> operator()(const KalkerTable& kalker, double G, const CreepArguments<T>& in) const {
    return calc_kalker_linear(kalker, G, in.a, in.b, in.nu_x, in.nu_y, in.phi);
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

/// Shen, Hedrick, Elkins: Kalker's linear forces, spin included, reduced together by the cubic.
///   u = hypot(fx, fy)_lin / (mu N),  (fx, fy, mz) = saturation(u) (fx, fy, mz)_lin
/// Good for small spin (tread); at flanging spin it overestimates fy. mz has no published rule: it
/// is reduced like the forces. Slopes at zero are Kalker's for every a/b of kalker_coefficients.h;
/// in between the cubic is stiffer than FASTSIM (docs/theory/contact-laws.md has the measured
/// distances). [ShenHedrickElkins1983]
struct ShenHedrickElkinsFormula {
  bool is_bounded() const { return true; }
  template <class T>
  CreepForce<T> operator()(const KalkerTable& kalker, double G, const CreepArguments<T>& in) const {
    CreepForce<T> f = calc_kalker_linear(kalker, G, in.a, in.b, in.nu_x, in.nu_y, in.phi);
    const T length = calc_length(f.fx, f.fy);
    const T u = length / (in.friction * in.normal);
    const T factor = in.friction > 0.0 ? calc_cubic_saturation(u) : T(0.0);
    f.fx *= factor;
    f.fy *= factor;
    f.mz *= factor;
    return f;
  }
};

/// Vermeulen, Johnson: the same cubic, without spin; mz = 0.
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
    const T fx = -gab * c11 * in.nu_x;
    const T fy = -gab * c22 * in.nu_y;
    const T u = calc_length(fx, fy) / (in.friction * in.normal);
    const T factor = in.friction > 0.0 ? calc_cubic_saturation(u) : T(0.0);
    CreepForce<T> f;
    f.fx = factor * fx;
    f.fy = factor * fy;
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
