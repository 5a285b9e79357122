#include "math/sparse_exponential.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"

namespace fourfoot::testing {
namespace {

/// w <- exp(A) w, the last column with p.
RowMatX carry(const MatX& a, const VecX& p, RowMatX w) {
  SparseRows rows;
  rows.set(a, VecX::Ones(a.rows()));
  SparseExponential exponential;
  exponential.apply(rows, p, w);
  return w;
}

// An oscillator of damping d and angle w over the interval, in closed form, slow and fast, and a decay;
// the last column is driven by p: from rest it comes to A^-1 (exp(A) - 1) p.
TEST(SparseExponential, MeetsTheSolutionInClosedForm) {
  for (const auto& [damping, angle] : {std::pair{0.01, 0.05}, {0.5, 2.0}, {20.0, 30.0}}) {
    MatX a = MatX::Zero(3, 3);
    a(0, 0) = a(1, 1) = -damping;
    a(0, 1) = angle;
    a(1, 0) = -angle;
    a(2, 2) = -40.0 * damping;
    MatX expected = MatX::Zero(3, 4);
    const double shrink = std::exp(-damping), c = std::cos(angle), s = std::sin(angle);
    expected.topLeftCorner(2, 2) << shrink * c, shrink * s, -shrink * s, shrink * c;
    expected(2, 2) = std::exp(a(2, 2));
    const VecX p = Vec3(0.3, -0.2, 0.5);
    expected.col(3) = a.inverse() * (expected.leftCols(3) - MatX::Identity(3, 3)) * p;
    RowMatX w = RowMatX::Zero(3, 4);
    w.leftCols(3).setIdentity();
    const RowMatX found = carry(a, p, w);
    // Of the largest entry, 1e-6 at most are left out in each of up to 64 parts.
    EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 2e-6) << damping << " " << angle;
  }
}

TEST(SparseExponential, SaysThatDerivativesAreLost) {
  const MatX a = MatX::Constant(1, 1, std::nan(""));
  EXPECT_THROW(carry(a, VecX::Zero(1), RowMatX::Ones(1, 1)), RunError);
}

}  // namespace
}  // namespace fourfoot::testing
