#pragma once

#include <limits>
#include <string>
#include <vector>

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
  std::string note;             ///< why one is missing
};

/// Motions over the first parameter, for each value of the second one.
using FlowFamilies = std::function<FlowFamily(double second)>;
using Families = std::function<scenario::Family(double second)>;

/// The fold below an orbit (at lower values of the first parameter) at the first of `seconds`,
/// followed over the others. At each value the orbit beside the last fold is moved as the Hopf
/// points tell, if `points` has them, else the last two folds, corrected, and the branch followed downwards to where it turns back. Where this fails the way between two values is
/// halved, up to four times. `points` gets an entry for each of `seconds`; those behind a failure
/// have a note.
void follow_fold(const FlowFamilies& families, const std::vector<double>& seconds,
                 const PeriodicOrbit& beside, const ContinuationOptions& options,
                 std::vector<LimitPoint>& points);

/// Hopf points and folds over a second parameter. The first Hopf point is the lowest within the
/// range of `options`, the first fold that which a motion comes to that is simulated near the top
/// of the range and followed downwards. Each further one is looked for near the last.
std::vector<LimitPoint> find_limit_curves(const Families& families,
                                          const std::vector<double>& seconds,
                                          const ContinuationOptions& options);

}  // namespace fourfoot::analysis
