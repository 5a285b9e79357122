#pragma once

#include "contact/geometry/search.h"

namespace fourfoot::contact {

/// One wheel of a wheelset on undisplaced rails, in T.
void find_patches(const WheelsetOnTrack& wheelset, Side side, const WheelsetPose& pose,
                  const SearchOptions& options, SearchScratch& scratch, PatchList& out);

/// With derivatives by the pose: central differences of the search, fourth order. Steps are 1 um
/// and 1 urad, and a tenth and a hundredth of them where a neighbour has other patches (one has
/// just opened, closed or merged); a patch that has no like on both sides even then gets zeros.
/// Sixteen searches: use a table where Jacobians are wanted often.
void find_patches(const WheelsetOnTrack& wheelset, Side side, const WheelsetPose& pose,
                  const SearchOptions& options, SearchScratch& scratch, PatchList& out,
                  PatchGradients& gradients);

}  // namespace fourfoot::contact
