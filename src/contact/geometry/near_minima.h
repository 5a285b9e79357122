#pragma once

#include "contact/geometry/search.h"

namespace fourfoot::contact {

/// The minima of find_minima (search.h) to the bit, their ridges left out: passes over points that
/// cannot be within the margin.
int find_near_minima(const WheelRailPair& pair, const AxleFrame& axle, double margin,
                     SearchScratch& scratch, std::array<SeparationMinimum, 12>& out);

}  // namespace fourfoot::contact
