#include "track/description.h"

namespace fourfoot::track {

TrackDescription::TrackDescription() = default;
TrackDescription::~TrackDescription() = default;
TrackDescription::TrackDescription(const TrackDescription&) = default;
TrackDescription::TrackDescription(TrackDescription&&) noexcept = default;
TrackDescription& TrackDescription::operator=(const TrackDescription&) = default;
TrackDescription& TrackDescription::operator=(TrackDescription&&) noexcept = default;

}  // namespace fourfoot::track
