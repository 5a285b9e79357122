#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "math/dual.h"

namespace fourfoot::element {

/// A function given by points, linear between them, continued with the slope of its end pieces.
/// At a point the slope is that of the piece to the right.
class TabulatedCurve {
 public:
  TabulatedCurve() = default;
  /// x rising strictly; at least two points (one: a constant). The caller has checked it.
  TabulatedCurve(std::vector<double> x, std::vector<double> y)
      : x_(std::move(x)), y_(std::move(y)) {}

  bool empty() const { return x_.empty(); }

  /// x over y; empty if y does not rise strictly from point to point, or has fewer than two.
  TabulatedCurve invert() const {
    if (x_.size() < 2) return {};
    for (std::size_t i = 1; i < y_.size(); ++i) {
      if (!(y_[i] > y_[i - 1])) return {};
    }
    return {y_, x_};
  }

  struct Range {
    double begin = 0.0, end = 0.0;
  };
  /// The pieces about x = 0 on which y is zero throughout; an empty range if y is not zero there,
  /// or there is no end to it.
  Range find_free_way() const {
    if (x_.size() < 3) return {};
    std::size_t first = find_piece(0.0), last = first + 1;
    if (y_[first] != 0.0 || y_[last] != 0.0) return {};
    while (first > 0 && y_[first - 1] == 0.0) --first;
    while (last + 1 < x_.size() && y_[last + 1] == 0.0) ++last;
    if (first == 0 && last + 1 == x_.size()) return {};
    constexpr double far = std::numeric_limits<double>::infinity();
    return {first == 0 ? -far : x_[first], last + 1 == x_.size() ? far : x_[last]};
  }

  template <class T>
  T value(const T& at) const {
    if (empty()) return T(0);
    if (x_.size() == 1) return T(y_[0]);
    const std::size_t i = find_piece(get_value(at));
    return y_[i] + (at - x_[i]) * slope(i);
  }

  /// Integral from 0 to `at`.
  template <class T>
  T integral(const T& at) const {
    if (empty()) return T(0);
    if (x_.size() == 1) return at * y_[0];
    const std::size_t from = find_piece(0.0), to = find_piece(get_value(at));
    const T part = integrate_piece(to, at);
    double whole = -integrate_piece(from, 0.0);
    for (std::size_t i = from; i < to; ++i) {
      whole += integrate_piece(i, x_[i + 1]) - integrate_piece(i + 1, x_[i + 1]);
    }
    for (std::size_t i = from; i > to; --i) {
      whole += integrate_piece(i, x_[i]) - integrate_piece(i - 1, x_[i]);
    }
    return part + whole;
  }

 private:
  double slope(std::size_t i) const { return (y_[i + 1] - y_[i]) / (x_[i + 1] - x_[i]); }
  std::size_t find_piece(double at) const {
    const auto it = std::upper_bound(x_.begin() + 1, x_.end() - 1, at);
    return static_cast<std::size_t>(it - x_.begin()) - 1;
  }
  /// Antiderivative of piece i, zero at its left point.
  template <class T>
  T integrate_piece(std::size_t i, const T& at) const {
    const T h = at - x_[i];
    return h * (y_[i] + 0.5 * slope(i) * h);
  }

  std::vector<double> x_, y_;
};

}  // namespace fourfoot::element
