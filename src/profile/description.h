#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/schema.h"
#include "base/value.h"
#include "profile/pieces.h"
#include "profile/points.h"
#include "profile/profile.h"

namespace fourfoot::profile {

/// Opens a point file that a profile file names; `where` is the entry that names it. input provides
/// it, this room opens nothing.
using OpenPoints = std::function<std::shared_ptr<const SourceFile>(const std::string& path,
                                                                   const SourceLocation& where)>;

/// Keys of a profile file (TOML), docs/formats/profile.md: kind, name, source, unit, y, z,
/// tape_circle, either `points` (a file) with `smoothing`, or `pieces`, and `wear`.
const Schema& get_profile_schema();
/// The same where only one kind can be meant, which then need not be said.
SchemaPtr get_profile_schema_of(ProfileKind kind);

/// The profile a checked table describes. InputError (profile-no-shape, profile-two-shapes,
/// profile-piece, profile-pieces-gap, profile-wear and those of build_profile) if it does not make
/// one.
Profile build_profile(const Table& table, const OpenPoints& open_points);

/// How wheels sit on their axle and rails on the track: data of a vehicle and of a track. Lengths
/// in m.
struct WheelsetDescription {
  double radius_l = 0.46;  ///< rolling radius at the tape circle
  double radius_r = 0.46;
  double back_to_back = 1.360;  ///< between the flange backs
  double tape_circle = 0.070;   ///< from the flange back to the tape circle
};
struct RailsDescription {
  double gauge = 1.435;
  double gauge_height = 0.014;      ///< below the rail tops, where the gauge is measured
  double inclination = 1.0 / 40.0;  ///< tangent of the rails' inward tilt
  /// If given, the rail is used as drawn, its origin this far from the track's middle and z as it
  /// is; gauge and gauge_height then only describe.
  std::optional<double> origin;
};

/// Keys of wheels: profile, profile_left, profile_right, radius_left, radius_right, back_to_back,
/// tape_circle. None has a default in the schema, since another table may say it.
std::vector<Field> list_wheels_fields();
/// The same and `radius`: the table `wheels` of a vehicle file and of a scenario.
SchemaPtr get_wheels_schema();

}  // namespace fourfoot::profile
