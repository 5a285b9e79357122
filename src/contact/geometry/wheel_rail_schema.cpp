#include "contact/geometry/wheel_rail_schema.h"

#include <cmath>

#include "base/error.h"

namespace fourfoot::contact {

namespace {

SchemaPtr make_schema() {
  const auto profile = std::make_shared<const Schema>(profile::get_profile_schema());
  Schema schema;
  schema.name = "wheel_rail";
  schema.doc = "Profiles of wheels and rails and how they lie.";
  const auto add = [&](const char* key, const char* doc) {
    schema.fields.push_back(nested(key, Kind::path_or_table, profile, doc));
  };
  add("wheel", "profile of both wheels");
  add("wheel_left", "the left one's, if different");
  add("wheel_right", "the right one's, if different");
  add("rail", "profile of both rails");
  add("rail_left", "the left one's, if different");
  add("rail_right", "the right one's, if different");
  for (const Schema* part :
       {&profile::get_wheelset_geometry_schema(), &profile::get_rails_schema()})
    for (const Field& field : part->fields) schema.fields.push_back(field);
  return std::make_shared<const Schema>(std::move(schema));
}

profile::Profile build(const Table& table, const std::string& what, const std::string& side,
                       profile::ProfileKind kind, const profile::OpenPoints& open_points) {
  const std::string own = what + "_" + side;
  const std::string key = table.has(own) ? own : what;
  if (!table.has(key))
    throw InputError(Finding{"missing-key", table.where,
                             "the " + side + " " + what + " has no profile",
                             "give \"" + what + "\", or \"" + own + "\""});
  profile::Profile p = profile::build_profile(table.table(key), open_points);
  if (p.kind != kind)
    throw InputError(Finding{"profile-kind", table.where_is(key),
                             kind == profile::ProfileKind::wheel
                                 ? "this is a rail profile, a wheel was expected"
                                 : "this is a wheel profile, a rail was expected"});
  return p;
}

// Flanges between the rails, tape circles above them: else a length has lost its unit or its gauge.
void check_fit(const Table& table, const profile::WheelsetDescription& wheelset) {
  const profile::RailsDescription rails = profile::build_rails(table);
  if (rails.origin) return;
  const double play = rails.gauge - wheelset.back_to_back;
  if (play > 0.0 && play < 2.0 * wheelset.tape_circle) return;
  const std::string sign = play > 0.0 ? "narrow" : "wide";
  throw InputError(Finding{"contradiction", table.where_is("gauge"),
                           "the wheels are too " + sign + " for the gauge: back_to_back " +
                               std::to_string(std::lround(1e3 * wheelset.back_to_back)) +
                               " mm, gauge " + std::to_string(std::lround(1e3 * rails.gauge)) +
                               " mm",
                           "1360 mm go with 1435 mm"});
}

WheelsetOnTrack lay(const WheelRailProfiles& p, const profile::WheelsetDescription& wheelset,
                    const PairOptions& options) {
  check_fit(p.table, wheelset);
  return build_wheelset_on_track(p.wheel_l, p.wheel_r, p.rail_l, p.rail_r, wheelset,
                                 profile::build_rails(p.table), options);
}

}  // namespace

SchemaPtr get_wheel_rail_schema() {
  static const SchemaPtr schema = make_schema();
  return schema;
}

WheelRailProfiles read_wheel_rail_profiles(const Table& table,
                                           const profile::OpenPoints& open_points) {
  using profile::ProfileKind;
  return {table, build(table, "wheel", "left", ProfileKind::wheel, open_points),
          build(table, "wheel", "right", ProfileKind::wheel, open_points),
          build(table, "rail", "left", ProfileKind::rail, open_points),
          build(table, "rail", "right", ProfileKind::rail, open_points)};
}

WheelsetOnTrack build_wheelset_on_track(const Table& table, const profile::OpenPoints& open_points,
                                        const PairOptions& options) {
  if (!table.has("radius") && !(table.has("radius_left") && table.has("radius_right")))
    throw InputError(Finding{"missing-key", table.where, "the wheels have no \"radius\"",
                             "expected a number in m, or text with a unit such as \"460 mm\""});
  return lay(read_wheel_rail_profiles(table, open_points), profile::build_wheelset_geometry(table),
             options);
}

WheelsetOnTrack build_wheelset_on_track(const WheelRailProfiles& profiles, double radius,
                                        const PairOptions& options) {
  const Table& table = profiles.table;
  profile::WheelsetDescription wheelset = profile::build_wheelset_geometry(table);
  if (table.has("radius") && std::abs(table.number("radius") - radius) > 1e-9)
    throw InputError(Finding{"contradiction", table.where_is("radius"),
                             "the vehicle's wheels have another radius",
                             "leave it out: a run takes the vehicle's"});
  if (!table.has("radius_left")) wheelset.radius_l = radius;
  if (!table.has("radius_right")) wheelset.radius_r = radius;
  return lay(profiles, wheelset, options);
}

}  // namespace fourfoot::contact
