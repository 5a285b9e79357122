#pragma once

#include "base/schema.h"
#include "base/value.h"
#include "contact/geometry/wheel_rail_pair.h"

namespace fourfoot::contact {

/// Keys of the table `wheel_rail` of a scenario: profiles (wheel, rail, and _left, _right where
/// they differ), the wheelset's and the rails' measures (profile/description.h).
SchemaPtr get_wheel_rail_schema();

/// Wheelset on track of a checked table; InputError: missing-key if a wheel or rail has no profile,
/// profile-kind if a wheel's profile is a rail's or the other way round.
WheelsetOnTrack build_wheelset_on_track(const Table& table, const profile::OpenPoints& open_points,
                                        const PairOptions& options = {});

/// The table with its profiles read, to be laid under wheels of any radius.
struct WheelRailProfiles {
  Table table;
  profile::Profile wheel_l, wheel_r, rail_l, rail_r;
};
WheelRailProfiles read_wheel_rail_profiles(const Table& table,
                                           const profile::OpenPoints& open_points);

/// With wheels of a radius that the vehicle says; a radius in the table that differs is an
/// InputError (contradiction).
WheelsetOnTrack build_wheelset_on_track(const WheelRailProfiles& profiles, double radius,
                                        const PairOptions& options = {});

}  // namespace fourfoot::contact
