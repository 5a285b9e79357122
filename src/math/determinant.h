#pragma once

#include "math/types.h"

namespace fourfoot {

/// Of a square matrix, by Gaussian elimination with rows exchanged for the largest pivot.
double calc_determinant(const MatX& a);

}  // namespace fourfoot
