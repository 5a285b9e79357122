#pragma once

#include <filesystem>

#include "jobs/optimise.h"

namespace fourfoot::jobs {

/// An optimisation that was read and checked, with its scenario at the start values.
struct OptimiseSetup {
  scenario::Optimisation optimisation;
  input::ScenarioSource scenario;
  std::vector<Setting> given;                 ///< overrides, before those of cases and parameters
  std::vector<std::filesystem::path> inputs;  ///< all files that were read
  std::string key;                            ///< a hash of all that goes in
};

/// InputError for anything that is wrong with the file, or with its scenario in any of the cases.
/// Where several threads read, the caller holds input::lock_reading.
OptimiseSetup prepare_optimisation(const OptimiseSource& source);

}  // namespace fourfoot::jobs
