#pragma once

#include "contact/geometry/guided_search.h"

namespace fourfoot::contact {

/// One wheel of a wheelset on undisplaced rails, in T.
void find_patches(const WheelRailPair& pair, Side side, const WheelsetPose& pose,
                  const SearchOptions& options, SearchScratch& scratch, PatchList& out);

/// With exact derivatives by the pose: the patches are those of the search, bit for bit; the guided
/// search (guided_search.h), told by the samples where to look, finds the same ones with
/// derivatives. A patch that only one of them sees (one that just opens, by 1e-9 m) gets zeros.
/// Options' margin and all_runs must be as by default. `scratch` keeps the guided ones.
struct GradientScratch {
  PatchList patches;
  PatchGradients gradients;
};
void find_patches(const GuidedPair& guided, Side side, const WheelsetPose& pose,
                  const SearchOptions& options, SearchScratch& scratch, GradientScratch& twins,
                  PatchList& out, PatchGradients& gradients);

}  // namespace fourfoot::contact
