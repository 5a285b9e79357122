#pragma once

#include <optional>
#include <string>

#include "track/description.h"

namespace fourfoot::results {

/// Where the origin of a line's coordinates lies on the earth.
struct GeoOrigin {
  double latitude = 0.0, longitude = 0.0;  ///< WGS 84 [degrees]
};

/// A line as a table of chainage, curvature, cant and gradient, as docs/formats/alignment.md
/// describes it: two rows at one chainage are a jump. Straights, arcs, clothoids and parabolic
/// vertical curves are exact; what is not linear over the length in plan has a row every 0.5 m.
std::string format_alignment_csv(const track::TrackDescription& line);

/// LandXML 1.2: plan, profile, cant, station equations. Lengths are those in plan. Throws InputError
/// ("export-element") where an element has no name there (Viennese bends, polynomials, points).
std::string format_landxml(const track::TrackDescription& line);

/// GeoJSON: the line as a LineString with a point each `step` metres, and a Point at each mark of
/// chainage. With an origin, longitude and latitude as RFC 7946 asks, x east and y north of it; else
/// the line's own coordinates in metres.
std::string format_geojson(const track::TrackDescription& line, double step,
                           const std::optional<GeoOrigin>& origin);

}  // namespace fourfoot::results
