#pragma once

#include "profile/curve.h"

namespace fourfoot::profile {

/// The arc length of the highest point of a rail's curve, where its tangent is level.
double find_top(const Curve& rail);

/// A curve between two rails as they lie: share 0 is `a`, 1 is `b`. Points with the same fraction
/// of the arc length between the gauge side's end and the top, or between the top and the field
/// side's end, belong together:
///
///   p(x) = (1 - share) a(s_a(x)) + share b(s_b(x)),   s linear in x on each side of the top
///
/// Exact where both are the same curve. For rails of one kind, new and worn, or of neighbouring
/// sections; not for a switch blade beside a full head. Tangent and curvature follow from p' and
/// p''; nodes every 0.25 mm, joints of both curves kept.
Curve blend(const Curve& a, const Curve& b, double share);

/// Largest distance between points that belong together [m].
double find_largest_difference(const Curve& a, const Curve& b);

}  // namespace fourfoot::profile
