#pragma once

#include <string>

#include "scenario/scenario.h"

namespace fourfoot::jobs {

/// The coordinate that the scenario displaces first: "wheelset/y". InputError missing-option if it
/// displaces nothing.
std::string find_displaced(const scenario::Scenario& scenario);

}  // namespace fourfoot::jobs
