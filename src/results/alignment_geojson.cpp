#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "base/error.h"
#include "results/alignment_export.h"
#include "track/line_measure.h"

namespace fourfoot::results {

namespace {

using GeoJson = nlohmann::ordered_json;

/// From the plane that touches the earth at the origin to longitude, latitude and height: east,
/// north and up become earth-centred coordinates, and these are taken down to the ellipsoid
/// [Bowring1976]. Exact to below a millimetre near the earth's surface.
class EarthPlane {
 public:
  explicit EarthPlane(const GeoOrigin& origin)
      : latitude_(origin.latitude * radian), longitude_(origin.longitude * radian) {
    const double n = calc_normal(latitude_);
    origin_ = {n * std::cos(latitude_) * std::cos(longitude_),
               n * std::cos(latitude_) * std::sin(longitude_),
               n * (1.0 - e2) * std::sin(latitude_)};
  }

  GeoJson locate(const Vec3& p) const {
    const double sa = std::sin(latitude_), ca = std::cos(latitude_);
    const double so = std::sin(longitude_), co = std::cos(longitude_);
    const Vec3 q =
        origin_ + Vec3(-so * p.x() - sa * co * p.y() + ca * co * p.z(),
                       co * p.x() - sa * so * p.y() + ca * so * p.z(), ca * p.y() + sa * p.z());
    const double b = a * std::sqrt(1.0 - e2), r = std::hypot(q.x(), q.y());
    const double t = std::atan2(q.z() * a, r * b);
    const double latitude = std::atan2(q.z() + e2 / (1.0 - e2) * b * std::pow(std::sin(t), 3),
                                       r - e2 * a * std::pow(std::cos(t), 3));
    const double height =
        r * std::cos(latitude) + q.z() * std::sin(latitude) - a * a / calc_normal(latitude);
    return GeoJson::array({std::atan2(q.y(), q.x()) / radian, latitude / radian, height});
  }

 private:
  static constexpr double a = 6378137.0, flattening = 1.0 / 298.257223563;  // WGS 84
  static constexpr double e2 = flattening * (2.0 - flattening);
  static constexpr double radian = std::numbers::pi / 180.0;
  static double calc_normal(double latitude) {
    return a / std::sqrt(1.0 - e2 * std::pow(std::sin(latitude), 2));
  }
  double latitude_, longitude_;
  Vec3 origin_;
};

}  // namespace

std::string format_geojson(const track::TrackDescription& description, double step,
                           const std::optional<GeoOrigin>& origin) {
  const track::Track line(description);
  const track::LineMeasure measure(line, description);
  std::optional<EarthPlane> earth;
  if (origin) earth.emplace(*origin);
  track::Cursor cursor;
  const auto locate = [&](double s) {
    Vec3 p, tangent, bend;
    line.calc_centre_line(s, cursor, p, tangent, bend);
    return earth ? earth->locate(p) : GeoJson::array({p.x(), p.y(), p.z()});
  };
  const double count = std::max(1.0, std::ceil(line.length() / step));
  if (!(count < 1e6))
    throw InputError(Finding{"bad-arguments",
                             {},
                             "the line would have too many points",
                             "a longer --step: at most a million points"});
  GeoJson points = GeoJson::array();
  for (double i = 0.0; i <= count; i += 1.0) points.push_back(locate(line.length() * i / count));
  GeoJson features = GeoJson::array();
  features.push_back({{"type", "Feature"},
                      {"properties", {{"name", description.name}, {"length", line.length()}}},
                      {"geometry", {{"type", "LineString"}, {"coordinates", points}}}});
  const double mark = line.length() > 5000.0 ? 1000.0 : 100.0;
  for (double s = 0.0; s <= line.length(); s += mark)
    features.push_back({{"type", "Feature"},
                        {"properties", {{"s", s}, {"chainage", measure.calc_chainage(s)}}},
                        {"geometry", {{"type", "Point"}, {"coordinates", locate(s)}}}});
  GeoJson all = {{"type", "FeatureCollection"}, {"generator", "fourfoot line"}};
  if (!origin) all["coordinates"] = "metres, x and y of the line";
  all["features"] = std::move(features);
  return all.dump(1) + "\n";
}

}  // namespace fourfoot::results
