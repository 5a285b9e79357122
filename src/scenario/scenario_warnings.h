#pragma once

#include <vector>

#include "scenario/scenario.h"

namespace fourfoot::scenario {

/// What the scenario says and hardly means; it runs all the same.
std::vector<Finding> find_warnings(const Scenario& scenario);

}  // namespace fourfoot::scenario
