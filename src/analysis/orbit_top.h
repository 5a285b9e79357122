#pragma once

#include "analysis/orbit_passage.h"

namespace fourfoot::analysis {

/// Largest value of sign x over a period, x the observed coordinate at the states of its passage (the
/// last is the first one again): by the cubics between the largest x and its neighbours that have
/// the slopes of the motion there. Exact to h^4, h the step.
double find_orbit_top(OrbitFlow& flow, const Passage& passage, const std::vector<double>& x,
                      double sign);
/// The same of another function of the state; x: its values at the states of the passage.
double find_orbit_top(OrbitFlow& flow, const Passage& passage, const std::vector<double>& x,
                      double sign, const std::function<double(const VecX& y)>& read);

}  // namespace fourfoot::analysis
