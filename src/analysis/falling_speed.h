#pragma once

#include "analysis/critical_speed.h"

namespace fourfoot::analysis {

/// The nonlinear critical speed v_n by lowering a hunting motion from `high` until it dies out:
///
///   1. hunting at `high`, by disturbances of several shapes (disturbances.h), and by large ones what
///      else lasts there
///   2. lowered from motion to motion, steps halved where it dies out; then the others, as far as they
///      last: the lowest end counts
///   3. where cycles lie side by side, the one followed need not be the lowest: disturbances, large
///      ones, too, are tried again just below and in steps of 2 % down to 6 % below; a motion that lasts is lowered as 2
///   4. where the scenario's integrator is `bdf` with a tolerance above 2e-6, the bracket is found again
///      with 1e-6, beginning with the lowest motion that lasts with it
CriticalSpeed find_falling_speed(const scenario::Family& family, double low, double high,
                                 const CriticalSpeedOptions& options);

/// Hunting, or no bounded motion at all.
inline bool lasts_or_is_lost(const Settled& motion) {
  return is_lasting(motion.kind) || is_lost(motion.kind);
}

/// What a search says of a motion at its upper end.
void keep_motion(double value, const Settled& motion, CriticalSpeed& out);

}  // namespace fourfoot::analysis
