#include "contact/normal/hertz.h"

#include "base/error.h"
#include "contact/normal/elliptic.h"

namespace fourfoot::contact {

namespace {

// ln k over l = ln(large / small curvature) >= 0: F(u) = ln B - ln D - 2u - l = 0, u = ln k <= 0.
struct Solution {
  double u, slope;  // slope = dF/du
  EllipticIntegrals e;
};

Solution solve_ellipse(double l) {
  // k = (small/large)^(2/pi) is good to a few per cent for every ellipse [Johnson1985, Eq. 4.37].
  double u = -l * 2.0 / std::numbers::pi;
  for (int i = 0; i < 20; ++i) {
    const EllipticIntegrals e = calc_elliptic_integrals(std::min(1.0, std::exp(u)));
    const double f = std::log(e.B / e.D) - 2.0 * u - l;
    const double slope = (e.S - e.B) / e.B + e.S / e.D - 2.0;
    const double step = f / slope;
    u = std::min(0.0, u - step);
    if (std::abs(step) < 1e-7) {  // quadratic convergence: the step just taken leaves 1e-14
      const EllipticIntegrals last = calc_elliptic_integrals(std::min(1.0, std::exp(u)));
      return {u, (last.S - last.B) / last.B + last.S / last.D - 2.0, last};
    }
  }
  throw RunError("the axis ratio of a Hertzian contact was not found");
}

}  // namespace

HertzShape find_hertz_shape(double cx, double cy) {
  if (!(cx > 0.0 && cy > 0.0 && std::isfinite(cx) && std::isfinite(cy))) {
    throw RunError("Hertzian contact needs positive sums of curvatures, got " + std::to_string(cx) +
                   " and " + std::to_string(cy) + " 1/m");
  }
  // The long axis lies along the small curvature; computed there, then turned.
  const bool long_in_x = cx <= cy;
  const double l = long_in_x ? std::log(cy / cx) : std::log(cx / cy);
  const Solution s = solve_ellipse(l);
  const double du = 1.0 / s.slope;                   // d ln k / d l, both of the long-axis frame
  const double dK = -s.e.B / s.e.K * du;             // d ln K / d l
  const double dD = -s.e.S / s.e.D * du;             // d ln D / d l
  const double weight = 1.0 / (1.0 + std::exp(-l));  // c_large / c, and d ln(c/c_small)/dl
  const double log_c = std::log1p(std::exp(l));      // ln(c / c_small)
  // a_long^2 c / delta = 2 D/K (c / c_small); N/(E* d^1.5) sqrt(c) = 2 pi/3 K^-1.5 sqrt(2 D c/c_s)
  const double log_long = std::log(2.0 * s.e.D / s.e.K) + log_c;
  const double d_log_long = dD - dK + weight;
  HertzShape shape;
  shape.log_K = std::log(2.0 * std::numbers::pi / 3.0) - 1.5 * std::log(s.e.K) +
                0.5 * (std::log(2.0 * s.e.D) + log_c);
  shape.d_log_K = -1.5 * dK + 0.5 * (dD + weight);
  shape.log_k = s.u;
  shape.d_log_k = du;
  shape.log_a = log_long;
  shape.d_log_a = d_log_long;
  if (!long_in_x) {  // a is the short axis: a = k a_long; b/a = 1/k; dl = -d ln(cy/cx)
    shape.log_a = log_long + 2.0 * s.u;
    shape.d_log_a = -(d_log_long + 2.0 * du);
    shape.log_k = -s.u;
    shape.d_log_K = -shape.d_log_K;  // d_log_k: two signs cancel
  }
  return shape;
}

}  // namespace fourfoot::contact
