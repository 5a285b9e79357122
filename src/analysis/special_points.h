#pragma once

#include <string>
#include <vector>

#include "analysis/periodic_orbit.h"

namespace fourfoot::analysis {

/// What happens between two neighbouring orbits of a branch besides a fold:
///
///   a multiplier passes the unit circle at -1 (period doubling), as a pair (torus), or at +1 without
///   the parameter turning back (branch point: another branch crosses; `has_fold`: the fold between
///   them has done it)
///   a flange or stop touches in one of them and not in the other (grazing)
///
/// Values are interpolated linearly in the multiplier's size; in the middle for grazing.
void add_specials(const PeriodicOrbit& from, const PeriodicOrbit& to, bool has_fold,
                  const std::vector<std::string>& watches, std::vector<SpecialPoint>& specials);

}  // namespace fourfoot::analysis
