#pragma once

#include <vector>

#include "math/dense.h"

namespace fourfoot {

/// Rows one after the other in memory.
using RowMatX = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The entries of a matrix that are not zero, row by row, for products with dense ones: of a vehicle's
/// Jacobian four in five are zero. Allocates only where there are more entries than ever before.
class SparseRows {
 public:
  /// D^-1 A D with `scales` the diagonal of D.
  void set(const ConstMatRef& a, const VecX& scales);
  /// out = factor A b, of b's size; `out` shares no memory with b. The same bits on every processor.
  void put_product(double factor, const RowMatX& b, RowMatX& out) const;
  /// The largest sum of |entries| over the rows.
  double calc_largest_sum() const;

 private:
  std::vector<int> ends_;  ///< of each row in the two below
  std::vector<int> columns_;
  std::vector<double> values_;
};

}  // namespace fourfoot
