#pragma once

#include <vector>

#include "integrate/problem.h"

namespace fourfoot::integrate {

/// Where a square matrix may be other than zero, by columns, with its whole diagonal. What is done to a
/// matrix of a train goes over these alone, so that eight coaches cost eight times one.
struct Entries {
  int size = 0;
  std::vector<int> begin;     ///< of each column in `rows`, and their end
  std::vector<int> rows;      ///< ascending in each column
  std::vector<int> diagonal;  ///< of each column, in `rows`

  int count() const { return static_cast<int>(rows.size()); }
  /// Sets them to zero in a whole matrix.
  void clear(MatX& matrix) const;
  /// Their values in a whole matrix, in the order of `rows`.
  void get(const MatX& matrix, VecX& values) const;
  /// `matrix` with these values, zero elsewhere.
  void put(const VecX& values, MatX& matrix) const;
};

Entries list_entries(const Pattern& pattern);

}  // namespace fourfoot::integrate
