#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <vector>

namespace fourfoot::track {

/// A function of the arc length s and its derivatives by s.
struct Jet {
  double value = 0.0;
  double d1 = 0.0;
  double d2 = 0.0;
  double d3 = 0.0;
};

/// One analytic piece of a function of s: a polynomial in u = (s - origin) * scale, plus
/// cosine cos(frequency u) + sine sin(frequency u). Heading, height and cant of every alignment
/// element are such pieces, so that all derivatives are analytic and cost the same few operations.
struct Piece {
  static constexpr int max_degree = 14;

  double begin = 0.0;  ///< the piece holds from here [m]
  double end = 0.0;    ///< to here [m]
  double origin = 0.0;
  double scale = 1.0;
  int degree = 0;
  double frequency = 0.0;  ///< 0: no trigonometric part
  double cosine = 0.0;
  double sine = 0.0;
  std::array<double, max_degree + 1> c{};  ///< ascending powers of u

  double length() const { return end - begin; }
  /// Valid outside [begin, end] too: the analytic continuation.
  Jet calc(double s) const;
  /// The same where cos and sin of frequency u are known already: heading and cant of one element
  /// share them.
  Jet calc(double u, double cw, double sw) const;
};

inline Jet Piece::calc(double s) const {
  const double u = (s - origin) * scale;
  if (frequency == 0.0) return calc(u, 0.0, 0.0);
  return calc(u, std::cos(frequency * u), std::sin(frequency * u));
}

inline Jet Piece::calc(double u, double cw, double sw) const {
  double v = c[static_cast<std::size_t>(degree)], d1 = 0.0, d2 = 0.0, d3 = 0.0;
  for (int k = degree - 1; k >= 0; --k) {
    d3 = d3 * u + d2;
    d2 = d2 * u + d1;
    d1 = d1 * u + v;
    v = v * u + c[static_cast<std::size_t>(k)];
  }
  d2 *= 2.0;
  d3 *= 6.0;
  if (frequency != 0.0) {
    const double p = cosine * cw + sine * sw, q = frequency * (sine * cw - cosine * sw);
    const double f2 = frequency * frequency;
    v += p;
    d1 += q;
    d2 -= f2 * p;
    d3 -= f2 * q;
  }
  return {v, d1 * scale, d2 * scale * scale, d3 * scale * scale * scale};
}

/// A function that is the same everywhere on [begin, end].
Piece make_constant(double begin, double end, double value);

/// The polynomial through `value`, with slope `slope` at begin.
Piece make_linear(double begin, double end, double value, double slope);

/// The piece whose derivative is `rate` and whose value at rate.begin is `value`.
Piece integrate(const Piece& rate, double value);

/// Pieces of degree 12 that meet an analytic `function` on [begin, end] to `tolerance`
/// (Chebyshev interpolation, halved until the last coefficients are below it).
std::vector<Piece> fit(const std::function<double(double)>& function, double begin, double end,
                       double tolerance);

/// Coefficients of the interpolating polynomial at the n Chebyshev nodes of [-1, 1].
/// `tail` receives the size of its two highest Chebyshev coefficients.
std::vector<double> interpolate_at_nodes(const std::vector<double>& values, double* tail);

/// The n Chebyshev nodes of [-1, 1].
const std::vector<double>& get_chebyshev_nodes(int n);

}  // namespace fourfoot::track
