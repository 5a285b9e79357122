#include "math/small_factors.h"

#include <cmath>
#include <utility>

#include "math/repeat.h"

namespace fourfoot {

namespace {

using Index = Eigen::Index;

/// f(n), for small n as a constant: loops of a few numbers cost a compiler that knows their lengths
/// half. The operations and their order are the same.
template <class F>
inline void with_size(Index n, const F& f) {
  switch (n) {
    case 1:
      return f(Size<1>{});
    case 2:
      return f(Size<2>{});
    case 3:
      return f(Size<3>{});
    case 5:  // rows of a revolute joint
      return f(Size<5>{});
    case 6:
      return f(Size<6>{});
    case 7:
      return f(Size<7>{});
    case 8:  // a wheelset with two axle boxes
      return f(Size<8>{});
    default:
      return f(n);
  }
}

// y -= m x, by pairs: rows of a handful of numbers, for which a compiler's own vectors cost more than
// they bring.
inline void subtract(Index n, double m, const double* x, double* y) {
  using Pair = Eigen::Array2d;
  Index i = 0;
  for (; i + 1 < n; i += 2) Eigen::Map<Pair>{y + i} -= m * Eigen::Map<const Pair>{x + i};
  if (i < n) y[i] -= m * x[i];
}

inline double dot(Index n, const double* x, const double* y) {
  using Pair = Eigen::Array2d;
  Pair sums = Pair::Zero();
  Index i = 0;
  for (; i + 1 < n; i += 2) sums += Eigen::Map<const Pair>{x + i} * Eigen::Map<const Pair>{y + i};
  const double sum = sums[0] + sums[1];
  return i < n ? sum + x[i] * y[i] : sum;
}

}  // namespace

void SmallLu::compute(const MatX& a) {
  lu_ = a;
  inverse_pivots_.resize(a.rows());
  exchanged_.resize(static_cast<std::size_t>(a.rows()));
  double *const lu = lu_.data(), *const inverses = inverse_pivots_.data();
  Index* const exchanged = exchanged_.data();
  with_size(a.rows(), [=](auto n) {
    for (Index k = 0; k < n; ++k) {
      double* column = lu + k * n;
      Index best = k;
      for (Index i = k + 1; i < n; ++i)
        if (std::abs(column[i]) > std::abs(column[best])) best = i;
      exchanged[k] = best;
      if (best != k)
        for (Index j = 0; j < n; ++j) std::swap(lu[j * n + k], lu[j * n + best]);
      const double inverse = inverses[k] = 1.0 / column[k];
      for (Index i = k + 1; i < n; ++i) column[i] *= inverse;
      for (Index j = k + 1; j < n; ++j) {
        double* other = lu + j * n;
        const double factor = other[k];
        if (factor == 0.0) continue;
        for (Index i = k + 1; i < n; ++i) other[i] -= column[i] * factor;
      }
    }
  });
}

void SmallLu::solve(double* x) const {
  const double *const lu = lu_.data(), *const inverses = inverse_pivots_.data();
  const Index* const exchanged = exchanged_.data();
  with_size(lu_.rows(), [=](auto n) {
    for (Index k = 0; k < n; ++k) std::swap(x[k], x[exchanged[k]]);
    for (Index k = 0; k < n; ++k) {
      if (x[k] == 0.0) continue;
      const double* column = lu + k * n;
      for (Index i = k + 1; i < n; ++i) x[i] -= column[i] * x[k];
    }
    for (Index k = n - 1; k >= 0; --k) {
      if (x[k] == 0.0) continue;
      x[k] *= inverses[k];
      const double* column = lu + k * n;
      for (Index i = 0; i < k; ++i) x[i] -= column[i] * x[k];
    }
  });
}

void SmallLu::solve_in_place(Eigen::Ref<MatX> x) const {
  for (Index c = 0; c < x.cols(); ++c) solve(&x.coeffRef(0, c));
}

void SmallLu::solve_rows_in_place(MatX& x) const {
  const Index n = lu_.rows();
  const double* const lu = lu_.data();
  double* const data = x.data();
  with_size(x.rows(), [=, this](auto columns) {
    for (Index k = 0; k < n; ++k) {
      const Index other = exchanged_[static_cast<std::size_t>(k)];
      if (other == k) continue;
      for (Index c = 0; c < columns; ++c)
        std::swap(data[k * columns + c], data[other * columns + c]);
    }
    for (Index k = 0; k < n; ++k) {
      const double* column = lu + k * n;
      for (Index i = k + 1; i < n; ++i) {
        if (column[i] == 0.0) continue;
        subtract(columns, column[i], data + k * columns, data + i * columns);
      }
    }
    for (Index k = n - 1; k >= 0; --k) {
      const double* column = lu + k * n;
      for (Index c = 0; c < columns; ++c) data[k * columns + c] *= inverse_pivots_[k];
      for (Index i = 0; i < k; ++i) {
        if (column[i] == 0.0) continue;
        subtract(columns, column[i], data + k * columns, data + i * columns);
      }
    }
  });
}

// A^T = U^T L^T P.
void SmallLu::solve_transposed_in_place(VecX& given) const {
  const double *const lu = lu_.data(), *const inverses = inverse_pivots_.data();
  const Index* const exchanged = exchanged_.data();
  double* const x = given.data();
  with_size(lu_.rows(), [=](auto n) {
    for (Index k = 0; k < n; ++k) {
      const double* column = lu + k * n;
      for (Index i = 0; i < k; ++i) x[k] -= column[i] * x[i];
      x[k] *= inverses[k];
    }
    for (Index k = n - 1; k >= 0; --k) {
      const double* column = lu + k * n;
      for (Index i = k + 1; i < n; ++i) x[k] -= column[i] * x[i];
    }
    for (Index k = n - 1; k >= 0; --k) std::swap(x[k], x[exchanged[k]]);
  });
}

void SmallCholesky::compute(const Eigen::Ref<const MatX>& a) {
  l_.resize(a.rows(), a.rows());
  double* const l = l_.data();
  with_size(a.rows(), [&a, l](auto n) {
    repeat(Size<0>{}, n, [&a, l, n](auto k) {
      const double* const from = &a.coeffRef(0, k);
      for (Index i = k; i < n; ++i) l[k * n + i] = from[i];
    });
    repeat(Size<0>{}, n, [l, n](auto k) {
      double* const column = l + k * n;
      const double inverse = 1.0 / std::sqrt(column[k]);
      column[k] = inverse;
      for (Index i = k + 1; i < n; ++i) column[i] *= inverse;
      repeat(get_next(k), n, [l, n, column](auto j) {
        const double factor = column[j];
        if (factor != 0.0) subtract(n - j, factor, column + j, l + j * n + j);
      });
    });
  });
}

void SmallCholesky::solve_in_place(Eigen::Ref<MatX> x) const {
  const double* const l = l_.data();
  with_size(l_.rows(), [&x, l](auto n) {
    for (Index c = 0; c < x.cols(); ++c) {
      double* const v = &x.coeffRef(0, c);
      repeat(Size<0>{}, n, [l, n, v](auto k) {
        const double* const column = l + k * n;
        v[k] *= column[k];
        subtract(n - k - 1, v[k], column + k + 1, v + k + 1);
      });
      repeat(Size<0>{}, n, [l, n, v](auto back) {
        const Index k = n - 1 - back;
        const double* const column = l + k * n;
        v[k] = column[k] * (v[k] - dot(back, column + k + 1, v + k + 1));
      });
    }
  });
}

}  // namespace fourfoot
