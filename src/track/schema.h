#pragma once

#include "base/schema.h"
#include "base/value.h"
#include "track/description.h"
#include "track/irregularity_registry.h"
#include "track/speed_profile.h"

namespace fourfoot::track {

/// What a track file, or the [track] of a scenario, may hold: docs/formats/track.md.
SchemaPtr get_track_schema();
/// What the [speed] of a scenario may hold.
SchemaPtr get_speed_schema();

/// From a table checked against get_track_schema(). Throws InputError for faults that the schema
/// cannot see; the alignment itself is checked when the Track is built.
TrackDescription read_track_description(const Table& table, const DataReaders& readers = {});

SpeedProfile read_speed_profile(const Table& table);

}  // namespace fourfoot::track
