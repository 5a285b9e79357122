#pragma once

#include <optional>

#include "analysis/periodic_orbit.h"

namespace fourfoot::analysis {

/// A special point where a branch leaves another one.
struct Departure {
  std::size_t parent = 0;  ///< index of the branch it lies on
  SpecialPoint point;
};

/// The first located branch point or period doubling of `branches` from which none of them starts.
std::optional<Departure> find_departure(const std::vector<Branch>& branches,
                                        const ContinuationOptions& options);

/// A branch without orbits that says where it starts.
Branch make_branch(const Departure& departure);

/// The branch that leaves another one at a located branch point or period doubling [Keller1977].
///
/// With phi along the branch that leaves (`SpecialPoint::direction`) its orbits are
///
///   x = x_0 + s phi + w,   phi . w = 0
///
/// with s given and w small. Newton's method finds them from w = 0, its matrix made anew there, since
/// that of the point is singular. At a period doubling the orbit is run through twice and phi is the
/// eigenvector of the multiplier -1. Several s are tried. An orbit is taken if w is not longer than 2 s, and if its
/// parameter lies on the side to which the branch leads it from the point; else a fold lies between them
/// and s is halved.
///
/// From there the branch is followed (branch_walk.h), for s < 0 as well. Where the system has a symmetry
/// that the first branch keeps, both sides are mirror images of each other: if the first orbits of the
/// second side lie on the first one, it is followed no further. So it is at a period doubling, where
/// both sides are the same orbits.
///
/// The orbits are in their order along the branch, that of the point included; where only one side was
/// followed, it comes first. A branch without orbits says why.
Branch follow_switched(const FlowFamily& family, const Departure& departure,
                       const ContinuationOptions& options);

}  // namespace fourfoot::analysis
