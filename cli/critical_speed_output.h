#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "analysis/critical_speed.h"

namespace fourfoot::cli {

/// One number with its bracket, and what was seen.
void print_critical_speed(const analysis::CriticalSpeed& found, const std::string& parameter);

/// Several methods side by side; one that could not answer says why.
void print_critical_speeds(const std::vector<analysis::CriticalSpeed>& all,
                           const std::string& parameter);

nlohmann::ordered_json describe(const analysis::CriticalSpeed& found);

}  // namespace fourfoot::cli
