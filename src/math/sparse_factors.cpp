#include "math/sparse_factors.h"

#include <Eigen/SparseLU>
#include <algorithm>

namespace fourfoot {

struct SparseFactors::Factors {
  Eigen::SparseLU<SparseMat, Eigen::COLAMDOrdering<int>> lu;
  Eigen::Index size = 0;
  double norm = 0.0;  ///< largest sum of a column's entries
};

SparseFactors::SparseFactors() : factors_(std::make_unique<Factors>()) {}
SparseFactors::~SparseFactors() = default;

bool SparseFactors::compute(const SparseMat& a) {
  factors_->size = a.rows();
  factors_->norm = 0.0;
  for (Eigen::Index k = 0; k < a.cols(); ++k)
    factors_->norm = std::max(factors_->norm, a.col(k).cwiseAbs().sum());
  factors_->lu.compute(a);
  return factors_->lu.info() == Eigen::Success;
}

VecX SparseFactors::solve(const VecX& b) const {
  return factors_->lu.solve(b);
}

double SparseFactors::rcond() const {
  const Eigen::Index n = factors_->size;
  if (n == 0 || factors_->norm == 0.0) return 0.0;
  VecX x = VecX::Constant(n, 1.0 / static_cast<double>(n));
  double inverse = 0.0;
  for (int i = 0; i < 5; ++i) {
    const VecX y = solve(x);
    const double norm = y.lpNorm<1>();
    if (!(norm > inverse)) break;
    inverse = norm;
    const VecX signs = (y.array() < 0.0).select(VecX::Constant(n, -1.0), VecX::Ones(n));
    const VecX z = factors_->lu.transpose().solve(signs);
    Eigen::Index largest = 0;
    const double most = z.cwiseAbs().maxCoeff(&largest);
    if (!(most > z.dot(x))) break;
    x = VecX::Unit(n, largest);
  }
  // A second guess, for matrices that hide from the first.
  for (Eigen::Index k = 0; k < n; ++k)
    x[k] = (k % 2 == 0 ? 1.0 : -1.0) *
           (1.0 + static_cast<double>(k) / static_cast<double>(std::max<Eigen::Index>(1, n - 1)));
  inverse = std::max(inverse, 2.0 * solve(x).lpNorm<1>() / (3.0 * static_cast<double>(n)));
  return inverse > 0.0 ? 1.0 / (factors_->norm * inverse) : 0.0;
}

}  // namespace fourfoot
