#pragma once

#include <nvector/nvector_serial.h>

// Private to this room: SUNDIALS' serial vector with the operations that a step spends its time in
// written so that the compiler makes vector instructions of them. Each gives the same bits as
// SUNDIALS' own.
namespace fourfoot::integrate {

/// On the memory of `data`, or on its own if that is null.
N_Vector make_sun_vector(sunindextype n, sunrealtype* data, SUNContext context);

}  // namespace fourfoot::integrate
