#pragma once

#include <numbers>

#include "contact/tangential/fastsim.h"
#include "contact/tangential/saturation_laws.h"

namespace fourfoot::contact::fastrip {

/// The formulas of FaStrip for one strip (fastrip.h), over any scalar.

inline constexpr double pi = std::numbers::pi;
inline constexpr FastsimBlend blend{1.0, 0.3, false};

// value + slope (t - value of t): a function of one argument with its derivative.
template <class T>
T chain(double value, double slope, const T& t) {
  return T(value + slope * (t - get_value(t)));
}

// int_t^1 sqrt(1 - u^2) du and int_t^1 u sqrt(1 - u^2) du.
template <class T>
T calc_cap_area(const T& t) {
  const double u = get_value(t), root = std::sqrt((1.0 - u) * (1.0 + u));
  return chain(0.25 * pi - 0.5 * (u * root + std::asin(u)), -root, t);
}
template <class T>
T calc_cap_moment(const T& t) {
  const double u = get_value(t), square = (1.0 - u) * (1.0 + u), root = std::sqrt(square);
  return chain(square * root / 3.0, -u * root, t);
}

// Along a strip of half length 1, from the leading edge.
struct Cells {
  int count;
  double step;                  // length of a cell
  const double *area, *moment;  // of sqrt(1 - t^2) and t sqrt(1 - t^2) over each
};

template <class T>
struct StripSums {
  T fx = T(0.0), fy = T(0.0), my = T(0.0);  // of p_x, p_y, x p_y over a strip of half length 1
};

// The stick part from t = border to 1, with offset o = d / a_y: t = -1 + 2 o.
template <class T>
StripSums<T> integrate_stick(const T& o, const T& border, const T& kappa, const T& lambda,
                             const T& lambda_prime) {
  const T whole = calc_cap_area(border);
  const T rest = 1.0 - o;
  const T inner = (0.5 * pi) * rest * rest;  // of s'
  StripSums<T> sums;
  sums.fx = kappa * (whole - inner);
  sums.fy = lambda * whole - lambda_prime * inner;
  sums.my = lambda * calc_cap_moment(border) - lambda_prime * inner * o;
  return sums;
}

// The creepages of a patch in the header's terms.
template <class T>
struct ScaledCreep {
  T xi, eta, spin;
  T shift;                          // x_part of longitudinal creepage by spin is -shift times it
  T stick_spin, beyond, remainder;  // f, e and 1 - f^2

  static ScaledCreep make(const FastsimPatch<T>& patch, const Material& material, const T& mu_p0,
                          const T& nu_x, const T& nu_y, const T& spin) {
    ScaledCreep k;
    const double nu = material.poisson;
    const KalkerCoefficients<T>& c = patch.kalker;
    const T stiffness = material.shear_modulus / (2.0 * mu_p0);
    k.xi = -(4.0 / (pi * pi)) * (1.0 - nu) * stiffness * c.c11 * nu_x;
    k.eta = -(4.0 / (pi * pi)) * (1.0 - nu) * stiffness * c.c22 * nu_y;
    const T by_spin = (3.0 / pi) * stiffness * c.c23;
    k.spin = -by_spin * patch.root_ab * spin;
    k.shift = by_spin / patch.root_ratio;
    const bool is_beyond = std::abs(get_value(k.spin)) > 1.0;
    k.stick_spin = is_beyond ? T(get_value(k.spin) > 0.0 ? 1.0 : -1.0) : k.spin;
    k.beyond = is_beyond ? T(k.spin * k.spin * k.spin * k.spin) : T(1.0);
    k.remainder = 1.0 - k.stick_spin * k.stick_spin;
    return k;
  }
};

// The stick part of a strip of half length s a; returns its border, 1 where all slips. x_part:
// xi' - spin' y/a.
template <class T, class S>
T add_stick(const ScaledCreep<T>& k, double nu, const T& x_part, const S& s, StripSums<T>& sums) {
  using std::sqrt;
  // The small number gives zero creepage its derivatives: kappa and lambda' are quotients of
  // vanishing numbers there.
  const T square = x_part * x_part + k.eta * k.eta + 1e-18;
  const T root = sqrt(T(k.eta * k.eta + k.remainder * x_part * x_part + 1e-18));
  const T denominator = root - k.eta * k.stick_spin;
  if (!(get_value(denominator) > 1e-12)) return T(1.0);
  const T D = k.beyond * square / denominator;
  const T o = D / ((1.0 - nu) * s);
  if (!(get_value(o) < 1.0)) return T(1.0);
  const T border = -1.0 + 2.0 * o;
  const T lambda_prime = k.eta / D;
  sums = integrate_stick(o, border, T(x_part / D), T(lambda_prime + k.stick_spin), lambda_prime);
  return border;
}

// FASTSIM along the strip for the directions behind the border; tractions over s. `along`: A - Cx
// y/b.
template <class T, class S>
void add_slip(const FastsimScaling<T>& simplified, const Cells& cells, const T& along, const S& s,
              const T& border, StripSums<T>& sums) {
  const double step = cells.step;
  const T hx = step * along;
  const T hy = step * simplified.B;
  const T hs = step * s * simplified.Cy;
  T qx = T(0.0), qy = T(0.0);
  for (int i = 0; i < cells.count; ++i) {
    const double t = 1.0 - (i + 0.5) * step;
    const double part = i == 0 ? 0.5 : 1.0, mid = i == 0 ? 1.0 - 0.25 * step : t + 0.5 * step;
    qx = qx - part * hx;
    qy = qy - part * (hy + mid * hs);
    const double bound = 0.75 * std::sqrt((1.0 - t) * (1.0 + t));  // elliptic, of mu p0 parabolic
    const T length = calc_length(qx, qy);
    if (get_value(length) > bound) {
      const T scale = bound / length;
      qx = qx * scale;
      qy = qy * scale;
    }
    const double lead = t + 0.5 * step, trail = std::max(t - 0.5 * step, -1.0);
    if (get_value(border) <= trail) continue;
    T weight = T(cells.area[i]), moment = T(cells.moment[i]);
    if (get_value(border) < lead) {  // the border crosses this cell
      weight = calc_cap_area(trail) - calc_cap_area(border);
      moment = calc_cap_moment(trail) - calc_cap_moment(border);
    }
    // Directions of tractions below a thousandth of the bound would turn at once.
    T now = calc_length(qx, qy);
    if (get_value(now) < 1e-3 * bound) now = T(1e-3 * bound);
    sums.fx = sums.fx + weight * qx / now;
    sums.fy = sums.fy + weight * qy / now;
    sums.my = sums.my + moment * qy / now;
  }
}

}  // namespace fourfoot::contact::fastrip
