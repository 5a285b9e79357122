#include "analysis/orbit_tests.h"

#include <algorithm>
#include <cmath>

#include "analysis/orbit_top.h"
#include "math/dense.h"
#include "math/determinant.h"
#include "math/eigenvalues.h"

namespace fourfoot::analysis {

VecX calc_clearances(OrbitFlow& flow, const Passage& passage) {
  const std::size_t count = flow.get_watch_names().size();
  VecX least(static_cast<Eigen::Index>(count));
  std::vector<std::vector<double>> values(count);
  VecX g;
  for (const VecX& y : passage.y) {
    flow.calc_watches(y, g);
    for (std::size_t k = 0; k < count; ++k) values[k].push_back(g[static_cast<Eigen::Index>(k)]);
  }
  for (std::size_t k = 0; k < count; ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    const auto read = [&](const VecX& y) {
      flow.calc_watches(y, g);
      return g[i];
    };
    least[i] = -find_orbit_top(flow, passage, values[k], -1.0, read);
  }
  return least;
}

OrbitTests calc_tests(const OrbitPoint& point, const Eigen::VectorXcd& multipliers,
                      OrbitFlow& flow) {
  OrbitTests tests;
  tests.multipliers = multipliers;
  Complex doubling = 1.0;
  for (const Complex& multiplier : multipliers) {
    doubling *= 1.0 + multiplier;
    if (std::abs(multiplier) > 1.0) ++tests.outside;
  }
  tests.doubling = doubling.real();
  tests.branch = calc_determinant(make_newton_matrix(point, false));
  tests.clearances = calc_clearances(flow, point.passage);
  return tests;
}

// By inverse iteration with A^T A.
NearNull find_near_null(const OrbitPoint& point) {
  constexpr int rounds = 4;
  const LuFactors factors(make_newton_matrix(point, false));
  const Eigen::Index n = point.tangent.size();
  VecX right = VecX::Constant(n, 1.0), left(n), scratch(n);
  for (int i = 0; i < rounds; ++i) {
    left = right;
    factors.solve_transposed(left, scratch);
    left.normalize();
    factors.solve(left, right);
    right.normalize();
  }
  right -= right.dot(point.tangent) * point.tangent;
  return {right.normalized(), left.head(n - 2).normalized()};
}

VecX find_doubling_direction(const OrbitPoint& point) {
  const Eigenpairs pairs = calc_eigenpairs(point.monodromy);
  Eigen::Index best = 0;
  (pairs.values.array() + 1.0).abs().minCoeff(&best);
  const Eigen::Index n = point.monodromy.rows();
  VecX direction = VecX::Zero(n + 2);
  direction.head(n) = pairs.vectors.col(best).real();
  // A step along the orbit itself is none.
  direction.head(n) -= (direction.head(n).dot(point.rate) / point.rate.squaredNorm()) * point.rate;
  return direction.normalized();
}

}  // namespace fourfoot::analysis
