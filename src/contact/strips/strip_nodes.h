#pragma once

#include "contact/geometry/guided_search.h"
#include "contact/rail_axes.h"
#include "contact/strips/strip_normal.h"

namespace fourfoot::contact {

/// The middle lines of the strips of one patch: positions on the wheel's contour line equally spaced
/// over the overlap, what lies there of wheel and rail, in T's axes.
///
/// Positions and widths for the normal problem are measured across the rail. With yaw the contour
/// line of a flange also turns round the wheel, so a step ds along the meridian is
///   dy = cx / (c_round u_x) ds,   cx = c_round u_x^2 + c_along u_y^2
/// across the rail; u: direction round the wheel in the tangent plane, c: the wheel's curvatures.
/// (On the contour line the normal has no x component, which its derivative says by Weingarten's
/// equations.) 1 without yaw; 0.8 to 1.2 at 20 mrad on a flange of 65 degrees.
///
/// Where the patch is of two overlaps, the gap between them has no strips, and each overlap has
/// strips in proportion to its length to the power 2/3: a short one (flange) is resolved, too. Strips that
/// go over from one to the other as the overlaps change do so at their edges, where nothing is
/// carried. While the gap is narrower than 2 mm, all strips go over to those of the one overlap that
/// the two become.
struct StripNodes {
  static constexpr int count = StripSet::count;
  using Array = StripSet::Array;
  using Slopes = StripSet::Slopes;

  StripSet set;                 ///< for the normal problem
  Array s = Array::Zero();      ///< on the wheel's meridian [m]
  Array angle = Array::Zero();  ///< contact angle, of the rail's tangent at the foot [rad]
  Array arm[3];                 ///< from the axle's middle [m]
  Slopes d_angle = Slopes::Zero(), d_arm[3];
  double length = 0.0;  ///< of the overlaps, without the gap [m]
  int second = count;   ///< first strip of the second overlap
  double apart = 0.0;   ///< 1: two overlaps, 0: one; between while the gap is narrow
  StripSet::Row d_length = StripSet::Row::Zero(), d_apart = StripSet::Row::Zero();
};

/// A wheel in the axes of its rail (rail_axes.h) and what turns answers back.
struct StripScene {
  const GuidedPair& guided;
  Side side;
  const RailAxes& axes;
  WheelsetPose pose_T, pose_K;  ///< against the undisplaced rail
};

/// Points outside of the profiles have a gap. `patch`, `gradient`: as found, turned back to T.
/// False: there is no overlap.
bool find_strip_nodes(const StripScene& scene, const Patch& patch, StripNodes& out);
/// With derivatives by the pose in T.
bool find_strip_nodes(const StripScene& scene, const Patch& patch, const PatchGradient& gradient,
                      StripNodes& out);

}  // namespace fourfoot::contact
