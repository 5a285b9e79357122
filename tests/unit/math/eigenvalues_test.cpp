#include "math/eigenvalues.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/error.h"

namespace fourfoot {
namespace {

// x'' + 2 D w x' + w^2 x = 0 has -D w +- i w sqrt(1 - D^2).
TEST(Eigenvalues, OfADampedOscillator) {
  const double w = 3.0, d = 0.2;
  MatX a(2, 2);
  a << 0.0, 1.0, -w * w, -2.0 * d * w;
  const Eigenpairs pairs = calc_eigenpairs(a);
  for (Eigen::Index i = 0; i < 2; ++i) {
    EXPECT_NEAR(pairs.values[i].real(), -d * w, 1e-14);
    EXPECT_NEAR(std::abs(pairs.values[i].imag()), w * std::sqrt(1.0 - d * d), 1e-14);
    EXPECT_LT((a * pairs.vectors.col(i) - pairs.values[i] * pairs.vectors.col(i)).norm(), 1e-14);
    EXPECT_NEAR(pairs.vectors.col(i).norm(), 1.0, 1e-14);
  }
  EXPECT_EQ(calc_eigenvalues(a), pairs.values);
}

TEST(Eigenvalues, OfWhatIsNotFiniteAreRefused) {
  const MatX a = MatX::Constant(2, 2, std::numeric_limits<double>::quiet_NaN());
  EXPECT_THROW(calc_eigenvalues(a), RunError);
}

}  // namespace
}  // namespace fourfoot
