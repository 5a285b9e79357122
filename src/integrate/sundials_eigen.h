#pragma once

#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include "integrate/options.h"
#include "integrate/problem.h"
#include "math/types.h"

// Private to this room: SUNDIALS' matrix and linear solver on Eigen. Eigen's LU with partial
// pivoting is more than twice as fast as the dense solver that SUNDIALS brings, and the Jacobian is
// handed to the problem as the MatX it expects.
namespace fourfoot::integrate {

/// A square SUNMatrix whose content is a MatX.
SUNMatrix make_sun_matrix(Eigen::Index n, SUNContext context);
MatX& get_eigen(SUNMatrix matrix);

/// A direct SUNLinearSolver by PartitionedLu; counts its work in `statistics`.
SUNLinearSolver make_sun_lu(const Partition& partition, Eigen::Index n, Statistics& statistics,
                            SUNContext context);

}  // namespace fourfoot::integrate
