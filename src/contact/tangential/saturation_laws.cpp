#include "contact/tangential/saturation_laws.h"

namespace fourfoot::contact {

namespace {

// C = int sin^2 cos^2 / (1 - m sin^2)^1.5 and its derivative over m. By the trapezoidal rule over a
// quarter period, which converges geometrically for periodic integrands: C = (D - B) / m cancels
// near the circle.
struct IntegralC {
  double value, by_m;
};
IntegralC integrate_c(double m) {
  constexpr int n = 256;
  double sum = 0.0, sum_by_m = 0.0;
  for (int i = 1; i < n; ++i) {
    const double t = 0.5 * std::numbers::pi * i / n;
    const double s2 = std::sin(t) * std::sin(t), c2 = 1.0 - s2;
    const double q = 1.0 - m * s2, root = std::sqrt(q);
    sum += s2 * c2 / (q * root);
    sum_by_m += 1.5 * s2 * s2 * c2 / (q * q * root);
  }
  const double h = 0.5 * std::numbers::pi / n;
  return {h * sum, h * sum_by_m};
}

}  // namespace

void VermeulenJohnsonFormula::calc_original_slopes(double ratio, double nu, double& c11,
                                                   double& c22, double& d11, double& d22) {
  const bool wide = ratio <= 1.0;
  const double k = wide ? ratio : 1.0 / ratio;
  const EllipticIntegrals e = calc_elliptic_integrals(k);
  const IntegralC c = integrate_c(1.0 - k * k);
  const double dB = e.S - e.B, dD = -e.S, dC = -2.0 * k * k * c.by_m;  // over ln k
  double P, Q, dP, dQ;
  if (wide) {
    P = e.B - nu * (e.D - c.value);
    dP = dB - nu * (dD - dC);
    Q = e.B - nu * k * k * c.value;
    dQ = dB - nu * k * k * (2.0 * c.value + dC);
  } else {
    P = k * (e.D - nu * (e.D - c.value));
    dP = P + k * (dD - nu * (dD - dC));
    Q = k * (e.D - nu * c.value);
    dQ = Q + k * (dD - nu * dC);
  }
  constexpr double pi = std::numbers::pi;
  const double sign = wide ? 1.0 : -1.0;
  c11 = pi / P;
  c22 = pi / Q;
  d11 = -sign * pi * dP / (P * P);
  d22 = -sign * pi * dQ / (Q * Q);
}

}  // namespace fourfoot::contact
