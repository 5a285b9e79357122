#include "track/transition.h"

#include <numbers>

namespace fourfoot::track {

namespace {

double calc_binomial(int n, int k) {
  double value = 1.0;
  for (int i = 1; i <= k; ++i) value = value * (n - k + i) / i;
  return value;
}

Piece make_polynomial(double begin, double length, double v0, double dv,
                      const std::vector<double>& f) {
  Piece piece = make_constant(begin, begin + length, v0);
  piece.scale = 1.0 / length;
  piece.degree = static_cast<int>(f.size());
  for (std::size_t k = 0; k < f.size(); ++k) piece.c[k + 1] = dv * f[k];
  return piece;
}

/// Helmert's curve is two parabolas that meet at half length.
std::vector<Piece> make_helmert(double begin, double length, double v0, double dv) {
  Piece first = make_polynomial(begin, length, v0, dv, {0.0, 2.0});
  Piece second = make_polynomial(begin, length, v0 + dv, -dv, {0.0, 2.0});
  first.end = second.begin = begin + 0.5 * length;
  second.origin = second.end;
  return {first, second};
}

std::vector<Piece> make_cosine(double begin, double length, double v0, double dv) {
  Piece piece = make_polynomial(begin, length, v0 + 0.5 * dv, 0.0, {});
  piece.frequency = std::numbers::pi;
  piece.cosine = -0.5 * dv;
  return {piece};
}

std::vector<Piece> make_sine(double begin, double length, double v0, double dv) {
  Piece piece = make_polynomial(begin, length, v0, dv, {1.0});
  piece.frequency = 2.0 * std::numbers::pi;
  piece.sine = -dv / (2.0 * std::numbers::pi);
  return {piece};
}

}  // namespace

std::vector<double> get_smooth_polynomial(int degree) {
  const int m = (degree - 1) / 2;
  std::vector<double> c(static_cast<std::size_t>(degree), 0.0);
  for (int k = 0; k <= m; ++k)
    c[static_cast<std::size_t>(m + k)] =
        (k % 2 == 0 ? 1.0 : -1.0) * calc_binomial(m + k, k) * calc_binomial(2 * m + 1, m - k);
  return c;
}

std::vector<Piece> make_transition(TransitionShape shape, double begin, double length, double v0,
                                   double v1, const std::vector<double>& polynomial) {
  const double dv = v1 - v0;
  switch (shape) {
    case TransitionShape::linear:
      return {make_polynomial(begin, length, v0, dv, {1.0})};
    case TransitionShape::helmert:
      return make_helmert(begin, length, v0, dv);
    case TransitionShape::bloss:
      return {make_polynomial(begin, length, v0, dv, {0.0, 3.0, -2.0})};
    case TransitionShape::cosine:
      return make_cosine(begin, length, v0, dv);
    case TransitionShape::sine:
      return make_sine(begin, length, v0, dv);
    case TransitionShape::viennese:
      return {make_polynomial(begin, length, v0, dv, get_smooth_polynomial(7))};
    case TransitionShape::polynomial:
      return {make_polynomial(begin, length, v0, dv, polynomial)};
  }
  return {};
}

}  // namespace fourfoot::track
