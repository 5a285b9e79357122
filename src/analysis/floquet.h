#pragma once

#include "math/types.h"

namespace fourfoot::analysis {

/// Floquet's multipliers of a periodic orbit without the one that is always 1, by size.
///
/// `monodromy` M = dx(T)/dx(0), `rate` x' at its beginning: M x' = x'. With P = 1 - x' x'^T/|x'|^2
/// the matrix P M has the multipliers of M, but 0 in place of that 1. So the second multiplier 1 of
/// a fold is found as a simple eigenvalue, as accurately as any other; in M both make a Jordan
/// block, and an error e of M would move them by its square root. Both in scaled coordinates.
Eigen::VectorXcd calc_multipliers(const MatX& monodromy, const VecX& rate);

}  // namespace fourfoot::analysis
