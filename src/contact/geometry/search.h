#pragma once

#include <array>
#include <vector>

#include "contact/geometry/patch.h"
#include "contact/geometry/wheel_rail_pair.h"

namespace fourfoot::contact {

enum class PatchPosition { centre, deepest };

struct SearchOptions {
  PatchPosition position = PatchPosition::centre;
  double margin = 0.0;  ///< regions with a gap up to this are reported too [m]
  /// Neighbouring minima of the separation are one patch to the degree w, parted to 1 - w:
  ///   1 - w = (1 - w_ridge) (1 - w_near)
  /// w_ridge grows from 0 to 1 as the overlap at the ridge between them, over that of the shallower
  /// minimum, passes merge_level -+ 0.6 min(merge_level, 1 - merge_level): elastic bodies touch
  /// about where the overlap of the rigid ones exceeds 0.45 of its depth [PiotrowskiKik2008]. w_near
  /// falls from 1 to 0 between `near` and `far` of distance, and counts as the shallower one grows to
  /// a quarter of the deeper (or at once). Parted, the shallower one counts from 0 to 1
  /// as its depth grows from 0.15 to 0.45 of the deeper, for neighbours nearer than 10 mm (fading
  /// to 20 mm): below that it lies in the hollow that the deeper one's load presses, about 0.42
  /// delta a / r. All steps are cubic, so that the sum of weighted forces is continuously
  /// differentiable where patches merge and where minima vanish.
  double merge_level = 0.5;
  double near = 5e-3, far = 8e-3;  ///< [m]
  bool merges_at_once = false;     ///< for laws that know patches of several overlaps
  bool all_runs = false;           ///< list runs of no weight too (tables go on beyond them)
  double flange_angle = 0.70;      ///< steeper than this (40 degrees) is a flange [rad]
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
/// SearchOptions::merge_level: a run of neighbours i..j is a patch of the weight
/// (1 - w_i-1) w_i ... w_j-1 (1 - w_j), a single minimum also of how much it carries beside its
/// neighbours; listed if that is not 0. No minimum wider than the sampling
/// (0.5 mm by default) is missed: there is no starting guess. The mirrored result of a right wheel
/// is turned back by `find_patches` on the wheelset.
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

/// Local minima of the separation below `margin`, along the meridian; returns how many.
struct SeparationMinimum {
  double s = 0.0;         ///< on the wheel
  double distance = 0.0;  ///< < 0 overlap
  double cosine = 1.0;    ///< of the contact angle: how much of a vertical way closes the gap
  double ridge = 0.0;     ///< separation at the ridge towards the next minimum
};
int find_minima(const WheelRailPair& pair, const AxleFrame& axle, double margin,
                SearchScratch& scratch, std::array<SeparationMinimum, 12>& out);

/// Samples of the meridian (WheelSurface::samples) near which such minima can be, of the search
/// before: lower than their neighbours and below the margin and a little more; returns how many.
int find_lows(const SearchScratch& scratch, double margin, std::array<std::size_t, 12>& out);

/// Smallest separation of a wheel (mirrored) and where: for rigid contact.
struct Closest {
  bool exists = false;
  double distance = 0.0;  ///< < 0 overlap
  double s = 0.0;
  ContourPoint contour;
  RailFoot foot;
};
Closest find_closest(const WheelRailPair& pair, const AxleFrame& axle, SearchScratch& scratch);

/// A patch at the position s of the meridian, without region or penetration; mirrored axes.
void fill_point(const WheelRailPair& pair, const AxleFrame& axle, double s, Patch& patch);

/// Turns a mirrored patch into T's axes: back to its side, and to where the rail really is.
void restore_side(Side side, const RailShifts& shifts, Patch& patch);

/// The separation across a patch, for laws that do not assume an ellipse: `count` equally spaced
/// points from s_begin to s_end of the wheel's meridian, widened by `widen` times the width on both
/// sides. y: arc length along the rail's tangent line from the patch's position; h: separation at rest
/// [m], < 0 overlap. Returns how many could be written (points without a contour are left out).
struct SeparationPoint {
  double y = 0.0;
  double h = 0.0;
  double curvature_x = 0.0;  ///< longitudinal curvature of the wheel there [1/m]
};
int calc_separation(const WheelRailPair& pair, const AxleFrame& axle, const Patch& patch,
                    double widen, SeparationPoint* points, int count);

}  // namespace fourfoot::contact
