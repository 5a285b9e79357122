#pragma once

#include "analysis/critical_speed.h"

namespace fourfoot::analysis {

/// The nonlinear critical speed v_n without knowing where it lies, in a few simulations:
///
///   1. eigenvalues at values from `low` to `high`, `scan_step` apart: v_c, found to 0.01, and where
///      steady running ends (the car overturns in its curve)
///   2. a hunting motion, by disturbances of several shapes (disturbances.h): just above v_c, or,
///      where nothing loses its stability, at the upper end and below it
///      there also large disturbances: up to three motions that differ from the first
///   3. the bracket of v_n: in each round two values, a third and two thirds into it, start from the
///      hunting motion that lies lowest; what dies out is tried again along the hunting mode
///      then the other motions are lowered to the bracket; where one lasts at its lower end, on with it
///   4. proof: at the upper end of steady running all disturbances, large ones, too, die out, and 2, 4
///      and 6 % below; else on with 3
///
/// Above v_c steady running is unstable and something lasts, so v_n <= v_c. Values of a step are
/// looked at on `threads`; they are the same for any number of threads. Nothing found: `is_found` is
/// false and `reason` says what was measured. `on_trial` is called by one thread, in order.
CriticalSpeed find_hunting_speed(const scenario::Family& family, double low, double high,
                                 const CriticalSpeedOptions& options);

}  // namespace fourfoot::analysis
