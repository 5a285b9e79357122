#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "cli/common_options.h"
#include "cli/overrides.h"
#include "cli/verbs.h"
#include "cli/warnings.h"
#include "input/scenario_file.h"

namespace fourfoot::cli {

namespace {

struct InfoOptions {
  std::string scenario;
  std::vector<std::string> set;
  std::string format = "text";
};

using nlohmann::json;

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

json describe(const scenario::Scenario& scenario, const system::System& system) {
  const vehicle::Model& model = system.model();
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
                      {"vertical", describe_support(scenario.track.support.vertical)}};
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

std::string join(const json& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + word.get<std::string>();
  return text;
}

// All are zero where the file locks what would carry them.
void print_loads(const json& wheelsets) {
  double sum = 0.0;
  for (const json& w : wheelsets) sum += w["left"].get<double>() + w["right"].get<double>();
  if (!(sum > 0.0)) return;
  fmt::print("\n{:<24} {:>12} {:>12}\n", "static wheel loads [N]", "left", "right");
  for (const json& w : wheelsets) {
    fmt::print("{:<24} {:>12.6g} {:>12.6g}\n", w["name"].get<std::string>(),
               w["left"].get<double>(), w["right"].get<double>());
  }
}

void print_support(const json& d) {
  if (!d.contains("support")) return;
  for (const char* direction : {"lateral", "vertical"}) {
    const json& s = d["support"][direction];
    const std::string what = std::string("track, ") + direction;
    if (s.is_null())
      fmt::print("{:<19} rigid\n", what);
    else
      fmt::print("{:<19} {:.6g} kg on {:.6g} MN/m, {:.6g} kN s/m\n", what, s["mass"].get<double>(),
                 1e-6 * s["stiffness"].get<double>(), 1e-3 * s["damping"].get<double>());
  }
}

void print_text(const json& d) {
  if (!d["title"].get<std::string>().empty()) fmt::print("{}\n\n", d["title"].get<std::string>());
  fmt::print("vehicle             {}\n", d["vehicle"].get<std::string>());
  fmt::print("speed               {:.6g} m/s ({:.6g} km/h)\n", d["speed"].get<double>(),
             d["speed"].get<double>() * 3.6);
  fmt::print("degrees of freedom  {}\n", d["degrees_of_freedom"].get<int>());
  fmt::print("states              {}\n", d["states"].get<int>());
  fmt::print("mass                {:.6g} kg, weight {:.6g} N\n", d["mass"].get<double>(),
             d["weight"].get<double>());
  print_support(d);
  fmt::print("\n");
  fmt::print("{:<24} {:<9} {:>12}  {}\n", "body", "type", "mass [kg]", "free");
  for (const json& b : d["bodies"]) {
    const std::string held = join(b["held"]);
    fmt::print("{:<24} {:<9} {:>12.6g}  {}{}\n", b["name"].get<std::string>(),
               b["type"].get<std::string>(), b["mass"].get<double>(), join(b["free"]),
               held.empty() ? "" : "  (held: " + held + ")");
  }
  print_loads(d["wheelsets"]);
  if (d["elements"].empty()) return;
  fmt::print("\n{:<24} {}\n", "element", "between");
  for (const json& e : d["elements"]) {
    fmt::print("{:<24} {} - {}\n", e["name"].get<std::string>(), e["first"].get<std::string>(),
               e["second"].get<std::string>());
  }
}

int info(const InfoOptions& options) {
  const input::ScenarioFile file =
      input::read_scenario_file(options.scenario, parse_overrides(options.set));
  const auto system = scenario::build_system(file.scenario, {.with_tables = false});
  print_warnings(file.scenario, system->model());
  const json description = describe(file.scenario, *system);
  if (options.format == "json")
    fmt::print("{}\n", description.dump(2));
  else
    print_text(description);
  return exit_done;
}

}  // namespace

void add_info(Verbs& verbs) {
  auto [verb, options] = verbs.add<InfoOptions>(
      "info", "bodies, coordinates, degrees of freedom, elements, loads", info);
  verb.scenario(options.scenario, options.set);
  add_format(verb, options.format, {"text", "json"});
}

}  // namespace fourfoot::cli
