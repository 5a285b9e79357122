#include "integrate/sundials_eigen.h"

#include <nvector/nvector_serial.h>

#include <cmath>

#include "integrate/sparse_lu.h"

namespace fourfoot::integrate {
namespace {

SUNMatrix clone(SUNMatrix matrix) {
  return make_sun_matrix(get_eigen(matrix).rows(), matrix->sunctx);
}
void destroy(SUNMatrix matrix) {
  delete static_cast<MatX*>(matrix->content);
  SUNMatFreeEmpty(matrix);
}
int set_zero(SUNMatrix matrix) {
  get_eigen(matrix).setZero();
  return 0;
}
int copy(SUNMatrix from, SUNMatrix to) {
  get_eigen(to) = get_eigen(from);
  return 0;
}
/// A = c A + I
int scale_add_identity(sunrealtype c, SUNMatrix matrix) {
  MatX& a = get_eigen(matrix);
  a *= c;
  a.diagonal().array() += 1.0;
  return 0;
}

struct Lu {
  SparseLu lu;
  Statistics* statistics;
};
Lu& get_lu(SUNLinearSolver solver) {
  return *static_cast<Lu*>(solver->content);
}

int set_up(SUNLinearSolver solver, SUNMatrix matrix) {
  const MatX& a = get_eigen(matrix);
  if (!a.allFinite()) return 1;  // recoverable: CVODE takes a smaller step
  Lu& content = get_lu(solver);
  ++content.statistics->factorisations;
  return content.lu.compute(a) ? 0 : 1;
}
int solve(SUNLinearSolver solver, SUNMatrix, N_Vector x, N_Vector b, sunrealtype) {
  Lu& content = get_lu(solver);
  const auto n = N_VGetLength(b);
  const Eigen::Map<const VecX> right(N_VGetArrayPointer(b), n);
  Eigen::Map<VecX> left(N_VGetArrayPointer(x), n);
  content.lu.solve(right, left);
  return left.allFinite() ? 0 : 1;
}

}  // namespace

SUNMatrix make_sun_matrix(Eigen::Index n, SUNContext context) {
  SUNMatrix matrix = SUNMatNewEmpty(context);
  matrix->ops->getid = [](SUNMatrix) { return SUNMATRIX_CUSTOM; };
  matrix->ops->clone = clone;
  matrix->ops->destroy = destroy;
  matrix->ops->zero = set_zero;
  matrix->ops->copy = copy;
  matrix->ops->scaleaddi = scale_add_identity;
  matrix->content = new MatX(MatX::Zero(n, n));
  return matrix;
}

MatX& get_eigen(SUNMatrix matrix) {
  return *static_cast<MatX*>(matrix->content);
}

SUNLinearSolver make_sun_lu(const Problem& problem, Statistics& statistics, SUNContext context) {
  SUNLinearSolver solver = SUNLinSolNewEmpty(context);
  solver->ops->gettype = [](SUNLinearSolver) { return SUNLINEARSOLVER_DIRECT; };
  solver->ops->getid = [](SUNLinearSolver) { return SUNLINEARSOLVER_CUSTOM; };
  solver->ops->setup = set_up;
  solver->ops->solve = solve;
  solver->ops->free = [](SUNLinearSolver self) {
    delete static_cast<Lu*>(self->content);
    SUNLinSolFreeEmpty(self);
    return 0;
  };
  solver->content = new Lu{SparseLu(problem), &statistics};
  return solver;
}

}  // namespace fourfoot::integrate
