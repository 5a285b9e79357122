#pragma once

#include <Eigen/Core>
#include <cmath>
#include <numbers>

namespace fourfoot::contact {

/// What a strip across which pressure is elliptic does to the middle line of a patch.
///
/// The strip at distance e, half length a, width h, pressure p = P sqrt(a^2 - x^2), q = P a^2.
/// With R^2 = a^2 + e^2, m = e^2 / R^2 and D the complete elliptic integral of elliptic.h (modulus
/// 1 - m), on the half-space (Boussinesq: u = 1/(pi E*) int p / r dA), on the line x = 0,
///
///   int p / r dx         =  2 q D / R        u    = 2/(pi E*) q K,   K = h D / R
///   d2/dx2 of the same   = -2 q D / R^3      u_xx = -2/(pi E*) q S,  S = h D / R^3
///
/// (x = a cos t turns both into int sin^2 t / sqrt(1 - (1-m) sin^2 t) dt = D; the second after one
/// integration by parts, as int cos^2 t / (1 - (1-m) sin^2 t)^(3/2) dt = D too.) Over width the
/// kernels are summed at the strips' middles; of the strip itself, where D has a logarithm, at e =
/// h / (2 pi): the trapezoidal rule then keeps its order [SidiIsraeli1988].
///
/// D is a quotient of two polynomials of x = sqrt(m) = e / R, all of whose denominator's
/// coefficients are positive, fitted to it: relative error below 3e-5 for 5e-4 < x <= 1, a tenth of
/// what the number of strips leaves. No logarithm, which would take half of the time.
template <int N>
struct DeflectionColumn {
  using Array = Eigen::Array<double, N, 1>;
  Array k, s;      ///< K [1] and S [1/m^2]
  Array k_a, s_a;  ///< derivatives by a^2
  Array k_e, s_e;  ///< derivatives by e

  /// `e`: distance to all strips, > 0.
  void calc(const Array& e, double a2, double h, bool with_slopes) {
    static constexpr double P[] = {5.193800132840942e-09, 1.5180447056781504e-05,
                                   0.004519585613777756,  0.1920078210602677,
                                   1.0996325412994468,    -0.015993473852949};
    static constexpr double Q[] = {5.067797593826064e-10, 2.047293177143704e-06,
                                   0.0008322282116482078, 0.05258676817399847,
                                   0.5765084709522498,    1.0};
    const Array inverse = 1.0 / (a2 + e * e), r = inverse.sqrt(), x = e * r;
    Array p = Array::Constant(P[5]), q = Array::Constant(Q[5]);
    for (int i = 4; i >= 0; --i) {
      p = p * x + P[i];
      q = q * x + Q[i];
    }
    const Array inverse_q = 1.0 / q, D = p * inverse_q;
    k = h * D * r;
    s = k * inverse;
    if (!with_slopes) return;
    p.setConstant(5.0 * P[5]);
    q.setConstant(5.0 * Q[5]);
    for (int i = 4; i >= 1; --i) {
      p = p * x + i * P[i];
      q = q * x + i * Q[i];
    }
    const Array D_log = 0.5 * x * (p - D * q) * inverse_q;  // m dD/dm
    k_a = -h * r * inverse * (D_log + 0.5 * D);
    s_a = inverse * (k_a - s);
    k_e = h * r * (2.0 * D_log * (1.0 - x * x) / e - D * e * inverse);
    s_e = inverse * (k_e - 2.0 * e * s);
  }
};

}  // namespace fourfoot::contact
