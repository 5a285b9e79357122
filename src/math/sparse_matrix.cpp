#include "math/sparse_matrix.h"

namespace fourfoot {

SparseMat make_sparse(const MatX& a) {
  SparseMat entries(a.rows(), a.cols());
  for (Eigen::Index k = 0; k < a.cols(); ++k) {
    entries.startVec(k);
    for (Eigen::Index i = 0; i < a.rows(); ++i)
      if (!(a.coeff(i, k) == 0.0)) entries.insertBack(i, k) = a.coeff(i, k);
  }
  entries.finalize();
  return entries;
}

}  // namespace fourfoot
