#pragma once

#include <cmath>

#include "math/dual.h"

namespace fourfoot {

/// The angle of (x, y), atan2, over any scalar. (Eigen's own of two dual numbers allocates: its
/// result has a dynamic number of derivatives.)
inline double calc_angle(double y, double x) {
  return std::atan2(y, x);
}
template <class D>
Eigen::AutoDiffScalar<D> calc_angle(const Eigen::AutoDiffScalar<D>& y,
                                    const Eigen::AutoDiffScalar<D>& x) {
  const double a = x.value(), b = y.value(), scale = 1.0 / (a * a + b * b);
  return Eigen::AutoDiffScalar<D>(std::atan2(b, a),
                                  (a * scale) * y.derivatives() - (b * scale) * x.derivatives());
}

}  // namespace fourfoot
