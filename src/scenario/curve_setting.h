#pragma once

#include <vector>

#include "base/setting.h"

namespace fourfoot::scenario {

/// A piece of line whose steady running is asked for.
struct SteadyCurve {
  double radius = 0.0;  ///< to the left; negative: to the right; 0: straight [m]
  double cant = 0.0;    ///< of the outer rail [m]
};

/// What puts a long level piece of that curve, without irregularities, in place of a scenario's
/// line, with the vehicle in its middle.
std::vector<Setting> list_curve_settings(const SteadyCurve& curve);

}  // namespace fourfoot::scenario
