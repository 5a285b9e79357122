#pragma once

#include "analysis/branch_predictor.h"
#include "analysis/orbit_newton.h"
#include "analysis/periodic_orbit.h"
#include "analysis/special_points.h"

namespace fourfoot::analysis {

/// Goes along a branch of orbits by pseudo-arclength steps: the next point is predicted
/// (branch_predictor.h) and corrected orthogonal to the tangent, so folds are passed without notice.
///
/// A step is taken again with half its length or less where no orbit is found, where the tangent
/// turns by more than 37 degrees, or where the correction is longer than twice the step (another
/// branch). New tangents keep their direction against the old one; with so small a turn the branch
/// does not go back on itself. Lengths are chosen so that the tangent turns by 20 degrees and the
/// prediction misses by a fifth of the step. A fold is where the parameter's share of the tangent
/// changes its sign; the cubic between its neighbours tells where. Other special points:
/// special_points.h. A branch that comes back to its own orbits ends (branch_return.h).
class BranchWalk {
 public:
  BranchWalk(FlowFamily family, const ContinuationOptions& options);

  /// First point: corrected at its value (`is_fixed`) or along its tangent; false with `fault`.
  bool begin(OrbitPoint& point, bool is_fixed, OrbitNewton::Effort effort);
  const std::string& fault() const { return newton_.fault(); }
  /// From a point with derivatives and tangent, which is added to `branch` first, to where the
  /// branch ends; says there why.
  void walk(OrbitPoint point, Branch& branch);
  PeriodicOrbit describe(const OrbitPoint& point);
  OrbitNewton& newton() { return newton_; }

 private:
  enum class Trial { good, failed, turned };
  Trial try_way(const OrbitPoint& from, const VecX& way, OrbitNewton::Effort effort,
                OrbitPoint& next);
  bool finish(OrbitPoint& point);
  bool leap_on(const OrbitPoint& from, OrbitPoint& next);
  double choose_factor(double step, double extent) const;
  void locate_fold(const OrbitPoint& from, const OrbitPoint& to, Branch& branch);
  void add(const OrbitPoint& point, Branch& branch, bool is_first = false);
  VecX calc_shape(const PeriodicOrbit& orbit);
  void check_end(Branch& branch);

  /// The parameter goes on beyond a change of the tangent's sign, in this direction (0: none).
  struct DoubtfulTurn {
    double sign = 0.0, within = 0.0;
  };

  const ContinuationOptions& options_;
  OrbitNewton newton_;
  SpecialLocator locator_;
  BranchPredictor predictor_;
  int passages_ = 0;     ///< of the last correction
  double cosine_ = 1.0;  ///< of the turn on the last step
  double away_ = 0.0;    ///< from the prediction to what it found, scaled
  std::string last_fault_;
  DoubtfulTurn doubt_;
};

}  // namespace fourfoot::analysis
