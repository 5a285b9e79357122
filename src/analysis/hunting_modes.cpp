#include "analysis/hunting_modes.h"

#include <fmt/format.h>

#include <algorithm>

namespace fourfoot::analysis {

double calc_wheelset_part(const std::vector<ModeShare>& shares,
                          const vehicle::VehicleModel& model) {
  constexpr double half_gauge = 0.75;  // [m]
  if (model.wheelsets.empty() || shares.empty()) return 1.0;
  double most = 0.0;
  for (const vehicle::WheelsetInstance& wheelset : model.wheelsets) {
    const std::string& name = model.bodies.body(static_cast<std::size_t>(wheelset.body)).given.name;
    for (const ModeShare& share : shares) {
      if (share.body != name) continue;
      if (share.coordinate == "y") most = std::max(most, share.amplitude);
      if (share.coordinate == "psi") most = std::max(most, half_gauge * share.amplitude);
    }
  }
  return most;
}

void add_left_out(double value, const Mode& mode, std::vector<LeftOutMode>& all) {
  if (is_neutral(mode.value) || mode.value.imag() < 0.0 || mode.value.real() < -least_growth)
    return;
  if (!moves_wheelsets(mode))
    all.push_back({value, mode.name, mode.frequency(), mode.value.real(), mode.wheelset_part});
}

std::string describe_left_out(const std::vector<LeftOutMode>& all) {
  std::vector<LeftOutMode> kept;
  for (const LeftOutMode& mode : all) {
    const auto known = std::find_if(kept.begin(), kept.end(), [&](const LeftOutMode& other) {
      return other.name == mode.name;
    });
    if (known == kept.end())
      kept.push_back(mode);
    else if (mode.grows() && !known->grows())
      *known = mode;
  }
  std::string text;
  for (const LeftOutMode& mode : kept) {
    text += text.empty() ? "" : "; ";
    text += fmt::format("{}, {:.4g} Hz, {} at {:.5g}", mode.name, mode.frequency,
                        mode.grows() ? fmt::format("grows by {:.3g} 1/s", mode.growth)
                                     : std::string("neither grows nor decays"),
                        mode.value);
    text += fmt::format(
        ": {}, since wheelsets move {:.2g} mm sideways for each mm of its largest "
        "displacement (hunting: {:g} mm or more)",
        mode.grows() ? "another instability, not hunting" : "not hunting", mode.part,
        least_wheelset_part);
  }
  return text;
}

}  // namespace fourfoot::analysis
