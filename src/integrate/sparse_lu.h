#pragma once

#include <memory>
#include <vector>

#include "integrate/entries.h"
#include "integrate/partitioned_lu.h"
#include "integrate/problem.h"

namespace fourfoot::integrate {

namespace sparse_lu {

/// Adjacent rows of a column.
struct Run {
  int row;    ///< the first
  int index;  ///< of its entry in values_
  int count;
};
/// An entry of A.
struct Given {
  int to;     ///< index in values_
  int from;   ///< index in A
  int entry;  ///< the same among its entries (Entries)
};
/// A column of the factors: U's runs, the pivot, L's runs (ones left out).
struct FactorColumn {
  int upper_begin, upper_end;  ///< in runs_
  int lower_end;               ///< in runs_; L's begin where U's end
  int diagonal;                ///< index of the pivot in values_
  int given_end;               ///< in given_, by columns
  int updates_end;             ///< in updates_: entries right of the pivot in its row
};

struct Filled;

/// The factors once more as a solution goes through them, from one end to the other: L's columns, then
/// U's backwards, each in pieces of four rows, with zeros where there is no entry. So nothing is to
/// be told of a piece but its first row.
constexpr int piece_size = 4;
struct Pieces {
  std::vector<int> rows;       ///< first row of each piece
  std::vector<int> ends;       ///< of each column's pieces
  std::vector<double> values;  ///< of all pieces
  struct Copy {
    int to, from;  ///< index in `values` here and in the factors' own
  };
  std::vector<Copy> copies;
};

/// All lists of the factors.
struct Lists {
  const FactorColumn* columns;
  std::size_t size;
  const Run* runs;
  const int* updates;
  double *values, *pivots;
  const double* largest;
};

}  // namespace sparse_lu

/// Factors of I - d J of a problem that says where its Jacobian may be non-zero
/// (Problem::get_pattern): LU = P A P^T with a fixed order P of least work [Markowitz1957], column
/// after column on lists made once: a column of the factors is a few runs of adjacent rows (the
/// speeds of a body), so that the inner loops are over plain vectors. A vehicle is a tree of
/// bodies, so hardly anything fills.
///
/// There is no pivoting: for mechanical systems the pivots are those of M + h C + h^2 K, positive
/// where masses are and forces do not run away. A pivot that is lost in its column (less than 1e-9
/// of the largest entry, before elimination) hands the matrix to PartitionedLu, which pivots; so
/// does a problem without a pattern or one that fills more than 40 %.
class SparseLu {
 public:
  explicit SparseLu(const Problem& problem);

  /// Factors of A; false if it is singular.
  bool compute(const MatX& a) { return compute(a, 1.0, 0.0); }
  /// The same of a matrix that is given by its entries.
  [[gnu::noinline]] bool compute(const VecX& values);  // bench/instructions counts it
  /// Factors of I - d J.
  bool compute_shifted(const MatX& jacobian, double d) { return compute(jacobian, -d, 1.0); }
  /// x = A^-1 b; they may be the same vector.
  void solve(const Eigen::Ref<const VecX>& b, Eigen::Ref<VecX> x);

  bool is_sparse() const { return !columns_.empty(); }
  /// Entries that the problem's Jacobian may have; null where it does not say.
  const std::shared_ptr<const Entries>& entries() const { return entries_; }
  /// "portable" or "avx2": the width of the processor's vectors to compute with, the same to the bit; by
  /// itself the widest that this processor has. False: it does not have this one.
  bool use_width(const char* name);

 private:
  using Run = sparse_lu::Run;
  using Given = sparse_lu::Given;
  using FactorColumn = sparse_lu::FactorColumn;
  struct Width;

  /// Factors of `factor` A + `shift` I.
  bool compute(const MatX& a, double factor, double shift);
  /// `index`: which of a Given tells where its value stands in `a`.
  bool eliminate(const double* a, int Given::*index, double factor, double shift);
  void prepare_dense();
  void analyse();
  void list_given(const sparse_lu::Filled& filled, const std::vector<int>& first);
  void list_updates(const sparse_lu::Filled& filled, const std::vector<int>& first);
  void list_pieces();

  sparse_lu::Lists get_lists();
  static const Width* find_width(const char* name);

  const Width* width_;
  std::shared_ptr<const Entries> entries_;
  Partition partition_;
  std::unique_ptr<PartitionedLu> dense_;  ///< sparse factors make it when they first lose a pivot
  bool uses_dense_ = true;
  MatX matrix_;             ///< for dense_
  std::vector<int> order_;  ///< row of A that is row i of the factors
  std::vector<FactorColumn> columns_;
  std::vector<Run> runs_;
  std::vector<Given> given_;
  std::vector<int> fills_;  ///< entries of the factors that A does not have
  /// For each entry U_kc: its index, then for each run of L's column k the index in column c that
  /// L_rk U_kc is subtracted from.
  std::vector<int> updates_;
  std::vector<double> values_;
  sparse_lu::Pieces pieces_;
  std::vector<double> pivots_;   ///< 1 / U_kk
  std::vector<double> largest_;  ///< of each column of A
  VecX work_;                    ///< with room behind it for a piece
};

}  // namespace fourfoot::integrate
