#pragma once

#include <vector>

#include "integrate/entries.h"

namespace fourfoot::integrate::sparse_lu {

/// Where the factors of a matrix are other than zero, in the order of their elimination.
struct Filled {
  std::vector<int> order;                 ///< row of A that is row i of the factors
  std::vector<std::vector<int>> columns;  ///< of each column of L + U: its rows, ascending
  std::vector<std::vector<int>> rights;   ///< of each row: columns right of the diagonal, ascending

  std::size_t count() const;
};

/// Eliminates in the order of least work, diagonal entries only [Markowitz1957]: next is the one whose
/// row and column have the fewest others, (r - 1)(c - 1). Ties go to the lower index, so that the order
/// depends on the entries alone.
Filled find_order(const Entries& entries);

}  // namespace fourfoot::integrate::sparse_lu
