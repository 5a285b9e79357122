#pragma once

#include <cstddef>
#include <vector>

namespace fourfoot::track {

/// A stretch of a table on which a value is constant or a straight line over s.
struct Ramp {
  std::size_t first, last;  ///< rows
  double begin, end;        ///< [m]
  double v0, v1;
  bool is_constant() const { return v0 == v1; }
};

/// Finds constants, ramps and jumps (rows at one s) in values over ascending s; each row is met to
/// within `tolerances` of its value.
std::vector<Ramp> find_ramps(const std::vector<double>& s, const std::vector<double>& values,
                             const std::vector<double>& tolerances);

}  // namespace fourfoot::track
