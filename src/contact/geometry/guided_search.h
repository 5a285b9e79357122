#pragma once

#include <cstdint>
#include <span>

#include "contact/geometry/meridian.h"
#include "contact/geometry/search.h"

namespace fourfoot::contact {

/// Where on a wheel a minimum of the separation may lie: samples first..last of its meridian; and
/// the height v of the wheel (contact_index.h) above which it cannot overlap there [m].
struct ContactWindow {
  std::uint16_t first = 0, last = 0;
  float height = 0.0f;
};

constexpr double steepest = 0.25;        ///< cosine of the steepest flank that may touch
constexpr double windows_hold = 0.1e-3;  ///< from one cell of the index to the next [m]

/// One wheel over its rail with what the guided search reads quickly.
struct GuidedPair {
  explicit GuidedPair(const WheelRailPair& p) : pair(&p), meridian(p.wheel) {}
  const WheelRailPair* pair;
  Meridian meridian;
};

/// The axle as the mirrored left side sees it (make_axle_frame over any scalar).
template <class T>
AxleState<T> make_axle_state(const WheelRailPair& pair, Side side, const RailShifts& shifts,
                             const T& y, const T& z, const T& roll, const T& yaw) {
  const bool is_left = side == Side::left;
  const double sign = is_left ? 1.0 : -1.0;
  const double rail_y = 0.5 * shifts.gauge_variation + (is_left ? shifts.y_l : -shifts.y_r);
  const double rail_z = is_left ? shifts.z_l : shifts.z_r;
  return AxleState<T>(T(sign * y - rail_y), T(z + (pair.axle_height - rail_z)), T(sign * roll),
                      T(sign * yaw));
}

/// The patches of `find_patches` (search.h), by the same definitions, where it is known beforehand
/// in which windows minima can lie. Differs from the search in the way only:
///
/// - the separation is taken at the samples of the windows (and beyond as long as it falls: a
///   minimum just outside is walked to), not of the whole meridian;
/// - samples and the nodes of an overlap are computed several at a time (separation_lanes.h);
/// - minima and ridges are refined by the secant method from the parabola through three samples;
/// - edges of the overlap by cubics in the root of the depth that is reached, exact for a parabola;
/// - derivatives are exact: minima, ridges and edges by the implicit function theorem, all sums
///   over the overlap on dual numbers.
///
/// `axle` mirrored to the left, `height` its v. Patches in mirrored axes like those of the search.
/// `before`: patches of this wheel at a pose near by, or null; the edges are looked for there first, two
/// points of each in the lanes of one look. They are the same within their tolerance wherever the search
/// begins: the depth left there within 2e-8 m, mostly 1e-12 m.
void find_guided(const GuidedPair& guided, const AxleState<double>& axle,
                 std::span<const ContactWindow> windows, double height,
                 const SearchOptions& options, const PatchList* before, PatchList& out);
/// With derivatives: `axle` carries them.
void find_guided(const GuidedPair& guided, const AxleState<Dual<4>>& axle,
                 std::span<const ContactWindow> windows, double height,
                 const SearchOptions& options, PatchList& out, PatchGradients& gradients);

/// restore_side (search.h) of all, with their derivatives.
void restore_side(Side side, const RailShifts& shifts, PatchList& patches,
                  PatchGradients& gradients);

/// Greatest height at which the wheel touches, near `height` (1 mm): one Newton step from it;
/// NaN if there is no minimum in the windows.
double step_to_touch(const GuidedPair& guided, const AxleState<double>& axle,
                     std::span<const ContactWindow> windows, double height);

}  // namespace fourfoot::contact
