#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profile/curve.h"

namespace fourfoot::profile {

enum class ProfileKind { wheel, rail };

/// Something a reader changed, or noticed and left. `id` is stable, e.g. "mirrored-y".
struct Repair {
  std::string id;
  std::string message;
};

/// A wheel's or rail's cross section as the rest of the program sees it. Profile coordinates, the
/// same for both sides of the vehicle and for wheel and rail:
///   y [m]  to the field side (away from the track's centre), wheel: 0 at the tape circle
///   z [m]  up, wheel: 0 at the tape circle, so the rolling radius is r0 - z; the flange tip is
///          below (z < 0). Rail: as the file has it; placing it on the track sets its height.
/// The curve runs from the gauge side (flange back) to the field side: a wheel's material is on its
/// left, a rail's on its right.
struct Profile {
  ProfileKind kind = ProfileKind::wheel;
  std::string name;
  Curve curve;
  double tolerance = 0.0;     ///< root mean square the smoothing was allowed [m]; 0 exact pieces
  double rms_residual = 0.0;  ///< what it used
  double max_residual = 0.0;
  std::vector<Repair> repairs;
};

/// z at a lateral position of the running surface, by find_s_at_y next to the top of the running
/// surface; none if the profile does not reach there.
std::optional<CurvePoint> find_at_y(const Profile& profile, double y);

/// Removes material along the normal: depth(y) linear between `y` (growing, profile coordinates),
/// constant outside, 0 where negative. The result is a smoothed curve (tolerance 1e-7 m).
/// Throws std::invalid_argument for unequal lengths or y not growing.
Profile wear(const Profile& profile, const std::vector<double>& y,
             const std::vector<double>& depth);

}  // namespace fourfoot::profile
