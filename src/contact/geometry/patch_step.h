#pragma once

#include "contact/geometry/contact_table.h"
#include "contact/geometry/guided_search.h"
#include "contact/geometry/patch_path.h"

namespace fourfoot::contact {

/// How far patches may move from where they were found with derivatives.
struct StepLimits {
  double way = 0.5e-3;      ///< over the wheel's profile [m]
  double angle = 5e-3;      ///< change of the contact angle [rad]
  double curvature = 0.03;  ///< relative change of the curvature of the overlap
  double depth = 0.3;       ///< relative change of the penetration
  double bend = 0.3e-6;     ///< part of the penetration's change that is of second order [m]
  double weight = 0.02;     ///< change of the weight
};

/// Asks the table whether a place that the search has not seen could touch, unless that is known for this
/// pose already.
void watch(const ContactTable& table, Side side, const WheelsetPose& pose, PatchSlopes& from);

/// Patches of a wheel at a pose near one at which they were found with their derivatives, both in
/// the rail's axes: for steps so short that the wheel hardly moves from one to the next.
///
///   delta = delta_0 + (g_0 + g) . e / 2,     e = x - x_0,    g the gradient at x by the envelope
///                                                            theorem (patch_path.h)
///
/// exact where delta is quadratic in the pose; all else by its derivative. Range: all changes are
/// small (StepLimits); by their slopes, other minima that the search has seen stay off the rail, merged
/// ones merged, and the deepest of them the deepest (PatchSurroundings); and no place that it has not
/// seen can reach the rail (`watch`). Else false, and the patches are to be found. Checked with
/// searches at the same poses (tests/reference/contact-geometry).
bool step_patches(const GuidedPair& guided, Side side, const PatchSlopes& from,
                  const WheelsetPose& pose, PatchList& out, const StepLimits& limits = {});

}  // namespace fourfoot::contact
