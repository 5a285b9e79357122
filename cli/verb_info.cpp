#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/common_options.h"
#include "cli/overrides.h"
#include "cli/verbs.h"
#include "cli/warnings.h"
#include "input/scenario_file.h"
#include "jobs/describe_scenario.h"

namespace fourfoot::cli {

namespace {

struct InfoOptions {
  std::string scenario;
  std::vector<std::string> set;
  std::string format = "text";
};

using nlohmann::json;

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
  if (d["support"]["model"] == "discrete") fmt::print("track               rails on sleepers:\n");
  for (const char* direction : {"lateral", "vertical"}) {
    const json& s = d["support"][direction];
    const std::string what =
        (d["support"]["model"] == "discrete" ? "sleeper, " : "track, ") + std::string(direction);
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
  const json description = jobs::describe_scenario(file.scenario, *system);
  if (options.format == "json")
    fmt::print("{}\n", description.dump(2));
  else
    print_text(description);
  return exit_done;
}

}  // namespace

void add_info(Verbs& verbs) {
  auto [verb, options] = verbs.add<InfoOptions>(
      "info", "bodies, degrees of freedom, elements, static wheel loads", info);
  verb.scenario(options.scenario, options.set);
  add_format(verb, options.format, {"text", "json"});
}

}  // namespace fourfoot::cli
