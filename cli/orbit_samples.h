#pragma once

#include <nlohmann/json_fwd.hpp>

#include "analysis/orbit_flow.h"

namespace fourfoot::cli {

/// One period of the observed coordinate from a state on a periodic motion: values at equal times,
/// the first at 0, the last one step before the period ends; SI, six digits. Linear between the steps of the
/// integrator, which are at most a 200th of the period: an error of about 1e-4 of the amplitude.
/// Empty where there is no period or the motion cannot be run again.
nlohmann::ordered_json sample_orbit(const analysis::FlowFamily& flows, double value,
                                    const VecX& state, double period);

}  // namespace fourfoot::cli
