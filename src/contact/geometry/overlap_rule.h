#pragma once

#include <array>

namespace fourfoot::contact {

/// Nodes and weights by which moments of an overlap are summed, from -1 (its begin) to 1 (its end):
///
///   x = t (1 + a) - a t^3,    t evenly spaced,    a = 1/4
///
/// The trapezoidal rule, nodes a little closer towards the ends. Overlaps of real profiles have
/// jumps of their curvature inside, where Gauss and Legendre's rule, whose nodes are wide apart in
/// the middle, loses its order: of S1002 on 60E1 the variance is met to 0.11 % at worst by this
/// rule and to 0.21 % by Legendre's with as many nodes. Both do not depend on where the minima of
/// the separation lie: forces would jump where one appears or vanishes.
struct OverlapRule {
  static constexpr int count = 16;
  std::array<double, count> node{}, weight{};

  constexpr OverlapRule() {
    constexpr double a = 0.25, step = 2.0 / (count + 1);
    for (int i = 0; i < count; ++i) {
      const double t = -1.0 + (i + 1) * step;
      node[static_cast<std::size_t>(i)] = t * (1.0 + a - a * t * t);
      weight[static_cast<std::size_t>(i)] = step * (1.0 + a - 3.0 * a * t * t);
    }
  }
};
inline constexpr OverlapRule overlap_rule;

}  // namespace fourfoot::contact
