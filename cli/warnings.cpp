#include "cli/warnings.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/warning.h"
#include "cli/message_output.h"
#include "jobs/model_warnings.h"

namespace fourfoot::cli {

void print_warnings(const std::vector<Finding>& warnings) {
  constexpr std::size_t most = 10;
  for (std::size_t i = 0; i < std::min(most, warnings.size()); ++i)
    print_message(format_warning(warnings[i]));
  if (warnings.size() > most)
    fmt::print(stderr, "{} warnings, the first {} are shown\n", warnings.size(), most);
}

void print_warnings(const scenario::Scenario& scenario, const vehicle::VehicleModel& model) {
  print_warnings(scenario.warnings);
  print_warnings(jobs::list_vehicle_warnings(scenario.vehicle, model));
}

}  // namespace fourfoot::cli
