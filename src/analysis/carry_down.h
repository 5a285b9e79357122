#pragma once

#include <algorithm>
#include <cmath>

namespace fourfoot::analysis {

/// Lowers a lasting motion from value to value as far as `to`: in steps of 2 % of the value (a twelfth
/// of the way where that is more), halved where the motion dies out. `take_to(value)` moves the motion
/// there and says whether it lasts; where not, it has left it where it was. False once a step is below
/// `resolution`: it ends above `to`.
template <class TakeTo>
bool carry_down(double from, double to, double resolution, TakeTo take_to) {
  constexpr double usual = 0.02, most_steps = 12.0;
  double step = std::max(usual * std::abs(to), (from - to) / most_steps);
  while (from > to) {
    const double value = std::max(to, from - step);
    if (take_to(value)) {
      from = value;
    } else {
      step *= 0.5;
      if (step < resolution) return false;
    }
  }
  return true;
}

}  // namespace fourfoot::analysis
