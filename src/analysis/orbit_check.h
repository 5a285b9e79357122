#pragma once

#include "analysis/periodic_orbit.h"

namespace fourfoot::analysis {

struct OrbitCheckOptions {
  double tolerance = 1e-10;  ///< of the integrator, relative to the state and to its scales
  int most_steps = 400000;   ///< of one period; a motion that chatters along a jump needs more
  int threads = 2;
  std::function<bool()> is_cancelled;
  /// How many orbits are done; called by one thread at a time.
  std::function<void(std::size_t)> on_progress;
};

/// Whether orbits close, independently of how they were found: each is run once more over its period,
/// in one piece and with a much tighter tolerance. Returns for each orbit the largest displacement
/// between end and beginning [m, rad]; not a number where the run fails or has too many steps.
///
/// An orbit that repels makes of an error e of its state mu e (mu: its largest multiplier), so this
/// is an upper bound of how far the state is from the orbit only where |mu - 1| is not small.
std::vector<double> check_orbits(const FlowFamily& family, const std::vector<PeriodicOrbit>& orbits,
                                 const OrbitCheckOptions& options = {});

}  // namespace fourfoot::analysis
