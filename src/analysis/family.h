#pragma once

#include <functional>

#include "analysis/scenario.h"

namespace fourfoot::analysis {

/// A scenario for each value of one parameter (speed, radius, conicity, any entry). Must give the
/// same scenario for the same value and be callable from several threads.
using Family = std::function<Scenario(double value)>;

}  // namespace fourfoot::analysis
