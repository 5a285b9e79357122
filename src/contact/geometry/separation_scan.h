#pragma once

#include "contact/geometry/search.h"

namespace fourfoot::contact::separation {

constexpr double far_away = RailSection::far_away;

/// Between samples the minimum can be lower than at them by curvature * spacing^2 / 8 [m].
constexpr double slack = 1e-5;

/// D at every sample of the meridian. A point is no nearer to the rail than another one less the
/// way between them: where D is above `limit` for that reason alone it is not computed but set to
/// far_away.
void scan(const WheelRailPair& pair, const AxleFrame& axle, double limit,
          std::vector<double>& distance);

}  // namespace fourfoot::contact::separation
