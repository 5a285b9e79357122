#pragma once

#include "math/types.h"

namespace fourfoot {

/// Eigenvalues of a real square matrix, and its eigenvectors as columns: A v_i = lambda_i v_i, each
/// of Euclidean length 1, complex pairs next to each other. By Eigen's QR algorithm, which takes a
/// quarter of a minute to compile: it stands here once.
struct Eigenpairs {
  Eigen::VectorXcd values;
  Eigen::MatrixXcd vectors;
};

/// Both throw RunError if the QR algorithm does not converge, or the matrix is not finite.
Eigenpairs calc_eigenpairs(const MatX& a);
Eigen::VectorXcd calc_eigenvalues(const MatX& a);

}  // namespace fourfoot
