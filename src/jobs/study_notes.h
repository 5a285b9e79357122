#pragma once

#include <string>
#include <vector>

#include "input/scenario_file.h"

namespace fourfoot::jobs {

/// What a study rests on, as comment lines ("# ...\n") for the head of its file: program, scenario
/// `file`, vehicle, contact, integrator, overrides, and what the input files say of themselves (their "source" entries and
/// the comments they begin with).
std::string make_study_notes(const input::ScenarioFile& base, const std::string& file,
                             const std::vector<std::string>& set);

}  // namespace fourfoot::jobs
