#include "track/piece.h"

#include <algorithm>
#include <numbers>

namespace fourfoot::track {

namespace {

constexpr int fit_nodes = 13;
constexpr int max_halvings = 10;
constexpr double noise = 4e-15;  ///< relative; asking for less would never end

/// Rows: node values -> Chebyshev coefficients, and the monomials of each Chebyshev polynomial.
struct NodeTransform {
  std::vector<double> nodes;
  std::vector<std::vector<double>> to_chebyshev;
  std::vector<std::vector<double>> monomials;
};

NodeTransform make_transform(int n) {
  NodeTransform t;
  const auto size = static_cast<std::size_t>(n);
  for (int i = 0; i < n; ++i) t.nodes.push_back(-std::cos(std::numbers::pi * (i + 0.5) / n));
  t.to_chebyshev.assign(size, std::vector<double>(size));
  for (std::size_t k = 0; k < size; ++k)
    for (std::size_t i = 0; i < size; ++i) {
      const double angle = std::acos(t.nodes[i]);
      t.to_chebyshev[k][i] = (k == 0 ? 1.0 : 2.0) / n * std::cos(static_cast<double>(k) * angle);
    }
  t.monomials.assign(size, std::vector<double>(size, 0.0));
  t.monomials[0][0] = 1.0;
  if (n > 1) t.monomials[1][1] = 1.0;
  for (std::size_t k = 2; k < size; ++k)
    for (std::size_t j = 0; j < size; ++j)
      t.monomials[k][j] = (j > 0 ? 2.0 * t.monomials[k - 1][j - 1] : 0.0) - t.monomials[k - 2][j];
  return t;
}

const NodeTransform& get_transform(int n) {
  static const NodeTransform of_12 = make_transform(12);
  static const NodeTransform of_13 = make_transform(13);
  return n == 12 ? of_12 : of_13;
}

}  // namespace

const std::vector<double>& get_chebyshev_nodes(int n) {
  return get_transform(n).nodes;
}

std::vector<double> interpolate_at_nodes(const std::vector<double>& values, double* tail) {
  const NodeTransform& t = get_transform(static_cast<int>(values.size()));
  const std::size_t n = values.size();
  std::vector<double> polynomial(n, 0.0);
  double a_last = 0.0, a_before = 0.0;
  for (std::size_t k = 0; k < n; ++k) {
    double a = 0.0;
    for (std::size_t i = 0; i < n; ++i) a += t.to_chebyshev[k][i] * values[i];
    for (std::size_t j = k % 2; j <= k; j += 2) polynomial[j] += a * t.monomials[k][j];
    a_before = a_last;
    a_last = a;
  }
  if (tail != nullptr) *tail = std::abs(a_last) + std::abs(a_before);
  return polynomial;
}

Piece make_constant(double begin, double end, double value) {
  Piece piece;
  piece.begin = begin;
  piece.end = end;
  piece.origin = begin;
  piece.c[0] = value;
  return piece;
}

Piece make_linear(double begin, double end, double value, double slope) {
  Piece piece = make_constant(begin, end, value);
  piece.degree = 1;
  piece.c[1] = slope;
  return piece;
}

Piece integrate(const Piece& rate, double value) {
  Piece integral = rate;
  integral.degree = rate.degree + 1;
  integral.c = {};
  for (int k = 0; k <= rate.degree; ++k)
    integral.c[static_cast<std::size_t>(k + 1)] =
        rate.c[static_cast<std::size_t>(k)] / ((k + 1) * rate.scale);
  if (rate.frequency != 0.0) {
    integral.sine = rate.cosine / (rate.frequency * rate.scale);
    integral.cosine = -rate.sine / (rate.frequency * rate.scale);
  }
  integral.c[0] = value - integral.calc(rate.begin).value;
  return integral;
}

std::vector<Piece> fit(const std::function<double(double)>& function, double begin, double end,
                       double tolerance) {
  struct Interval {
    double a, b;
    int depth;
  };
  std::vector<Interval> open{{begin, end, 0}};
  std::vector<Piece> pieces;
  const std::vector<double>& nodes = get_chebyshev_nodes(fit_nodes);
  std::vector<double> values(fit_nodes);
  while (!open.empty()) {
    const Interval now = open.back();
    open.pop_back();
    const double middle = 0.5 * (now.a + now.b), half = 0.5 * (now.b - now.a);
    for (std::size_t i = 0; i < fit_nodes; ++i) values[i] = function(middle + half * nodes[i]);
    double tail = 0.0, largest = 0.0;
    for (const double value : values) largest = std::max(largest, std::abs(value));
    const std::vector<double> polynomial = interpolate_at_nodes(values, &tail);
    if (tail > std::max(tolerance, noise * largest) && now.depth < max_halvings) {
      open.push_back({middle, now.b, now.depth + 1});
      open.push_back({now.a, middle, now.depth + 1});
      continue;
    }
    Piece piece;
    piece.begin = now.a;
    piece.end = now.b;
    piece.origin = middle;
    piece.scale = 1.0 / half;
    piece.degree = fit_nodes - 1;
    for (std::size_t k = 0; k < fit_nodes; ++k) piece.c[k] = polynomial[k];
    pieces.push_back(piece);
  }
  return pieces;
}

}  // namespace fourfoot::track
