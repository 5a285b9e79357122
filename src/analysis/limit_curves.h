#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "analysis/fold_follower.h"
#include "analysis/periodic_orbit.h"

namespace fourfoot::analysis {

/// Where limit cycles begin and where steady running ends, at one value of a second parameter.
struct LimitPoint {
  static constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  double second = 0.0;          ///< value of the second parameter
  double hopf = nan;            ///< v_c: of the first parameter; nan: none found
  double hopf_frequency = 0.0;  ///< [Hz]
  double fold = nan;            ///< v_n: of the first parameter; nan: none found
  PeriodicOrbit orbit;          ///< at the fold
  std::string note;             ///< why one is missing, or where the fold is that of another branch
};

using Families = std::function<scenario::Family(double second)>;

/// The fold below an orbit (at lower values of the first parameter) at the first of `seconds`,
/// followed over the others (fold_follower.h). `points` gets an entry for each of `seconds`; those
/// behind a failure have a note.
void follow_fold(const FlowFamilies& families, const std::vector<double>& seconds,
                 const PeriodicOrbit& beside, const ContinuationOptions& options,
                 std::vector<LimitPoint>& points);

/// How far it is, and what it is doing.
using TellProgress = std::function<void(double fraction, const std::string& what)>;

/// Hopf points and folds over a second parameter. The Hopf point is the lowest within the range of
/// `options`. The fold:
///
///   1. where none is known, a motion is simulated in the upper half of the range and lowered as far
///      as one lasts (lowest_motion.h); its branch is followed down to where it turns back
///   2. it is followed from value to value (fold_follower.h); where it is lost, as 1
///   3. at each value disturbances are tried below it, down to 6 %; where a motion lasts, the fold of
///      that one is taken
///   4. where the branch is another one than at the value before, the new one is followed back, and
///      the lower of both counts
std::vector<LimitPoint> find_limit_curves(const Families& families,
                                          const std::vector<double>& seconds,
                                          const ContinuationOptions& options,
                                          const TellProgress& tell = {});

}  // namespace fourfoot::analysis
