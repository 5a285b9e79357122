#pragma once

namespace fourfoot::contact {

/// Complete elliptic integrals of the ellipse with axis ratio k = b/a <= 1, modulus e^2 = 1 - k^2:
///   K = int dt / sqrt(1 - e^2 sin^2 t),  E = int sqrt(1 - e^2 sin^2 t) dt,  t in 0..pi/2,
///   B = int cos^2 t / sqrt(1 - e^2 sin^2 t) dt = (E - k^2 K) / e^2,
///   D = int sin^2 t / sqrt(1 - e^2 sin^2 t) dt = (K - E) / e^2 = K - B,
///   S = (B - k^2 D) / e^2 = -dD/d(ln k);  dK/d(ln k) = -B;  dB/d(ln k) = S - B.
/// K and E by the arithmetic-geometric mean; near the circle B, D and S by their power series in
/// e^2, where the quotients would cancel. Relative error below 1e-13 for 1e-8 < k <= 1.
/// [AbramowitzStegun1964, 17.3, 17.6]; Checked against Boost.Math's integrals.
struct EllipticIntegrals {
  double K, E, B, D, S;
};

/// Throws std::logic_error outside 0 < k <= 1.
EllipticIntegrals calc_elliptic_integrals(double k);

}  // namespace fourfoot::contact
