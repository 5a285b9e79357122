#pragma once

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include "math/types.h"

/// Products and factors of dense matrices whose size is known at run time only. They do what the
/// same expressions of Eigen do, number by number, but are compiled once: in place, each costs a
/// second of compilation or more. None allocates where the sizes stay; `out` shares no memory with
/// what is multiplied.
namespace fourfoot {

using ConstMatRef = Eigen::Ref<const MatX>;
using MatRef = Eigen::Ref<MatX>;

/// out = A B, out = A^T B; out += factor A B, out += factor A^T B.
void put_product(const ConstMatRef& a, const ConstMatRef& b, MatRef out);
void put_transposed_product(const ConstMatRef& a, const ConstMatRef& b, MatRef out);
void add_product(double factor, const ConstMatRef& a, const ConstMatRef& b, MatRef out);
void add_transposed_product(double factor, const ConstMatRef& a, const ConstMatRef& b, MatRef out);

/// The same with vectors.
void put_product(const ConstMatRef& a, const VecX& x, VecX& out);
void put_transposed_product(const ConstMatRef& a, const VecX& x, VecX& out);
void add_product(double factor, const ConstMatRef& a, const VecX& x, VecX& out);
void add_transposed_product(double factor, const ConstMatRef& a, const VecX& x, VecX& out);

/// As new matrices and vectors, where allocation does not matter.
MatX multiply(const ConstMatRef& a, const MatX& b);
VecX multiply(const ConstMatRef& a, const VecX& x);

/// Factors P A = L U of a square matrix, by rows exchanged for the largest pivot.
class LuFactors {
 public:
  LuFactors() = default;
  explicit LuFactors(const ConstMatRef& a) { compute(a); }

  void compute(const ConstMatRef& a);
  /// out = A^-1 b.
  void solve(const ConstMatRef& b, MatRef out) const;
  void solve(const VecX& b, VecX& out) const;
  MatX solve(const MatX& b) const;
  VecX solve(const VecX& b) const;
  /// x = A^-T x; `scratch` has its size.
  void solve_transposed(VecX& x, VecX& scratch) const;
  /// No pivot is zero.
  bool is_regular() const;
  /// An estimate of 1 / (|A| |A^-1|).
  double rcond() const;

 private:
  Eigen::PartialPivLU<MatX> lu_;
};

/// Factors A = L L^T of a symmetric, positive definite matrix.
class CholeskyFactors {
 public:
  void compute(const MatX& a);
  /// x = A^-1 x.
  void solve_in_place(MatRef x) const;
  void solve_in_place(VecX& x) const;

 private:
  Eigen::LLT<MatX> llt_;
};

/// b = A^-1 b for a few unknowns, by elimination with rows exchanged; A is used up.
void solve_small(MatRef a, MatRef b);

/// A^-1 of a square complex matrix.
Eigen::MatrixXcd invert(const Eigen::MatrixXcd& a);

}  // namespace fourfoot
