#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "analysis/critical_speed.h"

namespace fourfoot::cli {

/// A value that was tried, and what happened there.
struct CriticalSpeedTrial {
  double value = 0.0;
  std::string outcome;
};

/// What a method found, and what it tried.
struct TriedSpeed {
  analysis::CriticalSpeed found;
  std::vector<CriticalSpeedTrial> trials;
};

/// One number with its bracket, and what was seen.
void print_critical_speed(const analysis::CriticalSpeed& found, const std::string& parameter);

/// Several methods side by side; one that could not answer says why.
void print_critical_speeds(const std::vector<TriedSpeed>& all, const std::string& parameter);

nlohmann::ordered_json describe(const TriedSpeed& tried);

}  // namespace fourfoot::cli
