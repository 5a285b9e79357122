#pragma once

#include "base/error.h"

namespace fourfoot {

/// A formula was asked for a state outside its range (a wheel off the rail, a spring turned inside
/// out) that a shorter time step may well avoid. Integrators that choose their step catch it and
/// try again with a smaller one; it ends the run only when no step is small enough.
class StateOutOfRange : public RunError {
 public:
  using RunError::RunError;
};

}  // namespace fourfoot
