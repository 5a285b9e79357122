#pragma once

#include <string>

#include "analysis/integrator_study.h"

namespace fourfoot::cli {

/// What accuracy costs: error over right-hand sides, both logarithmic, a line per method (SVG).
/// Unstable runs are left out.
std::string draw_integrator_study(const analysis::IntegratorStudy& study);

}  // namespace fourfoot::cli
