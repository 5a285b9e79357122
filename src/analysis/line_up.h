#pragma once

#include "system/system.h"

namespace fourfoot::analysis {

/// A start for the search of steady running in curves. Every body has a track frame of its own, so
/// in its nominal position a long car body lies as a tangent over bogies that stand beside it: by
/// e^2 / 2R, 0.45 m for bogie centres 19 m apart in a curve of 100 m, far beyond every stop. Here
/// the bodies between are moved (wheelsets and pieces of track stay) until the ends of the
/// suspension elements lie to each other as they do in the nominal position on straight track, as
/// nearly as can be:
///
///   sum over elements |d - d_nominal|^2 + w^2 |move|^2 -> min,      Gauss-Newton, w = 1e-3.
///
/// On straight track nothing moves. Not for the time loop.
VecX line_up(const system::System& system, double t, const VecX& start);

}  // namespace fourfoot::analysis
