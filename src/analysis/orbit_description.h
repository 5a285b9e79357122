#pragma once

#include "analysis/orbit_newton.h"
#include "analysis/periodic_orbit.h"

namespace fourfoot::analysis {

/// What is told of an orbit: amplitudes, size, the wheelset that moves most, multipliers. `point` with
/// passage and derivatives, `flow` at its value.
PeriodicOrbit describe_orbit(OrbitFlow& flow, const OrbitPoint& point);

}  // namespace fourfoot::analysis
