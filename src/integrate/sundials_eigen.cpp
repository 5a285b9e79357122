#include "integrate/sundials_eigen.h"

#include <nvector/nvector_serial.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "integrate/finite.h"
#include "integrate/sparse_lu.h"

namespace fourfoot::integrate {
namespace {

/// A square matrix: its entries one after the other, if the problem says which there are. What CVODE
/// does to it in every set-up then goes over these alone, so that a train of eight coaches costs eight
/// times one.
struct SunMatrix {
  std::shared_ptr<const Entries> entries;
  VecX values;  ///< of the entries
  MatX whole;   ///< without them

  double* data() { return entries ? values.data() : whole.data(); }
  Eigen::Index size() const { return entries ? values.size() : whole.size(); }
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
int set_zero(SUNMatrix matrix) {
  SunMatrix& content = get_content(matrix);
  std::fill_n(content.data(), content.size(), 0.0);
  return 0;
}
int copy(SUNMatrix from, SUNMatrix to) {
  SunMatrix& given = get_content(from);
  std::copy_n(given.data(), given.size(), get_content(to).data());
  return 0;
}
/// A = c A + I
int scale_add_identity(sunrealtype c, SUNMatrix matrix) {
  SunMatrix& content = get_content(matrix);
  Eigen::Map<Eigen::ArrayXd>(content.data(), content.size()) *= c;
  if (!content.entries) {
    content.whole.diagonal().array() += 1.0;
    return 0;
  }
  for (const int k : content.entries->diagonal) content.values[k] += 1.0;
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

struct Lu {
  SparseLu lu;
  Statistics* statistics;
};
Lu& get_lu(SUNLinearSolver solver) {
  return *static_cast<Lu*>(solver->content);
}

int set_up(SUNLinearSolver solver, SUNMatrix matrix) {
  if (!is_finite(matrix)) return 1;  // recoverable: CVODE takes a smaller step
  const SunMatrix& a = get_content(matrix);
  Lu& content = get_lu(solver);
  ++content.statistics->factorisations;
  return (a.entries ? content.lu.compute(a.values) : content.lu.compute(a.whole)) ? 0 : 1;
}
int solve(SUNLinearSolver solver, SUNMatrix, N_Vector x, N_Vector b, sunrealtype) {
  Lu& content = get_lu(solver);
  const auto n = N_VGetLength(b);
  const Eigen::Map<const VecX> right(N_VGetArrayPointer(b), n);
  Eigen::Map<VecX> left(N_VGetArrayPointer(x), n);
  content.lu.solve(right, left);
  return are_finite(left) ? 0 : 1;
}

}  // namespace

SUNMatrix make_sun_matrix(const Problem& problem, SUNLinearSolver solver, SUNContext context) {
  auto matrix = std::make_unique<SunMatrix>();
  matrix->entries = get_lu(solver).lu.entries();
  const Eigen::Index n = problem.get_size();
  if (matrix->entries)
    matrix->values.setZero(matrix->entries->count());
  else
    matrix->whole.setZero(n, n);
  return wrap(matrix.release(), context);
}

const Entries* get_entries(SUNMatrix matrix) {
  return get_content(matrix).entries.get();
}

VecX& get_values(SUNMatrix matrix) {
  return get_content(matrix).values;
}

MatX& get_whole(SUNMatrix matrix) {
  return get_content(matrix).whole;
}

bool is_finite(SUNMatrix matrix) {
  SunMatrix& content = get_content(matrix);
  return are_finite(Eigen::Map<const VecX>(content.data(), content.size()));
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
