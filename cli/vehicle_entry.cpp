#include "cli/vehicle_entry.h"

#include "analysis/mode_names.h"

namespace fourfoot::cli {

namespace {

using nlohmann::ordered_json;

const char* get_word(analysis::BodyRole role) {
  switch (role) {
    case analysis::BodyRole::wheelset:
      return "wheelset";
    case analysis::BodyRole::car:
      return "car";
    case analysis::BodyRole::bogie:
      return "bogie";
    case analysis::BodyRole::track:
      return "track";
    case analysis::BodyRole::other:
      break;
  }
  return "other";
}

Vec3 get_position(const multibody::Body& body) {
  return body.given.nominal + Vec3(body.given.chainage_offset, 0.0, 0.0);
}

void put_position(ordered_json& entry, const std::string& prefix, const Vec3& position) {
  entry[prefix + "x"] = position.x();
  entry[prefix + "y"] = position.y();
  entry[prefix + "z"] = position.z();
}

ordered_json describe_bodies(const vehicle::VehicleModel& model) {
  const std::vector<analysis::ModeBody> roles = analysis::list_mode_bodies(model);
  ordered_json entries = ordered_json::array();
  for (std::size_t i = 0; i < roles.size(); ++i) {
    const multibody::Body& body = model.bodies.body(i);
    const char* kind = body.is_wheelset()         ? "wheelset"
                       : body.given.is_track_part ? "track"
                                                  : "body";
    ordered_json entry = {
        {"name", body.given.name}, {"kind", kind}, {"role", get_word(roles[i].role)}};
    put_position(entry, "", get_position(body));
    entry["mass"] = body.given.mass;
    entries.push_back(std::move(entry));
  }
  for (const vehicle::WheelsetInstance& wheelset : model.wheelsets)
    entries[static_cast<std::size_t>(wheelset.body)]["radius"] = wheelset.radius;
  return entries;
}

ordered_json describe_elements(const vehicle::VehicleModel& model) {
  ordered_json entries = ordered_json::array();
  for (const vehicle::ElementInstance& element : model.elements) {
    const multibody::Body& second = model.bodies.body(static_cast<std::size_t>(element.second));
    const multibody::Body* first =
        element.first < 0 ? nullptr : &model.bodies.body(static_cast<std::size_t>(element.first));
    ordered_json entry = {{"name", element.name},
                          {"first", first ? first->given.name : vehicle::track_name},
                          {"second", second.given.name}};
    const Vec3 under(get_position(second).x(), 0.0, 0.0);
    put_position(entry, "first_", element.at_first + (first ? get_position(*first) : under));
    put_position(entry, "second_", element.at_second + get_position(second));
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace

ordered_json describe_vehicle(const system::System& system) {
  const vehicle::VehicleModel& model = system.model();
  return {{"name", model.name},
          {"gauge", system.line().track().gauge()},
          {"contact_distance", system.line().track().contact_distance()},
          {"bodies", describe_bodies(model)},
          {"elements", describe_elements(model)}};
}

}  // namespace fourfoot::cli
