#pragma once

#include <vector>

#include "analysis/orbit_newton.h"
#include "analysis/orbit_tests.h"
#include "analysis/periodic_orbit.h"

namespace fourfoot::analysis {

/// Finds and locates what happens between neighbouring orbits of a branch besides a fold:
///
///   a multiplier passes the unit circle at -1 (period doubling), as a pair (torus), or at +1 without
///   the parameter turning back (branch point: another branch crosses)
///   a flange or stop touches in one of them and not in the other (grazing)
///
/// Each has a test function (orbit_tests.h) that changes its sign. A branch point is then found by
/// Newton's method for the crossing of two branches (branch_point.h). For the others the zero of the function is
/// bracketed (math/root_bracket.h) along the cubic between the two orbits: each trial is corrected to an orbit and
/// takes its place between its neighbours. At the end the trial is set a little beyond where zero is
/// expected, so that an orbit on each side is known: the point is located if the two are within
/// `special_tolerance` in the parameter. It is bracketed if no orbit is found between two that are
/// farther apart, or if the function does not come nearer to zero between them: on profiles it jumps
/// where forces have corners, and three trials tell so. All orbits between two neighbours serve all test
/// functions; those of a grazing, which needs no derivatives, get them where another function asks.
///
/// The corrections have matrices and flows of their own, so that a branch is the same with and
/// without.
class SpecialLocator {
 public:
  SpecialLocator(FlowFamily family, const OrbitNewtonOptions& newton,
                 const ContinuationOptions& options);

  /// A branch begins at this orbit; `multipliers`: its own. `flow`: at its value.
  void begin(const OrbitPoint& point, const Eigen::VectorXcd& multipliers, OrbitFlow& flow);
  /// It goes on to this one: what lies between, in its order along the branch.
  void go_on(const OrbitPoint& point, const Eigen::VectorXcd& multipliers, OrbitFlow& flow,
             std::vector<SpecialPoint>& specials);

 private:
  struct Mark {
    OrbitPoint point;
    OrbitTests tests;
    bool is_complete = true;  ///< else derivatives are a neighbour's, of tests only clearances
  };
  /// A test function: `index` is the rank of a multiplier (torus) or the number of a watch.
  struct Test {
    SpecialPoint::Kind kind = SpecialPoint::Kind::torus;
    Eigen::Index index = 0;
  };
  OrbitTests test(const OrbitPoint& point, const Eigen::VectorXcd& multipliers, OrbitFlow& flow);
  static double calc(const Test& test, const OrbitTests& tests);
  static std::vector<Test> list_tests(const OrbitTests& from, const OrbitTests& to);
  std::size_t find_change(const Test& test) const;
  std::size_t narrow(const Test& test, std::string& reason);
  SpecialPoint find_branch_point(const Test& test, std::size_t low);
  bool try_between(const Test& test, std::size_t low, double part);
  void complete(Mark& mark);
  void complete_all();
  double calc_position(std::size_t mark);
  double calc_width(std::size_t low);
  bool is_jump(const Test& test, std::size_t low);
  static Complex find_multiplier(const Test& test, const OrbitTests& tests);
  SpecialPoint describe(const Test& test, std::size_t low, std::string reason);

  const ContinuationOptions& options_;
  OrbitNewton newton_;
  std::vector<std::string> watches_;
  std::vector<Mark>
      marks_;  ///< the last orbit of the branch; while at work, all up to the next one
};

}  // namespace fourfoot::analysis
