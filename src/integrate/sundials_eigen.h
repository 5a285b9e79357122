#pragma once

#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include "integrate/entries.h"
#include "integrate/options.h"
#include "integrate/problem.h"
#include "math/types.h"

// Private to this room: SUNDIALS' matrix and linear solver on ours.
namespace fourfoot::integrate {

/// A direct SUNLinearSolver by SparseLu; counts its work in `statistics`.
SUNLinearSolver make_sun_lu(const Problem& problem, Statistics& statistics, SUNContext context);

/// A square SUNMatrix for this solver: as its entries where the problem says which there are
/// (Problem::get_pattern), else whole.
SUNMatrix make_sun_matrix(const Problem& problem, SUNLinearSolver solver, SUNContext context);
/// Null: it is whole.
const Entries* get_entries(SUNMatrix matrix);
VecX& get_values(SUNMatrix matrix);
MatX& get_whole(SUNMatrix matrix);
bool is_finite(SUNMatrix matrix);

}  // namespace fourfoot::integrate
