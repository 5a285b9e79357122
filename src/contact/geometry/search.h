#pragma once

#include <vector>

#include "contact/geometry/patch.h"
#include "contact/geometry/wheel_rail_pair.h"

namespace fourfoot::contact {

enum class PatchPlace { centre, deepest };

struct SearchOptions {
  PatchPlace place = PatchPlace::centre;
  double margin = 0.0;  ///< regions with a gap up to this are reported too [m]
  /// Two minima of the separation whose overlaps are connected are one patch if the overlap between
  /// them nowhere falls below this share of the deeper one's depth, or if the shallower is less
  /// deep than that: elastic bodies touch about where the overlap of the rigid ones exceeds 0.45 of
  /// its depth [Piotrowski2008], so the first two have grown together and the second kind does not
  /// touch.
  double merge_level = 0.5;
  double flange_angle = 0.70;  ///< steeper than this (40 degrees) is a flange [rad]
};

/// Held by the caller, one per thread; grows at its first use, never after.
struct SearchScratch {
  std::vector<double> distance;
};

/// Every region of one wheel (mirrored to the left) that overlaps its rail, deepest first.
///
/// The separation D(s), distance of the contour line's point at s from the rail (wheel_surface.h),
/// is taken at every sample of the meridian; each local minimum below the margin is refined to
/// where wheel and rail tangents are parallel (bracketed secant, 1e-10 m), and minima are merged by
/// SearchOptions::merge_level. No minimum wider than the sampling (0.5 mm by default) is missed:
/// there is no starting guess. The mirrored result of a right wheel is turned back by
/// `find_patches` on the wheelset.
void find_patches(const WheelRailPair& pair, const AxleFrame& axle, const SearchOptions& options,
                  SearchScratch& scratch, PatchList& out);

/// Both wheels of a wheelset, in T.
struct WheelsetContacts {
  PatchList left, right;
  const PatchList& side(Side s) const { return s == Side::left ? left : right; }
};
void find_patches(const WheelsetOnTrack& wheelset, const WheelsetPose& pose,
                  const RailShifts& shifts, const SearchOptions& options, SearchScratch& scratch,
                  WheelsetContacts& out);

/// Smallest separation of a wheel (mirrored) and where: for rigid contact.
struct Closest {
  bool exists = false;
  double distance = 0.0;  ///< < 0 overlap
  double s = 0.0;
  ContourPoint contour;
  RailFoot foot;
};
Closest find_closest(const WheelRailPair& pair, const AxleFrame& axle, SearchScratch& scratch);

/// A patch at the place s of the meridian, without region or penetration; mirrored axes.
void fill_place(const WheelRailPair& pair, const AxleFrame& axle, double s, Patch& patch);

/// Turns a mirrored patch into T's axes: back to its side, and to where the rail really is.
void restore_side(Side side, const RailShifts& shifts, Patch& patch);

/// The separation across a patch, for laws that do not assume an ellipse: `count` equally spaced
/// places from s_begin to s_end of the wheel's meridian, widened by `widen` times the width on both
/// sides. y: arc length along the rail's tangent line from the patch's place; h: separation at rest
/// [m], < 0 overlap. Returns how many could be written (places without a contour are left out).
struct SeparationPoint {
  double y = 0.0;
  double h = 0.0;
  double curvature_x = 0.0;  ///< longitudinal curvature of the wheel there [1/m]
};
int calc_separation(const WheelRailPair& pair, const AxleFrame& axle, const Patch& patch,
                    double widen, SeparationPoint* points, int count);

}  // namespace fourfoot::contact
