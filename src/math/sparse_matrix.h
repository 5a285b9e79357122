#pragma once

#include <Eigen/SparseCore>

#include "math/types.h"

namespace fourfoot {

/// A matrix most of whose entries are zero, by columns.
using SparseMat = Eigen::SparseMatrix<double>;

/// The entries that are other than zero, also those that are no number.
SparseMat make_sparse(const MatX& a);

}  // namespace fourfoot
