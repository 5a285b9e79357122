#include "math/eigenvalues.h"

#include <Eigen/Eigenvalues>

#include "base/error.h"

namespace fourfoot {

namespace {

Eigen::EigenSolver<MatX> solve_eigenvalues(const MatX& a, bool with_vectors) {
  if (!a.allFinite()) throw RunError("no eigenvalues of a matrix that is not finite");
  Eigen::EigenSolver<MatX> solver(a, with_vectors);
  if (solver.info() != Eigen::Success) throw RunError("no eigenvalues found");
  return solver;
}

}  // namespace

Eigenpairs calc_eigenpairs(const MatX& a) {
  const auto solver = solve_eigenvalues(a, true);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::VectorXcd calc_eigenvalues(const MatX& a) {
  return solve_eigenvalues(a, false).eigenvalues();
}

}  // namespace fourfoot
