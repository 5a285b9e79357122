#pragma once

#include <vector>

#include "integrate/partitioned_lu.h"
#include "integrate/problem.h"

namespace fourfoot::integrate {

/// Factors of I - d J of a problem that says where its Jacobian may be non-zero
/// (Problem::get_pattern): LU = P A P^T with a fixed order P of least work [Markowitz1957], rows
/// eliminated one after the other on lists made once: a row of the factors is a few runs of
/// adjacent columns (the speeds of a body), so that the inner loops are over plain vectors. A
/// vehicle is a tree of bodies, so hardly anything fills.
///
/// There is no pivoting: for mechanical systems the pivots are those of M + h C + h^2 K, positive
/// where masses are and forces do not run away. A pivot that is lost in its row (less than 1e-9 of
/// the largest entry, before elimination) hands the matrix to PartitionedLu, which pivots; so does
/// a problem without a pattern or one that fills more than 40 %.
class SparseLu {
 public:
  explicit SparseLu(const Problem& problem);

  /// Factors of A; false if it is singular.
  bool compute(const MatX& a) { return compute(a, 1.0, 0.0); }
  /// Factors of I - d J.
  bool compute_shifted(const MatX& jacobian, double d) { return compute(jacobian, -d, 1.0); }
  /// x = A^-1 b; they may be the same vector.
  void solve(const Eigen::Ref<const VecX>& b, Eigen::Ref<VecX> x);

  bool is_sparse() const { return !diagonal_.empty(); }

 private:
  /// Factors of `factor` A + `shift` I.
  bool compute(const MatX& a, double factor, double shift);
  bool eliminate(const double* a, double factor, double shift);
  void analyse(const Pattern& pattern);
  /// Runs of the columns first to last.
  void list_runs(int first, int last);

  /// Adjacent columns of a row.
  struct Run {
    int column;  ///< the first
    int place;   ///< of its entry in values_
    int count;
  };
  /// An entry of A.
  struct Given {
    int to;    ///< column of the factors
    int from;  ///< its place in A
  };

  PartitionedLu dense_;
  bool uses_dense_ = true;
  MatX matrix_;                 ///< for dense_
  std::vector<int> order_;      ///< row of A that is row i of the factors
  std::vector<int> begin_;      ///< of row i in columns_; n + 1
  std::vector<int> diagonal_;   ///< of row i in columns_; empty: not sparse
  std::vector<int> columns_;    ///< of the factors' entries, by rows, ascending
  std::vector<Given> given_;    ///< what A has, by rows
  std::vector<int> given_end_;  ///< of row i in given_
  std::vector<Run> runs_;       ///< of L, then of U right of the diagonal, by rows
  std::vector<int> upper_;      ///< first run of U of row i
  std::vector<int> runs_end_;   ///< end of row i's runs
  std::vector<double> values_;  ///< of the entries: L left of the diagonal (ones left out), U
  std::vector<double> pivots_;  ///< 1 / U_ii
  VecX work_;
};

}  // namespace fourfoot::integrate
