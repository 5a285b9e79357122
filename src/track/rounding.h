#pragma once

#include <vector>

#include "base/error.h"
#include "track/piece.h"

namespace fourfoot::track {

/// Rounds the joints where a function's derivative of order `order` or lower jumps: over the length
/// d about the joint the neighbours l and r, each continued analytically, are blended,
/// l + w (r - l), with the Viennese polynomial w. The result is smooth to the third derivative, and
/// keeps the integral of a jump between constants. Pieces too short for it are a finding.
std::vector<Piece> round_joints(const std::vector<Piece>& pieces, double d, int order,
                                const SourceLocation& where, std::vector<Finding>& findings);

}  // namespace fourfoot::track
