#pragma once

#include <vector>

#include "math/types.h"

namespace fourfoot::analysis {

/// How fast neighbours on an attractor part, from its points alone [Rosenstein1993]: each point of
/// a sequence (a return map's) has a nearest other point that is not near in time; the slope of the
/// mean of ln |x_{i+k} - x_{j+k}| over k = 1 to 6 is the largest Lyapunov exponent per return.
/// About zero for a regular sequence, also for a quasi-periodic one, whose points lie on closed
/// curves.
///
/// Costs nothing but the points, where following a neighbouring motion costs as much simulation
/// again, and is not misled by an integrator's own error. Measured on 60 / 120 points: closed
/// curves at most 0.15 / 0.03, tori with one more frequency 0.17 / 0.15, logistic and Henon map at
/// least 0.35 / 0.32 (true 0.35 to 0.69). So weak chaos, below 0.2, cannot be told. Returns nan for
/// less than 40 points.
double calc_divergence(const std::vector<VecX>& points);

}  // namespace fourfoot::analysis
