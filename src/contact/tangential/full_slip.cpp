#include "contact/tangential/full_slip.h"

#include <Eigen/Core>
#include <cmath>
#include <numbers>

namespace fourfoot::contact {

namespace {

// J[i][j] = int s^2i c^2j / nr dtheta over half a turn, i + j <= 3, and over ln(a/b). Midpoints in
// omega, tan(theta) = axis tan(omega), which spreads the integrand of slender patches.
struct EllipseIntegrals {
  double j[4][4] = {}, d[4][4] = {};

  explicit EllipseIntegrals(double axis) {
    constexpr int points = 12;
    struct Squares {
      double s[points], c[points];
      Squares() {
        for (int k = 0; k < points; ++k) {
          const double omega = 0.5 * std::numbers::pi * (k + 0.5) / points;
          s[k] = std::sin(omega) * std::sin(omega);
          c[k] = 1.0 - s[k];
        }
      }
    };
    static const Squares squares;
    const double a2 = axis * axis;
    for (int k = 0; k < points; ++k) {
      const double S = squares.s[k], C = squares.c[k];
      const double D = C + a2 * S, Q = S + a2 * C;
      const double s = a2 * S / D, c = C / D;
      const double weight = (std::numbers::pi / points) * axis / std::sqrt(D * Q);
      const double growth = 0.5 * (c - a2 * C / Q);  // of ln(weight) over ln(a/b)
      double row = weight;
      for (int i = 0; i <= 3; ++i, row *= s) {
        double term = row;
        for (int n = 0; n <= 3 - i; ++n, term *= c) {
          j[i][n] += term;
          d[i][n] += term * (growth + i * c - n * s);
        }
      }
    }
  }
  // The same with nr instead of 1 / nr.
  double n(double a2, int i, int k) const { return j[i + 1][k] / a2 + a2 * j[i][k + 1]; }
  double dn(double a2, int i, int k) const {
    return (d[i + 1][k] - j[i + 1][k]) / a2 + a2 * (d[i][k + 1] + j[i][k + 1]);
  }
};

// The pole inside the patch: polynomials of P.
template <bool with_derivatives>
FullSlip calc_inside(double nu_x, double nu_y, double spin_c, double a) {
  const EllipseIntegrals e(a);
  const auto& J = e.j;
  const double size = std::abs(spin_c), sign = spin_c < 0.0 ? -1.0 : 1.0;
  const double P0 = -nu_y / (a * size), P1 = nu_x * a / size;
  const double A = P0 * P0, B = P1 * P1;
  const double b = 1.0 / a, a2 = a * a, b2 = b * b, slender = a2 - b2;
  const double gx = J[1][0] - B * J[1][1] + A * (2.0 * J[1][1] - J[2][0]);
  const double gy = J[0][1] - A * J[1][1] + B * (2.0 * J[1][1] - J[0][2]);
  const double inner = J[1][1] - B * J[1][2] - A * J[2][1], skew = J[1][2] - J[2][1];
  const double m1 = (B - A) * inner + 2.0 * A * B * skew;
  const auto n = [&](int i, int k) { return e.n(a2, i, k); };
  const double n00 = n(0, 0), n01 = n(0, 1), n10 = n(1, 0), n02 = n(0, 2), n20 = n(2, 0),
               n11 = n(1, 1);
  const double m2 = n00 - 2.0 * (B * n01 + A * n10) + B * B * n02 + A * A * n20 + 6.0 * A * B * n11;
  FullSlip out;
  out.f[0] = -0.75 * b * P1 * gx;
  out.f[1] = 0.75 * a * P0 * gy;
  out.f[2] = -sign * (0.75 * slender * m1 + 0.1875 * m2);
  if constexpr (with_derivatives) {
    const auto& D = e.d;
    const auto dn = [&](int i, int k) { return e.dn(a2, i, k); };
    const double dgx = D[1][0] - B * D[1][1] + A * (2.0 * D[1][1] - D[2][0]);
    const double dgy = D[0][1] - A * D[1][1] + B * (2.0 * D[1][1] - D[0][2]);
    const double dm1 =
        (B - A) * (D[1][1] - B * D[1][2] - A * D[2][1]) + 2.0 * A * B * (D[1][2] - D[2][1]);
    const double dm2 = dn(0, 0) - 2.0 * (B * dn(0, 1) + A * dn(1, 0)) + B * B * dn(0, 2) +
                       A * A * dn(2, 0) + 6.0 * A * B * dn(1, 1);
    const double m1_A = -inner - (B - A) * J[2][1] + 2.0 * B * skew;
    const double m1_B = inner - (B - A) * J[1][2] + 2.0 * A * skew;
    const double m2_A = -2.0 * n10 + 2.0 * A * n20 + 6.0 * B * n11;
    const double m2_B = -2.0 * n01 + 2.0 * B * n02 + 6.0 * A * n11;
    // Over P0, P1, and ln(a/b) with P held.
    const double by[3][3] = {
        {-1.5 * b * P1 * P0 * (2.0 * J[1][1] - J[2][0]), -0.75 * b * (gx - 2.0 * B * J[1][1]),
         -0.75 * b * P1 * (dgx - 0.5 * gx)},
        {0.75 * a * (gy - 2.0 * A * J[1][1]), 1.5 * a * P0 * P1 * (2.0 * J[1][1] - J[0][2]),
         0.75 * a * P0 * (dgy + 0.5 * gy)},
        {-sign * 2.0 * P0 * (0.75 * slender * m1_A + 0.1875 * m2_A),
         -sign * 2.0 * P1 * (0.75 * slender * m1_B + 0.1875 * m2_B),
         -sign * (0.75 * (slender * dm1 + (a2 + b2) * m1) + 0.1875 * dm2)}};
    for (int o = 0; o < 3; ++o) {
      out.d[o][0] = by[o][1] * a / size;
      out.d[o][1] = -by[o][0] * b / size;
      out.d[o][2] = -(by[o][0] * P0 + by[o][1] * P1) / spin_c;
      out.d[o][3] = by[o][2] + 0.5 * (by[o][1] * P1 - by[o][0] * P0);
    }
  }
  return out;
}

constexpr int chords = 32;
using ChordLanes = Eigen::Array<double, chords, 1>;

struct Chords {
  ChordLanes sine, force, arm, moment;  // sin t; 3/4 cos^3 dt; the same times sin; 3/16 cos^5 dt
  Chords() {
    for (int k = 0; k < chords; ++k) {
      const double dt = std::numbers::pi / chords, t = dt * (k + 0.5) - 0.5 * std::numbers::pi;
      const double cosine = std::cos(t);
      sine[k] = std::sin(t);
      force[k] = 0.75 * dt * cosine * cosine * cosine;
      moment[k] = 0.25 * cosine * cosine;
    }
    force /= force.sum();  // 1 but for 1e-6
    moment *= force;
    arm = force * sine;
  }
};

// The pole outside, or no spin: chords at the angle psi from the direction of the pole.
template <bool with_derivatives>
FullSlip calc_outside(double nu_x, double nu_y, double spin_c, double a) {
  static const Chords chord;
  const double P0 = -nu_y / a, P1 = nu_x * a, rho = std::hypot(P0, P1);
  const double E0 = P0 / rho, E1 = P1 / rho, m = std::abs(spin_c) / rho;
  const double sign = spin_c < 0.0 ? -1.0 : 1.0;
  const double b = 1.0 / a, a2 = a * a, b2 = b * b, slender = a2 - b2;
  const ChordLanes sin_psi = m * chord.sine, cos_psi = (1.0 - sin_psi * sin_psi).sqrt();
  const ChordLanes c = E0 * cos_psi - E1 * sin_psi, s = E1 * cos_psi + E0 * sin_psi;
  const ChordLanes nr = (b2 * s * s + a2 * c * c).sqrt(), inverse = nr.inverse();
  const ChordLanes nx = -b * s * inverse, ny = a * c * inverse;
  const ChordLanes skew = slender * s * c * inverse;  // = -d nr / d theta
  const ChordLanes per_cos = cos_psi.inverse();
  FullSlip out;
  out.f[0] = (chord.force * nx).sum();
  out.f[1] = (chord.force * ny).sum();
  out.f[2] = sign * ((chord.arm * skew).sum() - m * (chord.moment * nr * per_cos).sum());
  if constexpr (with_derivatives) {
    const ChordLanes psi_m = chord.sine * per_cos;
    const ChordLanes turn = chord.force * inverse * inverse;  // of n with theta, weighted
    const ChordLanes turn_r = chord.force * nx * ny;          // with ln(a/b)
    const ChordLanes skew_theta = (slender * (c * c - s * s) + skew * skew) * inverse;
    const ChordLanes half = 0.5 * (ny * ny - nx * nx);  // d ln(nr) / d ln(a/b)
    const ChordLanes m_theta = chord.arm * skew_theta + m * chord.moment * skew * per_cos;
    double theta[3], by_m[3], ratio[3];
    theta[0] = -(turn * ny).sum();
    theta[1] = (turn * nx).sum();
    theta[2] = m_theta.sum();
    by_m[0] = -(turn * ny * psi_m).sum();
    by_m[1] = (turn * nx * psi_m).sum();
    by_m[2] = (m_theta * psi_m - chord.moment * nr * per_cos * per_cos * per_cos).sum();
    ratio[0] = -(turn_r * ny).sum();
    ratio[1] = (turn_r * nx).sum();
    ratio[2] = (chord.arm * ((a2 + b2) * s * c * inverse - skew * half)).sum() -
               m * (chord.moment * nr * half * per_cos).sum();
    for (int o = 0; o < 3; ++o) {
      const double g = o == 2 ? sign : 1.0;
      const double by_theta = g * theta[o] / rho, by_size = -g * m * by_m[o] / rho;
      const double by_P0 = -E1 * by_theta + E0 * by_size, by_P1 = E0 * by_theta + E1 * by_size;
      out.d[o][0] = by_P1 * a;
      out.d[o][1] = -by_P0 * b;
      out.d[o][2] = g * sign * by_m[o] / rho;
      out.d[o][3] = g * ratio[o] + 0.5 * (by_P1 * P1 - by_P0 * P0);
    }
  }
  return out;
}

}  // namespace

template <bool with_derivatives>
FullSlip calc_full_slip(double nu_x, double nu_y, double spin_c, double axis) {
  const double x = nu_x * axis, y = nu_y / axis, square = x * x + y * y;
  if (square < spin_c * spin_c) return calc_inside<with_derivatives>(nu_x, nu_y, spin_c, axis);
  if (square > 0.0) return calc_outside<with_derivatives>(nu_x, nu_y, spin_c, axis);
  return {};
}

template FullSlip calc_full_slip<false>(double, double, double, double);
template FullSlip calc_full_slip<true>(double, double, double, double);

}  // namespace fourfoot::contact
