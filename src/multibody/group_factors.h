#pragma once

#include <array>
#include <span>
#include <vector>

#include "math/dense.h"
#include "math/small_factors.h"
#include "multibody/model.h"

/// Factors of the matrices of constraints, group by group (ConstraintGroup): their cost grows with
/// the number of groups, not with its third power. Used by this room only.
namespace fourfoot::multibody {

/// A_d of a revolute joint whose rows (three that hold its point, two that hold its axis) are met by one
/// body: by its velocity v and by two components w of its angular velocity,
///
///   A_d = [ E  W ]     E: directions of the point's rows, perpendicular unit vectors: E^-1 = E^T,
///                      and the identity where these are the axes of v;
///         [ 0  P ]     2 x 2
///
/// so that w follows from the axis and v from the point.
class RevoluteFactors {
 public:
  /// Reads A_d from the rows of A whose first entry in v_x's column is given; columns are `stride` apart,
  /// those of w as many behind v_x as `turns` tells.
  void compute(const double* a, Eigen::Index stride, const std::array<int, 2>& turns);
  /// x = A_d^-1 x, x = A_d^-T x: five numbers.
  void solve(double* x) const;
  void solve_transposed(double* x) const;

 private:
  /// v = E^-1 v.
  template <class V>
  void turn_back(V& v) const {
    if (!is_aligned_) v = E_.transpose() * v.eval();
  }
  Mat3 E_;
  bool is_aligned_ = false;  ///< E is the identity
  Eigen::Matrix<double, 3, 2> W_;
  Eigen::Matrix2d inverse_P_;
};

/// A_d, the columns of the dependent speeds, block by block (ConstraintBlock), and the columns of the
/// independent ones beside it.
class DependentFactors {
 public:
  DependentFactors() = default;
  explicit DependentFactors(const Model& model);

  /// X = -A_d^-1 A_i, by (dependent, independent); what lies outside the blocks stays as it is: zero.
  void compute(const Model& model, const MatX& A, MatX& X);
  /// out = A_d^-1 b: from rows to dependent speeds.
  void solve(const Model& model, const VecX& b, VecX& out);
  /// out = A_d^-T b: from dependent speeds to rows.
  void solve_transposed(const Model& model, const VecX& b, VecX& out);
  /// out = A_d^-1 of some columns of `rows` (all rows by anything), for the rows of one group: by
  /// (dependent speed of the group, number of the column in the list).
  void solve_columns(const Model& model, std::size_t group, const MatX& rows,
                     std::span<const int> columns, MatRef out) const;
  /// The least of the blocks of this A: an estimate of 1 / (|A_d| |A_d^-1|). It factorises once more.
  double rcond(const Model& model, const MatX& A) const;

 private:
  struct Part {
    RevoluteFactors revolute;  ///< where one body follows by a revolute joint; else:
    SmallLu lu;
    MatX dependent;
    MatX X;          ///< transposed: by (independent, row)
    mutable VecX x;  ///< scratch

    void solve(const ConstraintBlock& block, double* values) const;
  };
  void compute_revolute(const Model& model, const ConstraintBlock& block, const MatX& A, MatX& X,
                        Part& part);
  void compute_general(const Model& model, const ConstraintBlock& block, const MatX& A, MatX& X,
                       Part& part);

  std::vector<Part> parts_;  ///< all blocks, group by group
};

/// Theta = B^T M B.
class MassFactors {
 public:
  MassFactors() = default;
  explicit MassFactors(const Model& model);

  void compute(const Model& model, const MatX& theta);
  /// x = Theta^-1 x.
  void solve_in_place(const Model& model, MatRef x) const;
  /// The same in the rows of one group.
  void solve_group_in_place(const Model& model, std::size_t group, MatRef x) const;

 private:
  std::vector<SmallCholesky> parts_;  ///< of each group
};

/// Its speeds are its twist, so that its block of the mass matrix is diag(m, m, m, J).
bool has_constant_mass(const Body& body);

/// Products of matrices that are other than zero only within the groups: B (packed by independent
/// speeds), the mass matrix (packed by packed).

/// theta = B^T M B, its lower half: each body adds to the independent speeds that it follows.
void put_reduced_mass(const Model& model, const MatX& mass, const MatX& B, MatX& theta);
/// out += factor * mass x.
void add_mass_product(const Model& model, double factor, const MatX& mass, const VecX& x,
                      VecX& out);
/// out = B^T x; out += B x.
void put_reduced(const Model& model, const MatX& B, const VecX& x, VecX& out);
void add_spread(const Model& model, const MatX& B, const VecX& x, VecX& out);

}  // namespace fourfoot::multibody
