#include "math/determinant.h"

#include <Eigen/LU>

namespace fourfoot {

double calc_determinant(const MatX& a) {
  return Eigen::PartialPivLU<MatX>(a).determinant();
}

}  // namespace fourfoot
