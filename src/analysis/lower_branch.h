#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "analysis/periodic_orbit.h"
#include "analysis/settle.h"

namespace fourfoot::analysis {

/// The lowest fold of branches below the Hopf points they start from; that of a branch from a
/// simulated motion counts wherever it lies. Without a fold the lowest Hopf point; nothing if no
/// branch has orbits. `branch` is its index.
struct LowestLimit {
  double value = 0.0;
  std::size_t branch = 0;
  const Fold* fold = nullptr;  ///< null: a Hopf point
};
std::optional<LowestLimit> find_lowest_limit(const std::vector<Branch>& branches);

struct LowerBranchOptions {
  SettleOptions settle;       ///< its integrator is replaced by the scenario's
  double disturbance = 1e-2;  ///< of the first shape (disturbances.h) [m]
  int threads = 2;            ///< the result does not depend on it
  ContinuationOptions continuation;
  std::function<void(const std::string& what)> on_progress;
};

struct LowerBranch {
  /// Of motions that last below the lowest limit of the branches given, each found on none of those
  /// before it.
  std::vector<Branch> branches;
  /// The lowest value at which a simulated motion lasts that could not be followed; nan: none.
  double lasts_at = std::numeric_limits<double>::quiet_NaN();
  int trials = 0;
  double simulated = 0.0;  ///< [s]
  std::string told;        ///< what was simulated and what came of it, a sentence or two
};

/// Proof by simulation that nothing lasts below the lowest limit L of the branches found so far; and
/// where something does, its branch. Branches that leave steady running need not hold the motion that
/// lasts longest: HSFV1's (laden, S1002 on 60E1) turns back at 51.118 m/s; the hunting of its rear
/// wheelset alone lasts down to 50.92 m/s.
///
///   1. disturbances of all shapes, large ones too (disturbances.h), 2 and 5 % above L and 0.2, 2, 4 and 6 % below
///   2. what lasts above and lies on none of the branches (the same wheelset moves most; swing and
///      period agree to 4 % with those of orbits at the same value) is lowered from motion to motion,
///      steps halved where it dies out, to 0.05 % below L; there it has to last with a tolerance of 1e-6 as well
///   3. the lowest motion that lasts below L is corrected to an orbit, and its branch is followed in
///      both directions; the lowest fold is the new L, and all is done again, three times at most
///
/// A motion that no disturbance meets may last further down.
LowerBranch find_lower_branch(const scenario::Family& family, const std::vector<Branch>& branches,
                              const LowerBranchOptions& options);

}  // namespace fourfoot::analysis
