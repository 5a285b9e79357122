#pragma once

#include <cstdio>
#include <string>

#include "analysis/initial_state.h"
#include "analysis/time_run.h"
#include "input/load.h"
#include "scenario/scenario.h"

/// The cases of tests/data/relative_motion as a user would write them.
namespace fourfoot::testing {

/// All digits: std::to_string would cut them.
inline std::string print(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

inline std::string get_route(const std::string& name) {
  if (name == "straight") return "";
  if (name == "circle600") {
    return R"([[track.horizontal]]
type = "circular-arc"
length = 500
radius = 600
turn = "left"
cant = 0.128
)";
  }
  const bool first = name == "routeI";
  std::string text = "[[track.horizontal]]\ntype = \"line\"\nlength = 10\n";
  text += std::string("[[track.horizontal]]\ntype = \"clothoid\"\nlength = ") +
          (first ? "7" : "102.4") + "\n";
  text += std::string("[[track.horizontal]]\ntype = \"circular-arc\"\nturn = \"left\"\n") +
          (first ? "length = 30\nradius = 300\ncant = 0.15\n"
                 : "length = 60\nradius = 600\ncant = 0.128\n");
  if (first) return text;
  return text + "[[track.horizontal]]\ntype = \"clothoid\"\nlength = 102.4\n" +
         "[[track.horizontal]]\ntype = \"line\"\nlength = 40\n";
}

inline const char* get_free_body() {
  return R"(
[environment]
gravity = 0
[vehicle.bodies.body]
mass = 20000
inertia = [2e4, 3.2e4, 4.5e4]
position = [0, 0, 1.6]
[initial.body]
omega_x = 0.3
omega_y = -0.2
omega_z = 0.5
)";
}

inline std::string get_suspended_body() {
  std::string text = R"(
[vehicle.bodies.body]
mass = 20000
inertia = [2.5e4, 3.0e5, 3.1e5]
position = [0, 0, 1.6]
)";
  int i = 0;
  for (const char* x : {"4.5", "-4.5"}) {
    for (const char* y : {"1.0", "-1.0"}) {
      text += "[vehicle.elements.spring_" + std::to_string(++i) + "]\ntype = \"spring-damper\"\n" +
              "between = [\"track\", \"body\"]\nat = [" + x + ", " + y + ", 1.0]\n" +
              "stiffness = [1.0e6, 0.4e6, 0.8e6]\ndamping = [2.0e4, 1.5e4, 2.0e4]\npreload = [0, "
              "0, 49050]\n";
    }
  }
  return text;
}

inline std::string get_wheelset(const std::string& initial) {
  std::string text = R"(
[vehicle.bodies.body]
type = "wheelset"
radius = 0.46
mass = 1500
inertia = [800, 120, 800]
position = [0, 0, 0.46]
[contact]
model = "none"
)" + initial;
  for (const char* y : {"1.0", "-1.0"}) {
    text += std::string("[vehicle.elements.") + (y[0] == '-' ? "right" : "left") +
            "]\ntype = \"spring-damper\"\nbetween = [\"track\", \"body\"]\nat = [0, " + y +
            ", 0.46]\n" +
            "stiffness = [5e6, 5e6, 2e6]\ndamping = [1e4, 1e4, 1e4]\npreload = [0, 0, 7357.5]\n";
  }
  return text;
}

inline std::string get_three_bodies() {
  std::string text = R"(
[vehicle.bodies.car]
mass = 20000
inertia = [2.5e4, 3.0e5, 3.1e5]
position = [0, 0, 1.6]
)";
  for (const char* axle : {"front", "rear"}) {
    const std::string x = axle[0] == 'f' ? "4.5" : "-4.5";
    text += std::string("[vehicle.bodies.") + axle +
            "]\nmass = 1500\ninertia = [800, 120, 800]\nposition = [" + x + ", 0, 0.46]\n";
    for (const char* side : {"left", "right"}) {
      const std::string sign = side[0] == 'l' ? "" : "-";
      text += std::string("[vehicle.elements.primary_") + axle + "_" + side +
              "]\ntype = \"spring-damper\"\nbetween = [\"car\", \"" + axle + "\"]\nat = [" + x +
              ", " + sign +
              "1.0, 1.0]\nstiffness = [2e6, 1e6, 0.8e6]\ndamping = [2e4, 2e4, 2e4]\npreload = [0, "
              "0, -49050]\n";
      text += std::string("[vehicle.elements.guidance_") + axle + "_" + side +
              "]\ntype = \"spring-damper\"\nbetween = [\"track\", \"" + axle + "\"]\nat = [" + x +
              ", " + sign +
              "0.75, 0]\nstiffness = [2e6, 5e6, 2e7]\ndamping = [2e4, 5e4, 1e5]\npreload = [0, 0, "
              "56407.5]\n";
    }
  }
  return text;
}

inline scenario::Scenario make_scenario(const std::string& text) {
  const auto source = std::make_shared<SourceFile>(SourceFile{"case.toml", text});
  return scenario::read_scenario(
      input::load_document(source, {}, *scenario::get_scenario_schema()).root);
}

inline Trajectory run_case(const std::string& vehicle, const std::string& route, double v, double a,
                           double start, double duration, const std::string& more = "",
                           double step = 0.05, const std::string& formulation = "kane") {
  const std::string text = "[speed]\nv = " + print(v) + "\na = " + print(a) +
                           "\nstart = " + print(start) + "\n[run]\nduration = 1\n" + vehicle +
                           get_route(route) + more;
  const scenario::Scenario scenario = make_scenario(text);
  const auto system = scenario::build_system(scenario);
  analysis::TimeRunOptions options;
  options.duration = duration;
  options.output_step = step;
  options.integrator.method = "bdf";
  options.formulation = formulation;
  options.integrator.rtol = 1e-11;
  options.integrator.atol = 1e-9;
  Trajectory trajectory(system->channels());
  const auto summary =
      analysis::run(*system, analysis::calc_initial_state(*system, scenario), options, trajectory);
  if (summary.status != RunStatus::done) throw std::runtime_error(summary.message);
  return trajectory;
}

}  // namespace fourfoot::testing
