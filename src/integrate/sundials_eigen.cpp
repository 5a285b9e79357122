#include "integrate/sundials_eigen.h"

#include <nvector/nvector_serial.h>

#include <cmath>
#include <memory>
#include <vector>

#include "integrate/sparse_lu.h"

namespace fourfoot::integrate {
namespace {

/// A square matrix and where it may be other than zero: entries in the order of its memory, all of
/// them if the problem does not say. What CVODE does to it in every set-up goes over these alone, so
/// that a train of eight coaches costs eight times one.
struct SunMatrix {
  MatX values;
  std::shared_ptr<const std::vector<Eigen::Index>> entries;  ///< none: all
};

SunMatrix& get_content(SUNMatrix matrix) {
  return *static_cast<SunMatrix*>(matrix->content);
}

SUNMatrix wrap(SunMatrix* content, SUNContext context);

SUNMatrix clone(SUNMatrix matrix) {
  return wrap(new SunMatrix(get_content(matrix)), matrix->sunctx);
}
void destroy(SUNMatrix matrix) {
  delete static_cast<SunMatrix*>(matrix->content);
  SUNMatFreeEmpty(matrix);
}
/// Calls `change` with each entry.
template <class Change>
void for_entries(const SunMatrix& matrix, const Change& change) {
  if (matrix.entries) {
    for (const Eigen::Index i : *matrix.entries) change(i);
  } else {
    for (Eigen::Index i = 0; i < matrix.values.size(); ++i) change(i);
  }
}
int set_zero(SUNMatrix matrix) {
  SunMatrix& content = get_content(matrix);
  double* const values = content.values.data();
  for_entries(content, [values](Eigen::Index i) { values[i] = 0.0; });
  return 0;
}
int copy(SUNMatrix from, SUNMatrix to) {
  const double* const given = get_content(from).values.data();
  double* const values = get_content(to).values.data();
  for_entries(get_content(to), [given, values](Eigen::Index i) { values[i] = given[i]; });
  return 0;
}
/// A = c A + I
int scale_add_identity(sunrealtype c, SUNMatrix matrix) {
  SunMatrix& content = get_content(matrix);
  double* const values = content.values.data();
  for_entries(content, [c, values](Eigen::Index i) { values[i] *= c; });
  content.values.diagonal().array() += 1.0;
  return 0;
}

SUNMatrix wrap(SunMatrix* content, SUNContext context) {
  SUNMatrix matrix = SUNMatNewEmpty(context);
  matrix->ops->getid = [](SUNMatrix) { return SUNMATRIX_CUSTOM; };
  matrix->ops->clone = clone;
  matrix->ops->destroy = destroy;
  matrix->ops->zero = set_zero;
  matrix->ops->copy = copy;
  matrix->ops->scaleaddi = scale_add_identity;
  matrix->content = content;
  return matrix;
}

/// Null where the problem does not say.
std::shared_ptr<const std::vector<Eigen::Index>> list_entries(const Problem& problem) {
  const Eigen::Index n = problem.get_size();
  Pattern pattern = Pattern::Constant(n, n, false);
  if (!problem.get_pattern(pattern)) return nullptr;
  pattern.matrix().diagonal().setConstant(true);
  auto entries = std::make_shared<std::vector<Eigen::Index>>();
  for (Eigen::Index i = 0; i < pattern.size(); ++i)
    if (pattern(i)) entries->push_back(i);
  return entries;
}

struct Lu {
  SparseLu lu;
  Statistics* statistics;
};
Lu& get_lu(SUNLinearSolver solver) {
  return *static_cast<Lu*>(solver->content);
}

int set_up(SUNLinearSolver solver, SUNMatrix matrix) {
  if (!is_finite(matrix)) return 1;  // recoverable: CVODE takes a smaller step
  const MatX& a = get_eigen(matrix);
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

SUNMatrix make_sun_matrix(const Problem& problem, SUNContext context) {
  const Eigen::Index n = problem.get_size();
  return wrap(new SunMatrix{MatX::Zero(n, n), list_entries(problem)}, context);
}

MatX& get_eigen(SUNMatrix matrix) {
  return get_content(matrix).values;
}

bool is_finite(SUNMatrix matrix) {
  const SunMatrix& content = get_content(matrix);
  if (!content.entries) return content.values.allFinite();
  // A sum of numbers times zero is zero unless one of them is not finite.
  double sum = 0.0;
  for (const Eigen::Index i : *content.entries) sum += 0.0 * content.values.data()[i];
  return sum == 0.0;
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
