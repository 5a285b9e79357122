#include "math/small_factors.h"

#include <cmath>
#include <utility>

namespace fourfoot {

void SmallLu::compute(const MatX& a) {
  lu_ = a;
  const Eigen::Index n = a.rows();
  inverse_pivots_.resize(n);
  exchanged_.resize(static_cast<std::size_t>(n));
  for (Eigen::Index k = 0; k < n; ++k) {
    double* column = &lu_.coeffRef(0, k);
    Eigen::Index best = k;
    for (Eigen::Index i = k + 1; i < n; ++i)
      if (std::abs(column[i]) > std::abs(column[best])) best = i;
    exchanged_[static_cast<std::size_t>(k)] = best;
    if (best != k)
      for (Eigen::Index j = 0; j < n; ++j) std::swap(lu_.coeffRef(k, j), lu_.coeffRef(best, j));
    const double inverse = 1.0 / column[k];
    inverse_pivots_[k] = inverse;
    for (Eigen::Index i = k + 1; i < n; ++i) column[i] *= inverse;
    for (Eigen::Index j = k + 1; j < n; ++j) {
      double* other = &lu_.coeffRef(0, j);
      const double factor = other[k];
      if (factor == 0.0) continue;
      for (Eigen::Index i = k + 1; i < n; ++i) other[i] -= column[i] * factor;
    }
  }
}

void SmallLu::solve(double* x) const {
  const Eigen::Index n = lu_.rows();
  for (Eigen::Index k = 0; k < n; ++k) std::swap(x[k], x[exchanged_[static_cast<std::size_t>(k)]]);
  for (Eigen::Index k = 0; k < n; ++k) {
    if (x[k] == 0.0) continue;
    const double* column = &lu_.coeffRef(0, k);
    for (Eigen::Index i = k + 1; i < n; ++i) x[i] -= column[i] * x[k];
  }
  for (Eigen::Index k = n - 1; k >= 0; --k) {
    if (x[k] == 0.0) continue;
    x[k] *= inverse_pivots_[k];
    const double* column = &lu_.coeffRef(0, k);
    for (Eigen::Index i = 0; i < k; ++i) x[i] -= column[i] * x[k];
  }
}

void SmallLu::solve_in_place(Eigen::Ref<MatX> x) const {
  for (Eigen::Index c = 0; c < x.cols(); ++c) solve(&x.coeffRef(0, c));
}

namespace {

// y -= m x, by pairs: rows of a handful of numbers, for which a compiler's own vectors cost more than
// they bring.
inline void subtract(Eigen::Index n, double m, const double* x, double* y) {
  using Pair = Eigen::Array2d;
  Eigen::Index i = 0;
  for (; i + 1 < n; i += 2) Eigen::Map<Pair>{y + i} -= m * Eigen::Map<const Pair>{x + i};
  if (i < n) y[i] -= m * x[i];
}

}  // namespace

void SmallLu::solve_rows_in_place(MatX& x) const {
  const Eigen::Index n = lu_.rows(), columns = x.rows();
  double* const data = x.data();
  for (Eigen::Index k = 0; k < n; ++k) {
    const Eigen::Index other = exchanged_[static_cast<std::size_t>(k)];
    if (other == k) continue;
    for (Eigen::Index c = 0; c < columns; ++c)
      std::swap(data[k * columns + c], data[other * columns + c]);
  }
  for (Eigen::Index k = 0; k < n; ++k) {
    const double* column = &lu_.coeffRef(0, k);
    for (Eigen::Index i = k + 1; i < n; ++i)
      subtract(columns, column[i], data + k * columns, data + i * columns);
  }
  for (Eigen::Index k = n - 1; k >= 0; --k) {
    const double* column = &lu_.coeffRef(0, k);
    for (Eigen::Index c = 0; c < columns; ++c) data[k * columns + c] *= inverse_pivots_[k];
    for (Eigen::Index i = 0; i < k; ++i)
      subtract(columns, column[i], data + k * columns, data + i * columns);
  }
}

// A^T = U^T L^T P.
void SmallLu::solve_transposed_in_place(VecX& x) const {
  const Eigen::Index n = lu_.rows();
  for (Eigen::Index k = 0; k < n; ++k) {
    const double* column = &lu_.coeffRef(0, k);
    for (Eigen::Index i = 0; i < k; ++i) x[k] -= column[i] * x[i];
    x[k] *= inverse_pivots_[k];
  }
  for (Eigen::Index k = n - 1; k >= 0; --k) {
    const double* column = &lu_.coeffRef(0, k);
    for (Eigen::Index i = k + 1; i < n; ++i) x[k] -= column[i] * x[i];
  }
  for (Eigen::Index k = n - 1; k >= 0; --k)
    std::swap(x[k], x[exchanged_[static_cast<std::size_t>(k)]]);
}

void SmallCholesky::compute(const MatX& a) {
  l_ = a;
  const Eigen::Index n = a.rows();
  for (Eigen::Index k = 0; k < n; ++k) {
    double* column = &l_.coeffRef(0, k);
    const double inverse = 1.0 / std::sqrt(column[k]);
    column[k] = inverse;
    for (Eigen::Index i = k + 1; i < n; ++i) column[i] *= inverse;
    for (Eigen::Index j = k + 1; j < n; ++j) {
      const double factor = column[j];
      if (factor == 0.0) continue;
      double* other = &l_.coeffRef(0, j);
      for (Eigen::Index i = j; i < n; ++i) other[i] -= column[i] * factor;
    }
  }
}

void SmallCholesky::solve_in_place(Eigen::Ref<MatX> x) const {
  const Eigen::Index n = l_.rows();
  for (Eigen::Index c = 0; c < x.cols(); ++c) {
    double* v = &x.coeffRef(0, c);
    for (Eigen::Index k = 0; k < n; ++k) {
      if (v[k] == 0.0) continue;
      const double* column = &l_.coeffRef(0, k);
      v[k] *= column[k];
      for (Eigen::Index i = k + 1; i < n; ++i) v[i] -= column[i] * v[k];
    }
    for (Eigen::Index k = n - 1; k >= 0; --k) {
      const double* column = &l_.coeffRef(0, k);
      for (Eigen::Index i = k + 1; i < n; ++i) v[k] -= column[i] * v[i];
      v[k] *= column[k];
    }
  }
}

}  // namespace fourfoot
