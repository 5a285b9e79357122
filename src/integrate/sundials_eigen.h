#pragma once

#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include "integrate/options.h"
#include "integrate/problem.h"
#include "math/types.h"

// Private to this room: SUNDIALS' matrix and linear solver on ours. The Jacobian is handed to the
// problem as the MatX it expects.
namespace fourfoot::integrate {

/// A square SUNMatrix whose content is a MatX. What SUNDIALS does to it is done where the problem's
/// Jacobian may be other than zero (Problem::get_pattern).
SUNMatrix make_sun_matrix(const Problem& problem, SUNContext context);
MatX& get_eigen(SUNMatrix matrix);
bool is_finite(SUNMatrix matrix);

/// A direct SUNLinearSolver by SparseLu; counts its work in `statistics`.
SUNLinearSolver make_sun_lu(const Problem& problem, Statistics& statistics, SUNContext context);

}  // namespace fourfoot::integrate
