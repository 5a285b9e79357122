#pragma once

#include "analysis/orbit_newton.h"
#include "analysis/periodic_orbit.h"

namespace fourfoot::analysis {

/// Goes along a branch of orbits by pseudo-arclength steps: the next point is predicted along the
/// tangent and corrected orthogonal to it, so folds are passed without notice.
///
/// A step is taken again with half its length where no orbit is found, where the tangent turns by
/// more than 37 degrees, or where the correction is longer than the step (another branch). New
/// tangents keep their direction against the old one; with so small a turn the branch does not go
/// back on itself. A fold is where the parameter's share of the tangent changes its sign: located by
/// false position on the length of the step. Other special points are interpolated.
class BranchWalk {
 public:
  BranchWalk(FlowFamily family, const ContinuationOptions& options);

  /// First point: corrected at its value (`is_fixed`) or along its tangent; false with `fault`.
  bool begin(OrbitPoint& point, bool is_fixed);
  const std::string& fault() const { return newton_.fault(); }
  /// From a point with derivatives and tangent, which is added to `branch` first, to where the
  /// branch ends; says there why.
  void walk(OrbitPoint point, Branch& branch);
  PeriodicOrbit describe(const OrbitPoint& point);
  OrbitNewton& newton() { return newton_; }

 private:
  enum class Trial { good, failed, turned };
  Trial try_step(const OrbitPoint& from, double step, OrbitPoint& next);
  bool finish(OrbitPoint& point);
  bool leap_on(const OrbitPoint& from, OrbitPoint& next);
  void locate_fold(const OrbitPoint& from, const OrbitPoint& to, double step, Branch& branch);
  void add(const OrbitPoint& point, Branch& branch);
  void check_end(Branch& branch) const;

  const ContinuationOptions& options_;
  OrbitNewton newton_;
  int passages_ = 0;  ///< of the last correction
  std::string last_fault_;
};

}  // namespace fourfoot::analysis
