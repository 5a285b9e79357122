#pragma once

#include <Eigen/LU>
#include <array>
#include <cmath>

/// Limit cycles of the wheelset of wheelset_family.h by a program of its own: four first-order
/// equations in small angles, classical Runge-Kutta, shooting over half a period.
namespace fourfoot::testing {

/// How the flange's corner is rounded over 1e-5 m: by a parabola, or as in the files of AUTO-07p by
/// (d + sqrt(d^2 + rounding^2))/2 of both flanges, which has a tail: a spring at rest already.
enum class FlangeCorner { parabola, tail };

struct TextbookOrbit {
  double v = 0.0, period = 0.0;  ///< [m/s, s]
};

namespace textbook_orbit {

using State = Eigen::Vector4d;  // y, psi and their rates

inline double calc_tail(double d, double rounding) {
  return 0.5 * (d + std::sqrt(d * d + rounding * rounding));
}

inline State calc_rate(const State& x, double v, FlangeCorner corner, double friction) {
  const double m = 1500, iz = 800, r0 = 0.46, e = 0.75, lambda = 0.05, f11 = 8e6, f22 = 7e6,
               ky = 2e5, kpsi = 1e6, flange = 14.6e6, clearance = 8e-3, rounding = 1e-5;
  const double lx = f11 * (e * x[3] / v + lambda * x[0] / r0), ly = f22 * (x[2] / v - x[1]);
  const double u = std::hypot(lx, ly) / friction;
  const double k = u < 3.0 ? 1.0 - u / 3.0 + u * u / 27.0 : 1.0 / u;
  const double d = std::abs(x[0]) - clearance;
  const double deep = corner == FlangeCorner::tail
                          ? calc_tail(d, rounding) - calc_tail(-d - 2.0 * clearance, rounding)
                      : d <= -rounding ? 0.0
                      : d >= rounding  ? d
                                       : (d + rounding) * (d + rounding) / (4.0 * rounding);
  const double push = x[0] > 0.0 ? -flange * deep : flange * deep;
  return {x[2], x[3], (-2.0 * k * ly - ky * x[0] + push) / m,
          (-2.0 * e * k * lx - kpsi * x[1]) / iz};
}

/// From a maximum of y to the next minimum; returns the time.
inline double run_half(State& x, double v, FlangeCorner corner, double friction) {
  constexpr double h = 2e-5;
  const auto rate = [&](const State& at) { return calc_rate(at, v, corner, friction); };
  for (double t = 0.0;; t += h) {
    const State k1 = rate(x), k2 = rate(x + 0.5 * h * k1), k3 = rate(x + 0.5 * h * k2),
                k4 = rate(x + h * k3);
    const State slope = (k1 + 2.0 * k2 + 2.0 * k3 + k4) / 6.0, next = x + h * slope;
    if (t > 0.05 && x[2] < 0.0 && next[2] >= 0.0) {  // by Taylor to where the rate vanishes
      const double part = -x[2] / slope[2];
      x += part * k1 + 0.5 * part * part / h * (rate(next) - k1);
      return t + part;
    }
    x = next;
  }
}

}  // namespace textbook_orbit

/// The limit cycle with this amplitude [m]: at which speed it exists. `friction`: limit of the creep
/// force of a wheel [N].
inline TextbookOrbit find_textbook_orbit(double amplitude, double v,
                                         FlangeCorner corner = FlangeCorner::parabola,
                                         double friction = 18e3) {
  using namespace textbook_orbit;
  // Unknowns: psi and its rate at the maximum over the amplitude, and the speed. Half a period
  // later all has changed its sign.
  const double omega = 25.3;
  Eigen::Vector3d q((2e5 - 1500 * omega * omega) / 14e6, -omega * omega / v, v);
  double half = 0.0;
  const auto miss = [&](const Eigen::Vector3d& at) {
    State x(amplitude, at[0] * amplitude, 0.0, at[1] * amplitude);
    const State start = x;
    half = run_half(x, at[2], corner, friction);
    const State sum = (x + start) / amplitude;
    return Eigen::Vector3d(sum[0], sum[1], sum[3]);
  };
  for (int i = 0; i < 20; ++i) {
    const Eigen::Vector3d f = miss(q);
    Eigen::Matrix3d jacobian;
    for (int k = 0; k < 3; ++k) {
      Eigen::Vector3d moved = q;
      const double step = 1e-6 * std::max(1.0, std::abs(q[k]));
      moved[k] += step;
      jacobian.col(k) = (miss(moved) - f) / step;
    }
    const Eigen::Vector3d change = jacobian.inverse() * f;
    q -= change;
    if (std::abs(change[2]) < 1e-9) break;
  }
  miss(q);
  return {q[2], 2.0 * half};
}

}  // namespace fourfoot::testing
