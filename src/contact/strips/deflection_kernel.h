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
/// D = A(m) + B(m) ln(1/m), polynomials of degree 5 fitted to it: relative error below 1.4e-9 for
/// 0 < m <= 1.
template <int N>
struct DeflectionColumn {
  using Array = Eigen::Array<double, N, 1>;
  Array k, s;      ///< K [1] and S [1/m^2]
  Array k_a, s_a;  ///< derivatives by a^2
  Array k_e, s_e;  ///< derivatives by e

  /// `e`: distance to all strips, > 0.
  void calc(const Array& e, double a2, double h, bool with_slopes) {
    static constexpr double A[] = {0.386294388117373,   0.0398298129417618,  0.02300358546121381,
                                   0.10430231952868677, 0.18407737995516377, 0.047890676328068635};
    static constexpr double B[] = {0.49999999832019204, 0.374982759593127,   0.34914203037328884,
                                   0.2963857295129235,  0.13530512916407672, 0.013215654611309306};
    const Array e2 = e * e, inverse = 1.0 / (a2 + e2), r = inverse.sqrt();
    const Array m = e2 * inverse, log = -m.log();
    Array a = Array::Constant(A[5]), b = Array::Constant(B[5]);
    for (int i = 4; i >= 0; --i) {
      a = a * m + A[i];
      b = b * m + B[i];
    }
    const Array D = a + b * log;
    k = h * D * r;
    s = k * inverse;
    if (!with_slopes) return;
    a.setConstant(5.0 * A[5]);
    Array b_m = Array::Constant(5.0 * B[5]);
    for (int i = 4; i >= 1; --i) {
      a = a * m + i * A[i];
      b_m = b_m * m + i * B[i];
    }
    const Array D_log = m * (a + b_m * log) - b;  // m dD/dm
    k_a = -h * r * inverse * (D_log + 0.5 * D);
    s_a = inverse * (k_a - s);
    k_e = h * r * (2.0 * D_log * (1.0 - m) / e - D * e * inverse);
    s_e = inverse * (k_e - 2.0 * e * s);
  }
};

}  // namespace fourfoot::contact
