#include "contact/normal/hertz.h"

#include <array>

#include "base/error.h"
#include "contact/normal/elliptic.h"
#include "math/polynomial_fit.h"

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

/// The shape over L = ln(cy / cx) as polynomials, piece by piece: in the time loop a solution by
/// elliptic integrals would be a good part of a wheel. On pieces this small what polynomials of
/// this degree through Chebyshev's points leave is rounding.
class ShapePieces {
 public:
  static constexpr double reach = 12.0;  ///< curvatures of 1 : 160 000
  ShapePieces() {
    for (int i = 0; i < count; ++i) fit(i);
  }
  HertzShape calc(double L) const {
    const double position = (L + reach) / width;
    const int i = std::min(static_cast<int>(position), count - 1);
    const double x = 2.0 * (position - i) - 1.0;
    const std::array<Numbers, degree + 1>& c = coefficients_[static_cast<std::size_t>(i)];
    Numbers value = c[degree], slope = Numbers::Zero();
    for (std::size_t n = degree; n-- > 0;) {
      slope = slope * x + value;
      value = value * x + c[n];
    }
    slope *= 2.0 / width;
    return {value[0], value[1], value[2], slope[0], slope[1], slope[2]};
  }

 private:
  static constexpr double width = 0.25;
  static constexpr int count = static_cast<int>(2.0 * reach / width);
  static constexpr std::size_t degree = 9;
  using Numbers = Eigen::Array4d;  ///< k, a, K, 0

  void fit(int piece) {
    constexpr std::size_t n = degree + 1;
    std::array<double, n> values[3];
    for (std::size_t i = 0; i < n; ++i) {
      const double at = 0.5 * (fit_.points()[i] + 1.0);
      const HertzShape s = solve_hertz_shape(width * (piece + at) - reach);
      values[0][i] = s.ratio;
      values[1][i] = s.a;
      values[2][i] = s.stiffness;
    }
    std::array<Numbers, n>& c = coefficients_[static_cast<std::size_t>(piece)];
    c.fill(Numbers::Zero());
    for (int f = 0; f < 3; ++f) {
      const std::array<double, n> found = fit_.calc(values[f]);
      for (std::size_t k = 0; k < n; ++k) c[k][f] = found[k];
    }
  }

  PolynomialFit<degree + 1> fit_;
  std::array<std::array<Numbers, degree + 1>, count> coefficients_;
};

}  // namespace

HertzShape solve_hertz_shape(double L) {
  // The long axis lies along the small curvature; computed there, then turned.
  const double l = std::abs(L);
  const Solution s = solve_ellipse(l);
  const double du = 1.0 / s.slope;                   // d ln k / d l, both of the long-axis frame
  const double dK = -s.e.B / s.e.K * du;             // d ln K / d l
  const double dD = -s.e.S / s.e.D * du;             // d ln D / d l
  const double weight = 1.0 / (1.0 + std::exp(-l));  // c_large / c, and d ln(c/c_small)/dl
  const double sum = 1.0 + std::exp(l);              // c / c_small
  // a_long^2 c / delta = 2 D/K (c / c_small); N/(E* d^1.5) sqrt(c) = 2 pi/3 K^-1.5 sqrt(2 D c/c_s)
  double log_ratio = s.u, d_log_ratio = du;
  double a = std::sqrt(2.0 * s.e.D / s.e.K * sum), d_log_a = 0.5 * (dD - dK + weight);
  const double stiffness = 2.0 * std::numbers::pi / 3.0 * a / s.e.K;
  double d_log_stiffness = -1.5 * dK + 0.5 * (dD + weight);
  if (L < 0.0) {  // a is the short axis: a = k a_long; b/a = 1/k; dl = -dL
    a *= std::exp(s.u);
    d_log_a = -(d_log_a + du);
    log_ratio = -s.u;
    d_log_stiffness = -d_log_stiffness;  // d_log_ratio: two signs cancel
  }
  const double ratio = std::exp(log_ratio);
  return {ratio, a, stiffness, ratio * d_log_ratio, a * d_log_a, stiffness * d_log_stiffness};
}

HertzShape find_hertz_shape(double cx, double cy) {
  if (!(cx > 0.0 && cy > 0.0 && std::isfinite(cx) && std::isfinite(cy))) {
    throw RunError("Hertzian contact needs positive sums of curvatures, got " + std::to_string(cx) +
                   " and " + std::to_string(cy) + " 1/m");
  }
  static const ShapePieces pieces;
  const double L = std::log(cy / cx);
  return std::abs(L) < ShapePieces::reach ? pieces.calc(L) : solve_hertz_shape(L);
}

}  // namespace fourfoot::contact
