#include "scenario/read_profiles.h"

#include <algorithm>

#include "base/error.h"
#include "base/find_table.h"
#include "scenario/old_keys.h"
#include "vehicle/schema.h"

namespace fourfoot::scenario {

namespace {

void check_wheelset_names(const Table& each, const vehicle::VehicleDescription& vehicle) {
  std::vector<std::string> names;
  for (const vehicle::BodyEntry& body : vehicle.bodies)
    if (body.type == vehicle::BodyType::wheelset) names.push_back(body.name);
  for (const auto& [name, value] : each.entries()) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    throw InputError(Finding{"unknown-name", value.where, "there is no wheelset \"" + name + "\"",
                             suggest(name, names)});
  }
}

/// In the order in which they count.
std::vector<contact::WheelSource> list_sources(const Table* wheels,
                                               const vehicle::BodyEntry& body) {
  std::vector<contact::WheelSource> sources;
  if (wheels != nullptr) {
    if (const Table* const each = find_table(*wheels, "each"))
      if (const Table* const own = find_table(*each, body.name)) sources.push_back({own});
    sources.push_back({wheels});
  }
  for (const vehicle::WheelsEntry& entry : body.wheels)
    sources.push_back({&entry.table, entry.is_mirrored});
  return sources;
}

}  // namespace

SchemaPtr get_scenario_wheels_schema() {
  static const SchemaPtr schema = [] {
    Schema made = *profile::get_wheels_schema();
    made.doc = "Profiles, radii and spacing of wheels, instead of what the vehicle says.";
    made.fields.push_back(nested("each", Kind::dictionary, profile::get_wheels_schema(),
                                 "the same for single wheelsets, by name")
                              .up_to(vehicle::most_bodies));
    return std::make_shared<const Schema>(std::move(made));
  }();
  return schema;
}

contact::WheelsetOnTrack read_geometry(const Table& table, const GeometryChoice& choice,
                                       const profile::OpenPoints& open_points) {
  refuse_old_keys(table);
  const Table* const wheels = find_table(table, "wheels");
  vehicle::BodyEntry body;  // without a vehicle the file says the radius
  body.name = choice.wheelset.empty() ? "wheelset" : choice.wheelset;
  if (table.has("vehicle")) {
    std::vector<std::string> names;
    for (const vehicle::BodyEntry& entry :
         vehicle::read_description(table.table("vehicle")).bodies) {
      if (entry.type != vehicle::BodyType::wheelset) continue;
      names.push_back(entry.name);
      if (choice.wheelset.empty() ? names.size() == 1 : entry.name == choice.wheelset) body = entry;
    }
    if (body.type != vehicle::BodyType::wheelset)
      throw InputError(Finding{"unknown-name", table.where,
                               "there is no wheelset \"" + body.name + "\"",
                               suggest(body.name, names)});
  }
  const Table* const track = find_table(table, "track");
  const contact::RailsAlongLine rails = contact::read_rails(
      find_table(table, "rails"), track != nullptr ? find_table(*track, "rails") : nullptr,
      table.where, open_points);
  const contact::Wheels made = contact::read_wheels(list_sources(wheels, body), body.name,
                                                    body.radius, table.where, open_points);
  for (const contact::RailStretch& stretch : rails.stretches) contact::check_fit(made, stretch);
  return contact::lay_wheels(made, contact::lay_rails(rails, choice.s));
}

void read_profiles(const Table& table, const profile::OpenPoints& open_points, Scenario& scenario) {
  const Table* const wheels = find_table(table, "wheels");
  if (wheels != nullptr && wheels->has("each"))
    check_wheelset_names(wheels->table("each"), scenario.vehicle);
  const Table* const track = find_table(table, "track");
  scenario.rails = std::make_shared<const contact::RailsAlongLine>(contact::read_rails(
      find_table(table, "rails"), track != nullptr ? find_table(*track, "rails") : nullptr,
      scenario.contact.where, open_points));
  for (const vehicle::BodyEntry& body : scenario.vehicle.bodies) {
    if (body.type != vehicle::BodyType::wheelset) continue;
    const contact::Wheels& made =
        scenario.wheels
            .emplace(body.name,
                     contact::read_wheels(list_sources(wheels, body), body.name, body.radius,
                                          scenario.contact.where, open_points))
            .first->second;
    for (const contact::RailStretch& stretch : scenario.rails->stretches)
      contact::check_fit(made, stretch);
  }
}

}  // namespace fourfoot::scenario
