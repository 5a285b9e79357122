#pragma once

#include <vector>

#include "base/error.h"
#include "track/piece.h"

namespace fourfoot::track {

/// Rounds the joints where a function's derivative of order `order` or lower jumps: over the length
/// d about the joint x = 0 the neighbours l and r, each continued analytically, with r - l = e0 +
/// e1 x
/// + rest, are joined by l + w (e0 + rest) + e1 W, where w is the Viennese polynomial and W its
/// integral: smooth to the third derivative, without overshoot at the corner of two straight ramps,
/// and keeping the integral of a jump between constants. Pieces too short for it are a finding.
std::vector<Piece> round_joints(const std::vector<Piece>& pieces, double d, int order,
                                const SourceLocation& where, std::vector<Finding>& findings);

}  // namespace fourfoot::track
