#pragma once

#include "math/vector_width.h"

namespace fourfoot::integrate {

/// Whether all of them are finite: x 0 is not a number of what is not.
template <class Vector>
bool are_finite(const Vector& x) {
  using portable_width::load;
  const double* const from = x.data();
  const auto n = x.size();
  portable_width::Vector first = {}, second = {};
  Eigen::Index i = 0;
  for (; i + 4 <= n; i += 4) {
    first += 0.0 * load(from + i);
    second += 0.0 * load(from + i + 2);
  }
  first += second;
  double sum = first[0] + first[1];
  for (; i < n; ++i) sum += 0.0 * from[i];
  return sum == 0.0;
}

}  // namespace fourfoot::integrate
