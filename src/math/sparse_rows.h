#pragma once

#include <vector>

#include "math/dense.h"

namespace fourfoot {

/// The entries of a matrix that are not zero, row by row, for products with dense ones: of a vehicle's
/// Jacobian four in five are zero. Allocates only where there are more entries than ever before.
class SparseRows {
 public:
  void set(const ConstMatRef& a);
  /// out += factor A b; `out` shares no memory with b.
  void add_product(double factor, const ConstMatRef& b, MatRef out) const;

 private:
  std::vector<int> ends_;  ///< of each row in the two below
  std::vector<int> columns_;
  std::vector<double> values_;
};

}  // namespace fourfoot
