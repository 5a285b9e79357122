#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/source_location.h"
#include "profile/profile.h"

namespace fourfoot::profile {

/// One point as a file has it, before anything was repaired.
struct RawPoint {
  double y = 0.0;
  double z = 0.0;
  int line = 0;  ///< in the file, from 1; 0 unknown
};

/// A file's points and what the format says about them.
struct RawPoints {
  std::vector<RawPoint> points;
  std::shared_ptr<const SourceFile> file;
  std::string comment;
  std::optional<ProfileKind> kind;     ///< if the format or the file says it
  std::optional<double> length_unit;   ///< metres per unit of the file, if the file says it
  std::optional<bool> z_is_down;       ///< if the format fixes it
  std::optional<bool> gauge_is_low_y;  ///< if the format fixes which side the gauge is on
  double resolution = 0.0;             ///< last digit written, in the file's unit; 0 unknown
  std::vector<Repair> notes;
};

struct PointOptions {
  std::optional<ProfileKind> kind;    ///< what the user expects; refused if the file is another
  std::optional<double> length_unit;  ///< metres per unit; found from the size if not given
  std::optional<bool> mirror_y;       ///< found if not given
  std::optional<bool> flip_z;         ///< found if not given
  std::optional<double> tolerance;    ///< smoothing, root mean square [m]; half the last digit
                                      ///< written if not given
  double tape_circle = 0.0;  ///< wheel: lateral position of the tape circle in the file's own y,
                             ///< after mirroring, in metres; becomes y = 0
};

/// Repairs and smooths points to a profile. Repaired (each noted in Profile::repairs): unit
/// ("unit"), duplicates and points closer than 20 times the last digit, 20 um at most
/// ("duplicates"), order
/// ("reordered", "reversed"), mirrored y ("mirrored-y"), z down ("flipped-z"), tape circle moved
/// to z = 0 ("shifted-z").
/// Refused, by InputError with one of these ids: profile-few-points, profile-not-finite,
/// profile-size, profile-kind, profile-kind-unknown, profile-gap, profile-crossing,
/// profile-no-tape-circle, profile-no-head.
Profile build_profile(const RawPoints& raw, const PointOptions& options = {});

}  // namespace fourfoot::profile
