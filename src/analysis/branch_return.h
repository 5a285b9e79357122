#pragma once

#include <functional>
#include <vector>

#include "analysis/periodic_orbit.h"

namespace fourfoot::analysis {

/// Whether a branch has come back to orbits it has passed before.
enum class BranchReturn {
  none,
  closed,    ///< in the same direction: the branch is a closed curve
  reversed,  ///< backwards: it was lost at a corner
};

/// The motion of an orbit, whatever the state it is begun with (orbit_shape.h); asked for seldom.
using ShapeOfOrbit = std::function<VecX(const PeriodicOrbit&)>;

/// Orbits are compared by what does not depend on where on them a state was taken: value, period,
/// largest |observed coordinate|, size. The branch has come back if each of its last three orbits
/// lies on a piece between two earlier ones, to 6 % of that piece's length (a piece that turns by
/// 20 degrees is 4.4 % of its length away from its chord), all in the same direction.
///
/// These four numbers may come again where motions do not: at a fold at which two bogies change the
/// phase between them, value and amplitudes of both legs are the same to 1 %. So the motions are
/// compared, too: by their shapes an orbit lies on the piece to 20 % of its length.
BranchReturn find_return(const std::vector<PeriodicOrbit>& orbits, double parameter_scale,
                         const ShapeOfOrbit& shape);
/// Whether an orbit lies on a piece between two neighbours of `orbits`, in the same sense; at the ends
/// of a piece a tenth of its length beyond.
bool lies_on(const PeriodicOrbit& orbit, const std::vector<PeriodicOrbit>& orbits,
             double parameter_scale);
/// Orbits at the end that are compared.
constexpr std::size_t orbits_of_a_return = 3;

}  // namespace fourfoot::analysis
