#pragma once

#include <vector>

#include "analysis/scenario.h"

namespace fourfoot::analysis {

/// What the scenario says and hardly means; it runs all the same.
std::vector<Finding> find_warnings(const Scenario& scenario);

}  // namespace fourfoot::analysis
