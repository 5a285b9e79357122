#pragma once

#include "contact/geometry/pose.h"
#include "contact/geometry/rail_section.h"
#include "contact/geometry/wheel_surface.h"
#include "profile/description.h"
#include "profile/profile.h"

namespace fourfoot::contact {

/// One wheel over its rail, mirrored to the left side.
struct WheelRailPair {
  WheelSurface wheel;
  RailSection rail;
  double axle_height = 0.0;  ///< nominal height of the axle's middle above the rail tops [m]
};

/// A wheelset on its track: immutable, shared by all threads.
struct WheelsetOnTrack {
  WheelRailPair left, right;
  const WheelRailPair& side(Side s) const { return s == Side::left ? left : right; }
};

struct PairOptions {
  double spacing = 0.5e-3;  ///< of the search over the wheel's meridian [m]
};

/// A rail as it lies on the left: tilted inwards by `inclination`, its top at z = 0, its innermost
/// point down to `gauge_height` below the top at y = gauge / 2.
profile::Curve lay_rail(const profile::Profile& rail, const profile::RailsDescription& rails);

/// The axle as the mirrored left side sees it: for the right side y, roll and yaw change sign; the
/// rail's shift is taken off so that the rail stands still.
AxleFrame make_axle_frame(const WheelRailPair& pair, Side side, const WheelsetPose& pose,
                          const RailShifts& shifts);

}  // namespace fourfoot::contact
