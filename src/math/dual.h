#pragma once

#include <Eigen/Core>
#include <unsupported/Eigen/AutoDiff>

#include <cmath>

namespace fourfoot {

/// A number with its exact derivatives in N directions. Leaf formulas are templates over the scalar
/// and run on `double` or on `Dual<N>`. Write `T x = ...`, not `auto`: Eigen's expression would
/// refer to temporaries.
template <int N>
using Dual = Eigen::AutoDiffScalar<Eigen::Matrix<double, N, 1>>;

/// The value part, for decisions (which branch, which interval) that must not depend on
/// derivatives.
inline double get_value(double x) {
  return x;
}
template <class D>
double get_value(const Eigen::AutoDiffScalar<D>& x) {
  return x.value();
}

}  // namespace fourfoot

namespace Eigen {

// Eigen 3.4 has atan2 but not atan for its dual numbers.
template <class D>
auto atan(const AutoDiffScalar<D>& x) {
  using Result = AutoDiffScalar<typename D::PlainObject>;
  return Result(std::atan(x.value()), x.derivatives() * (1.0 / (1.0 + x.value() * x.value())));
}

}  // namespace Eigen
