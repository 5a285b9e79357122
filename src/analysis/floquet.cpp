#include "analysis/floquet.h"

#include <algorithm>
#include <complex>

#include "math/dense.h"
#include "math/eigenvalues.h"

namespace fourfoot::analysis {

Eigen::VectorXcd calc_multipliers(const MatX& monodromy, const VecX& rate) {
  const VecX along = rate.normalized();
  VecX shares(monodromy.cols());
  put_transposed_product(monodromy, along, shares);
  MatX section = monodromy - along * shares.transpose();
  Eigen::VectorXcd values = calc_eigenvalues(section);
  std::sort(values.begin(), values.end(),
            [](const auto& a, const auto& b) { return std::abs(a) > std::abs(b); });
  return values.head(std::max<Eigen::Index>(0, values.size() - 1));
}

}  // namespace fourfoot::analysis
