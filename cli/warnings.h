#pragma once

#include "scenario/scenario.h"

namespace fourfoot::cli {

/// On standard error: what the scenario says and hardly means.
void print_warnings(const scenario::Scenario& scenario, const vehicle::VehicleModel& model);
/// The first of these.
void print_warnings(const std::vector<Finding>& warnings);

}  // namespace fourfoot::cli
