#include "math/dense.h"

#include <cmath>
#include <utility>

namespace fourfoot {

void put_product(const ConstMatRef& a, const ConstMatRef& b, MatRef out) {
  out.setZero();
  add_product(1.0, a, b, out);
}

void put_transposed_product(const ConstMatRef& a, const ConstMatRef& b, MatRef out) {
  out.setZero();
  add_transposed_product(1.0, a, b, out);
}

void add_product(double factor, const ConstMatRef& a, const ConstMatRef& b, MatRef out) {
  out.noalias() += factor * a * b;
}

void add_transposed_product(double factor, const ConstMatRef& a, const ConstMatRef& b, MatRef out) {
  out.noalias() += factor * a.transpose() * b;
}

void put_product(const ConstMatRef& a, const VecX& x, VecX& out) {
  out.setZero(a.rows());
  add_product(1.0, a, x, out);
}

void put_transposed_product(const ConstMatRef& a, const VecX& x, VecX& out) {
  out.setZero(a.cols());
  add_transposed_product(1.0, a, x, out);
}

void add_product(double factor, const ConstMatRef& a, const VecX& x, VecX& out) {
  out.noalias() += factor * a * x;
}

void add_transposed_product(double factor, const ConstMatRef& a, const VecX& x, VecX& out) {
  out.noalias() += factor * a.transpose() * x;
}

MatX multiply(const ConstMatRef& a, const MatX& b) {
  MatX out(a.rows(), b.cols());
  put_product(a, b, out);
  return out;
}

VecX multiply(const ConstMatRef& a, const VecX& x) {
  VecX out;
  put_product(a, x, out);
  return out;
}

void LuFactors::compute(const ConstMatRef& a) {
  lu_.compute(a);
}

void LuFactors::solve(const ConstMatRef& b, MatRef out) const {
  out = lu_.solve(b);
}

void LuFactors::solve(const VecX& b, VecX& out) const {
  out = lu_.solve(b);
}

MatX LuFactors::solve(const MatX& b) const {
  MatX out(b.rows(), b.cols());
  solve(b, out);
  return out;
}

VecX LuFactors::solve(const VecX& b) const {
  VecX out;
  solve(b, out);
  return out;
}

// A^T = U^T L^T P, in place: the library's own transposed solve allocates.
void LuFactors::solve_transposed(VecX& x, VecX& scratch) const {
  lu_.matrixLU().triangularView<Eigen::Upper>().transpose().solveInPlace(x);
  lu_.matrixLU().triangularView<Eigen::UnitLower>().transpose().solveInPlace(x);
  scratch.noalias() = lu_.permutationP().transpose() * x;
  x = scratch;
}

bool LuFactors::is_regular() const {
  return (lu_.matrixLU().diagonal().array() != 0.0).all();
}

double LuFactors::rcond() const {
  return lu_.rcond();
}

void CholeskyFactors::compute(const MatX& a) {
  llt_.compute(a);
}

void CholeskyFactors::solve_in_place(MatRef x) const {
  llt_.solveInPlace(x);
}

void CholeskyFactors::solve_in_place(VecX& x) const {
  llt_.solveInPlace(x);
}

void solve_small(MatRef a, MatRef b) {
  const Eigen::Index n = a.rows();
  for (Eigen::Index k = 0; k < n; ++k) {
    Eigen::Index pivot = k;
    for (Eigen::Index i = k + 1; i < n; ++i) {
      if (std::abs(a(i, k)) > std::abs(a(pivot, k))) pivot = i;
    }
    if (pivot != k) {
      for (Eigen::Index j = k; j < n; ++j) std::swap(a(k, j), a(pivot, j));
      for (Eigen::Index j = 0; j < b.cols(); ++j) std::swap(b(k, j), b(pivot, j));
    }
    for (Eigen::Index i = k + 1; i < n; ++i) {
      const double factor = a(i, k) / a(k, k);
      for (Eigen::Index j = k + 1; j < n; ++j) a(i, j) -= factor * a(k, j);
      for (Eigen::Index j = 0; j < b.cols(); ++j) b(i, j) -= factor * b(k, j);
    }
  }
  for (Eigen::Index j = 0; j < b.cols(); ++j) {
    for (Eigen::Index k = n - 1; k >= 0; --k) {
      for (Eigen::Index i = k + 1; i < n; ++i) b(k, j) -= a(k, i) * b(i, j);
      b(k, j) /= a(k, k);
    }
  }
}

Eigen::MatrixXcd invert(const Eigen::MatrixXcd& a) {
  return a.partialPivLu().inverse();
}

}  // namespace fourfoot
