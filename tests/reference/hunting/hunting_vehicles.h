#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "analysis/initial_state.h"
#include "input/scenario_file.h"
#include "scenario/family.h"

/// The vehicles whose limit cycles other programs have computed, over their speed.
namespace fourfoot::testing {

inline scenario::Family read_family(const std::string& example) {
  const std::string path = FOURFOOT_SOURCE_DIR "/examples/" + example + "/scenario.toml";
  return [path](double v) {
    scenario::Member member;
    member.scenario =
        input::read_scenario_file(path, {{"speed.v", fmt::format("{:.12f}", v)}}).scenario;
    member.system = scenario::build_system(member.scenario);
    return member;
  };
}

struct Vehicle {
  std::string model, example;
};
inline const Vehicle wheelset{"wheelset", "01-hunting-wheelset"},
    cooperrider{"cooperrider", "20-cooperrider"};

/// From coordinates of programs with small angles: y and psi of each wheelset, then y, phi, psi of the
/// frame; then their rates.
inline VecX make_state(const Vehicle& vehicle, scenario::Member member,
                       const std::vector<double>& x) {
  const std::size_t n = x.size() / 2;
  const auto make_entry = [&](const char* body, std::size_t y, std::size_t psi) {
    scenario::InitialEntry entry;
    entry.body = body;
    entry.displacement.y() = x[y];
    entry.velocity.y() = x[n + y];
    entry.angles.z() = x[psi];
    entry.angular_velocity.z() = x[n + psi];
    return entry;
  };
  if (vehicle.model == wheelset.model) {
    member.scenario.initial = {make_entry("wheelset", 0, 1)};
  } else {
    scenario::InitialEntry frame = make_entry("frame", 4, 6);
    frame.angles.x() = x[5];
    frame.angular_velocity.x() = x[n + 5];
    member.scenario.initial = {make_entry("front", 0, 1), make_entry("rear", 2, 3), frame};
  }
  return analysis::calc_initial_state(*member.system, member.scenario);
}

}  // namespace fourfoot::testing
