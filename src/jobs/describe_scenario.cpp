#include "jobs/describe_scenario.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace fourfoot::jobs {

using nlohmann::json;

namespace {

// `held`: free by itself, but joints or rails make it follow the others.
json describe_body(const multibody::Model& model, const multibody::Body& body) {
  json free = json::array(), held = json::array();
  for (int c = 0; c < 6; ++c) {
    const int speed = body.speed_index[static_cast<std::size_t>(c)];
    if (speed < 0) continue;
    const bool is_held = model.u_of_speed()[static_cast<std::size_t>(speed)] < 0;
    (is_held ? held : free).push_back(multibody::coordinate_words[c]);
  }
  return {{"name", body.given.name},
          {"type", body.is_wheelset() ? "wheelset" : "body"},
          {"mass", body.given.mass},
          {"free", free},
          {"held", held}};
}

// The co-running track's, of all wheelsets; under rigid treads it is bodies.
int count_track_coordinates(const system::System& system) {
  int count = 0;
  for (const auto& provider : system.providers()) count += provider->coordinate_count();
  return count;
}

json describe_support(const std::optional<track::Support>& support) {
  if (!support) return nullptr;
  return {
      {"mass", support->mass}, {"stiffness", support->stiffness}, {"damping", support->damping}};
}

const char* get_support_model(const track::SupportDescription& support) {
  if (support.discrete) return "discrete";
  return support.lateral || support.vertical ? "co-running" : "rigid";
}

}  // namespace

json describe_scenario(const scenario::Scenario& scenario, const system::System& system) {
  const vehicle::VehicleModel& model = system.model();
  const integrate::Partition p = system.partition();
  json out = {{"title", scenario.title},
              {"vehicle", model.name},
              {"speed", system.line().calc_travel(0.0).v},
              {"mass", model.mass},
              {"degrees_of_freedom", p.n_u + count_track_coordinates(system)},
              {"states", system.size()},
              {"channels", system.channels().size()},
              {"weight", model.mass * scenario.gravity}};
  if (!system.wheels().empty())
    out["support"] = {{"lateral", describe_support(scenario.track.support.lateral)},
                      {"vertical", describe_support(scenario.track.support.vertical)},
                      {"model", get_support_model(scenario.track.support)}};
  for (const multibody::Body& body : model.bodies.bodies())
    out["bodies"].push_back(describe_body(model.bodies, body));
  out["wheelsets"] = json::array();
  for (const vehicle::WheelsetInstance& wheelset : model.wheelsets) {
    out["wheelsets"].push_back(
        {{"name", model.bodies.body(static_cast<std::size_t>(wheelset.body)).given.name},
         {"left", wheelset.load_left},
         {"right", wheelset.load_right}});
  }
  out["elements"] = json::array();
  for (const vehicle::ElementInstance& element : model.elements) {
    out["elements"].push_back(
        {{"name", element.name},
         {"first", element.first < 0
                       ? "track"
                       : model.bodies.body(static_cast<std::size_t>(element.first)).given.name},
         {"second", model.bodies.body(static_cast<std::size_t>(element.second)).given.name},
         {"states", element.law->state_count()}});
  }
  return out;
}

}  // namespace fourfoot::jobs
