#pragma once

#include <optional>
#include <string>

#include "analysis/orbit_newton.h"
#include "math/dense.h"

namespace fourfoot::analysis {

/// Where two branches of orbits cross.
struct BranchPoint {
  OrbitPoint point;  ///< with derivatives; its tangent is about that of the branch it was found on
  VecX direction;    ///< of the other branch, scaled (x, T, p), of norm 1
  double way = 0.0;  ///< last correction along the branch, scaled
  double error = 0.0;  ///< the same in the parameter, unscaled
};

struct BranchPointOptions {
  double tolerance = 1e-4;  ///< of the parameter, scaled; ten times that of the way
  double closing = 3e-7;    ///< displacement that may be left [m, rad]
  double parameter_scale = 1.0;
  int most_steps = 10;
};

/// Locates a branch point by Liapunov and Schmidt's reduction [Keller1977].
///
/// There Newton's matrix is singular: next to it corrections wander off along the other branch, so no
/// search along this one comes near. With phi and psi about the directions in which the matrix and its
/// transpose are singular, and tau the tangent,
///
///   x(T) - x + e psi = 0,   tau . w = l,   phi . w = u      (w: from a first guess, scaled (x, T, p))
///
/// has a regular matrix and a solution with a number e(l, u) for each l and u; orbits are where e = 0.
/// Two curves of them cross where de/dl = de/du = 0, which Newton's method finds with differences of e:
/// they hold to 1e-6, while the derivatives of a passage are wrong by 1e-3 where forces have corners.
/// The second derivatives H tell both directions: (l, u) H (l, u)^T = 0. The other branch is the one
/// farther from tau.
///
/// Branches that come near each other without crossing have e != 0 there: then there is no such point.
class BranchPointFinder {
 public:
  BranchPointFinder(OrbitNewton& newton, const BranchPointOptions& options)
      : newton_(newton), options_(options) {}

  /// Near `guess`, which has the derivatives and tangent of a neighbouring orbit; `reach`: how far the
  /// point may be, scaled. Nothing with `fault` where none is found.
  std::optional<BranchPoint> find(const OrbitPoint& guess, double reach);
  const std::string& fault() const { return fault_; }

 private:
  struct Sample {
    OrbitPoint point;
    double e = 0.0;
  };
  /// First and second derivatives of e.
  struct Surface {
    Eigen::Vector2d slope;
    Eigen::Matrix2d curvature;
  };
  MatX make_matrix(const OrbitPoint& point) const;
  std::optional<Sample> sample(const OrbitPoint& from, const Eigen::Vector2d& at);
  std::optional<Surface> calc_surface(const Sample& middle, const Eigen::Vector2d& at, double step);
  std::optional<BranchPoint> finish(Sample here, const Eigen::Matrix2d& curvature, double way,
                                    double error);
  std::optional<VecX> find_direction(const Eigen::Matrix2d& curvature) const;

  static constexpr double part_ = 0.03;  ///< of the reach, for differences
  OrbitNewton& newton_;
  BranchPointOptions options_;
  OrbitPoint origin_;
  VecX tau_, phi_, psi_;
  LuFactors factors_;
  std::string fault_;
};

}  // namespace fourfoot::analysis
