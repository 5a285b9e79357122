#pragma once

#include "contact/geometry/guided_search.h"

namespace fourfoot::contact {

/// One wheel of a wheelset on undisplaced rails, in T.
void find_patches(const WheelsetOnTrack& wheelset, Side side, const WheelsetPose& pose,
                  const SearchOptions& options, SearchScratch& scratch, PatchList& out);

/// With exact derivatives by the pose: the samples of the whole meridian say where minima are, the
/// guided search (guided_search.h) finds patches and derivatives there. Options' margin and
/// all_runs do not count.
void find_patches(const GuidedPair& guided, Side side, const WheelsetPose& pose,
                  const SearchOptions& options, SearchScratch& scratch, PatchList& out,
                  PatchGradients& gradients);

}  // namespace fourfoot::contact
