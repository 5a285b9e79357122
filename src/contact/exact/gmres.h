#pragma once

#include <cmath>
#include <vector>

namespace fourfoot::contact {

inline double calc_dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// GMRES for A x = b from x = 0, left preconditioned: apply(v, out) gives M^-1 A v, b likewise.
/// Returns the number of products.
template <class Apply>
int solve_gmres(const Apply& apply, const std::vector<double>& b, double tolerance, int most,
                std::vector<double>& x) {
  using Vector = std::vector<double>;
  const std::size_t n = b.size();
  x.assign(n, 0.0);
  const double beta = std::sqrt(calc_dot(b, b));
  if (!(beta > 0.0)) return 0;
  std::vector<Vector> basis(1, b), columns;
  for (double& v : basis[0]) v /= beta;
  Vector cosines, sines, rhs(1, beta);
  int k = 0;
  for (; k < most; ++k) {
    basis.emplace_back(n);
    Vector& next = basis.back();
    apply(basis[k], next);
    Vector h(static_cast<std::size_t>(k) + 2);
    for (int i = 0; i <= k; ++i) {
      h[i] = calc_dot(basis[i], next);
      for (std::size_t m = 0; m < n; ++m) next[m] -= h[i] * basis[i][m];
    }
    h[k + 1] = std::sqrt(calc_dot(next, next));
    if (h[k + 1] > 0.0)
      for (double& v : next) v /= h[k + 1];
    for (int i = 0; i < k; ++i) {
      const double upper = cosines[i] * h[i] + sines[i] * h[i + 1];
      h[i + 1] = cosines[i] * h[i + 1] - sines[i] * h[i];
      h[i] = upper;
    }
    const double length = std::hypot(h[k], h[k + 1]);
    cosines.push_back(h[k] / length);
    sines.push_back(h[k + 1] / length);
    h[k] = length;
    columns.push_back(h);
    rhs.push_back(-sines[k] * rhs[k]);
    rhs[k] *= cosines[k];
    if (std::abs(rhs[k + 1]) < tolerance * beta) {
      ++k;
      break;
    }
  }
  for (int i = k - 1; i >= 0; --i) {
    for (int m = i + 1; m < k; ++m) rhs[i] -= columns[m][i] * rhs[m];
    rhs[i] /= columns[i][i];
    for (std::size_t m = 0; m < n; ++m) x[m] += rhs[i] * basis[i][m];
  }
  return k;
}

}  // namespace fourfoot::contact
