#include "analysis/steady_cause.h"

#include <fmt/format.h>

#include <algorithm>

#include "system/speed_control.h"

namespace fourfoot::analysis {

namespace {

bool is_driven(const system::System& system) {
  if (system.find<system::SpeedControl>() != nullptr) return true;
  const auto& bodies = system.model().bodies.bodies();
  return std::any_of(bodies.begin(), bodies.end(),
                     [](const multibody::Body& body) { return !body.is_free(0); });
}

double find_largest_load(const vehicle::VehicleModel& model) {
  double largest = 0.0;
  for (const vehicle::WheelsetInstance& w : model.wheelsets)
    largest = std::max({largest, w.load_left, w.load_right});
  return largest;
}

}  // namespace

std::string describe_steady_cause(const system::System& system, const std::string& worst) {
  constexpr double heaviest = 1e6;  // N on a wheel, five times what rails bear
  const vehicle::VehicleModel& model = system.model();
  if (model.wheelsets.empty()) return "";
  if (system.options().gravity == 0.0)
    return "; without gravity nothing presses the wheels on the rails: environment.gravity";
  if (!model.least_carried.empty())
    return fmt::format("; no spring carries \"{}\" vertically", model.least_carried);
  if (!is_driven(system))
    return "; nothing keeps the speed, so there is no steady running: drive.mode = \"pulled\", "
           "\"wheels\" or \"ideal\" instead of \"coasting\"";
  if (const double load = find_largest_load(model); load > heaviest)
    return fmt::format("; a wheel carries {:.3g} kN: is a mass right?", load * 1e-3);
  for (const auto& provider : system.providers())
    if (std::string cause = provider->explain_unsteadiness(); !cause.empty()) return cause;
  if (worst.ends_with("/v_x") || worst.ends_with("/x"))
    return "; is there enough friction for the drive?";
  return "";
}

}  // namespace fourfoot::analysis
