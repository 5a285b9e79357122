#pragma once

#include <filesystem>
#include <string>

#include "analysis/equilibrium.h"
#include "input/profile_file.h"
#include "input/scenario_file.h"
#include "scenario/scenario.h"

namespace fourfoot::testing {

inline scenario::Scenario read_scenario_text(const std::string& text) {
  const auto source = std::make_shared<SourceFile>(SourceFile{"case.toml", text});
  input::Document document =
      input::load_document(source, FOURFOOT_SOURCE_DIR, *scenario::get_scenario_schema());
  return scenario::read_scenario(document.root, {}, input::make_point_opener(document.sources));
}

/// Contact tables are built once for all tests.
inline std::string get_cache_folder() {
  return (std::filesystem::temp_directory_path() / "fourfoot-test-cache").string();
}

/// One wheelset under a load of `load` newton per side, held by springs with the given stiffness
/// along x, y (z does not matter: soft).
inline std::string make_wheelset(const std::string& wheel, double stiffness_x, double stiffness_y,
                                 double load, double v) {
  std::string text =
      "[vehicle.bodies.wheelset_1]\ntype = \"wheelset\"\nradius = 0.46\nmass = 1500\n"
      "inertia = [810, 112, 810]\nposition = [0, 0, 0.46]\n";
  for (const char* side : {"left", "right"}) {
    text += std::string("[vehicle.elements.") + side +
            "]\ntype = \"spring-damper\"\nbetween = [\"track\", \"wheelset_1\"]\nat = [0, " +
            (side[0] == 'l' ? "1" : "-1") + ", 0.46]\nstiffness = [" + std::to_string(stiffness_x) +
            ", " + std::to_string(stiffness_y) + ", 1000]\ndamping = [0, 0, 0]\npreload = [0, 0, " +
            std::to_string(-load) + "]\n";
  }
  text += "[speed]\nv = " + std::to_string(v) +
          "\n[run]\nduration = 1\n[drive]\nmode = \"ideal\"\n[contact]\nmodel = \"profiles\"\n"
          "geometry = \"online\"\n[wheels]\nprofile = \"" +
          wheel + "\"\n[rails]\nprofile = \"models/profiles/rail_60E1.toml\"\n";
  return text;
}

inline constexpr const char* cone = "tests/data/system/cone_1in20.toml";
inline constexpr const char* s1002 = "models/profiles/wheel_S1002.toml";

/// Values of all channels at a state.
class ChannelValues {
 public:
  ChannelValues(const system::System& system, double t, const VecX& y)
      : channels_(system.channels()), row_(channels_.size()) {
    system::Workspace ws(system);
    system.set_time(t, ws);
    system.record(t, y, ws, row_);
  }
  double operator[](const std::string& name) const {
    for (std::size_t i = 0; i < channels_.size(); ++i)
      if (channels_[i].name == name) return row_[i];
    throw std::out_of_range(name);
  }

 private:
  const std::vector<Channel>& channels_;
  std::vector<double> row_;
};

}  // namespace fourfoot::testing
