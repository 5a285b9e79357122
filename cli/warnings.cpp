#include "cli/warnings.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/warning.h"

namespace fourfoot::cli {

void print_warnings(const vehicle::VehicleDescription& description, const vehicle::Model& model) {
  if (model.least_carried.empty()) return;
  const auto body = std::find_if(
      description.bodies.begin(), description.bodies.end(),
      [&](const vehicle::BodyEntry& entry) { return entry.name == model.least_carried; });
  fmt::print(stderr, "{}",
             format_warning({"not-carried",
                             body == description.bodies.end() ? description.where : body->where,
                             "nothing carries \"" + model.least_carried + "\": it would fall",
                             "give an element below it a vertical stiffness, or lock its z"}));
}

void print_warnings(const std::vector<Finding>& warnings) {
  constexpr std::size_t most = 10;
  for (std::size_t i = 0; i < std::min(most, warnings.size()); ++i)
    fmt::print(stderr, "{}", format_warning(warnings[i]));
  if (warnings.size() > most)
    fmt::print(stderr, "{} warnings, the first {} are shown\n", warnings.size(), most);
}

void print_warnings(const scenario::Scenario& scenario, const vehicle::Model& model) {
  print_warnings(scenario.warnings);
  print_warnings(scenario.vehicle, model);
}

}  // namespace fourfoot::cli
