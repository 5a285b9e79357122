#pragma once

#include <vector>

#include "base/error.h"
#include "track/horizontal.h"

namespace fourfoot::track {

/// Cant H(s), > 0 right rail raised. It follows the curvature, element by element with the same f,
/// unless the description has cant elements of its own. Over a curve from points it is a linear
/// ramp by arc length.
std::vector<Piece> build_cant(const TrackDescription& description,
                              const std::vector<PlacedElement>& placed,
                              std::vector<Finding>& findings);

/// dz/ds = sin(beta) of the vertical alignment. Constant gradient: sin(atan(gradient)); parabolic
/// arc: linear in s (z quadratic in s; differs from a parabola over the horizontal distance by
/// beta^3 / 2, 1.4e-5 at 30 per mille); circular arc: beta linear in s, a circle exactly. Where
/// lengths are measured in plan: dz/dp = tan(beta) over the plan length p, parabola and circle exact.
std::vector<Piece> build_slope(const TrackDescription& description, double length,
                               std::vector<Finding>& findings);

/// The integral of pieces that follow each other.
std::vector<Piece> integrate(const std::vector<Piece>& rate, double start);

}  // namespace fourfoot::track
