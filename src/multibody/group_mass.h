#pragma once

#include "multibody/group_factors.h"

namespace fourfoot::multibody {

/// out = B^T x in the rows of one group; x by packed speeds, out by independent ones.
void put_reduced_of_group(const Model& model, std::size_t group, const MatX& B, const double* x,
                          double* out);

}  // namespace fourfoot::multibody
