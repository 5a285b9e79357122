#pragma once

#include "contact/tangential/falling_friction.h"
#include "contact/tangential/saturation_laws.h"

namespace fourfoot::contact {

/// Polach's law: creep force from a linear growth of shear stress along the patch, lateral force of
/// spin added.
///
///   s_yC = nu_y + spin a if |nu_y + spin a| > |nu_y| else nu_y,   s_C = hypot(nu_x, s_yC)
///   eps  = G pi a b hypot(C11 nu_x, C22 s_yC) / (4 mu N)
///   F    = (2 mu N / pi) ( kA eps / (1 + (kA eps)^2) + atan(kS eps) ),   kS <= kA <= 1
///   (fx, fy) = -F (nu_x, nu_y) / s_C,   fy += fyS
///   fyS  = (9/16) a mu N K_M (1 + 6.3 (1 - exp(-a/b))) spin / s_C
///   eps_S = (8/3) b sqrt(ab) G C23 |s_yC| / (mu N (1 + 6.3 (1 - exp(-a/b))))
///   d    = (eps_S^2 - 1)/(eps_S^2 + 1)
///   K_M  = eps_S (d^3/3 - d^2/2 + 1/6) - (1 - d^2)^1.5 / 3   (<= 0)
///   mu   = mu0 ((1 - A) exp(-B w) + A),   w = V hypot(nu_x, nu_y)
///
/// V is the speed that the creepages were divided by, so that w is the slip velocity itself, also
/// below the speed at which SpeedRegularisation begins.
/// Sources: [Polach1999] for spin, [Polach2005, Eqs. 1-7] for kA, kS and friction. mz = 0 (not part
/// of the method). Typical [Polach2005]: dry kA = 1, kS = 0.4, mu0 = 0.55, A = 0.4, B = 0.6 s/m;
/// wet kA = 0.3, kS = 0.1, mu0 = 0.3, A = 0.4, B = 0.2 s/m. With kA = kS = 1, A = 1 it is a fast
/// Coulomb law. Ours: C11 and C22 are weighted by s_yC (the paper's quotient is undefined for pure
/// spin); within about 1e-7 of zero creepage the direction-dependent slope is replaced by Kalker's
/// for each axis, so that a derivative exists at zero; the sum of creep and spin force is cut at
/// the bound mu N.
struct PolachFormula {
  double k_adhesion = 1.0;
  double k_slip = 1.0;
  FallingFriction falling;

  bool is_bounded() const { return true; }
  /// mu at the slip velocity of this input: what the force is bounded with.
  double calc_friction(const TangentialInput& in) const {
    return falling.calc(in.friction, in.speed * std::hypot(in.nu_x, in.nu_y));
  }
  double calc_friction_slope(const TangentialInput& in) const {
    const double creepage = std::hypot(in.nu_x, in.nu_y);
    return creepage * falling.calc_slope(in.speed * creepage);
  }

  template <class T>
  CreepForce<T> operator()(const KalkerTable& kalker, double G, const CreepArguments<T>& in) const {
    CreepForce<T> f;
    if (!(in.friction > 0.0)) return f;
    const T w = in.speed * calc_length(in.nu_x, in.nu_y);
    const T mu_n = falling.calc(in.friction, w) * in.normal;
    const T ratio = in.a / in.b;
    const KalkerCoefficients<T> c = kalker.calc(ratio);
    const T gab = G * in.a * in.b;

    T s_yc = in.nu_y + in.spin * in.a;
    if (std::abs(get_value(s_yc)) <= std::abs(get_value(in.nu_y))) s_yc = in.nu_y;
    const T weighted = calc_length(T(c.c11 * in.nu_x), T(c.c22 * s_yc));
    const T s_c = calc_length(in.nu_x, s_yc);
    const T eps = (0.25 * std::numbers::pi) * gab * weighted / mu_n;
    const T g = calc_reduction(eps);

    // F / s_C = G a b c_eff g(eps), with c_eff -> C11 or C22 as creepage vanishes.
    constexpr double zero = 1e-7;
    const T near_zero = zero * zero / (zero * zero + s_c * s_c);
    T c_eff = 0.5 * (c.c11 + c.c22);
    if (get_value(s_c) > 0.0) c_eff = weighted / s_c;
    const T slope_x = gab * (c_eff + near_zero * (c.c11 - c_eff)) * g;
    const T slope_y = gab * (c_eff + near_zero * (c.c22 - c_eff)) * g;
    f.fx = -slope_x * in.nu_x;
    f.fy = -slope_y * in.nu_y - calc_spin_slope(c, G, in, s_yc, s_c, mu_n) * in.spin;
    cut(f, mu_n);
    return f;
  }

 private:
  // (2/pi)(kA e/(1 + (kA e)^2) + atan(kS e)) / (4 e / pi), 1 at e = 0 for kA = kS = 1.
  template <class T>
  T calc_reduction(const T& eps) const {
    using std::atan;
    const double e = get_value(eps);
    const T ka = k_adhesion * eps;
    if (e < 1e-6) return T(0.5 * k_adhesion / (1.0 + ka * ka) + 0.5 * k_slip);
    const T ks = k_slip * eps;
    const T arc = atan(ks);
    return T(0.5 * (k_adhesion / (1.0 + ka * ka) + arc / eps));
  }

  // -fyS / spin >= 0. K_M / eps_S is formed without dividing by a vanishing creepage.
  template <class T>
  static T calc_spin_slope(const KalkerCoefficients<T>& c, double G, const CreepArguments<T>& in,
                           const T& s_yc, const T& s_c, const T& mu_n) {
    using std::exp;
    using std::sqrt;
    const T ab = in.a * in.b;
    const T ratio = in.a / in.b;
    const T shape = 1.0 + 6.3 * (1.0 - exp(-ratio));
    T s_abs = s_yc;
    if (get_value(s_yc) < 0.0) s_abs = -s_yc;
    const T stiffness = (8.0 / 3.0) * in.b * sqrt(ab) * G * c.c23 / shape;  // eps_S mu N / |s_yC|
    const T e = stiffness * s_abs / mu_n;
    const T e2 = e * e;
    const T one = 1.0 + e2;
    const T d = (e2 - 1.0) / one;
    // (1 - d^2)^1.5 = 8 e^3 / (1 + e^2)^3
    const T k_over_e = d * d * (d / 3.0 - 0.5) + 1.0 / 6.0 - (8.0 / 3.0) * e2 / (one * one * one);
    T share = T(1.0);  // |s_yC| / s_C
    if (get_value(s_c) > 0.0) share = s_abs / s_c;
    return T(-(9.0 / 16.0) * in.a * shape * stiffness * k_over_e * share);
  }

  template <class T>
  static void cut(CreepForce<T>& f, const T& bound) {
    const T length = calc_length(f.fx, f.fy);
    if (get_value(length) <= get_value(bound)) return;
    const T factor = bound / length;
    f.fx *= factor;
    f.fy *= factor;
  }
};

}  // namespace fourfoot::contact
