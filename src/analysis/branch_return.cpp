#include "analysis/branch_return.h"

#include <cmath>

namespace fourfoot::analysis {

namespace {

using Mark = Eigen::Vector4d;

/// Scaled as steps along a branch are: 1 mm, 1 % of the period, the scale of the parameter.
Mark make_mark(const PeriodicOrbit& orbit, double parameter_scale) {
  return {orbit.value / parameter_scale, 1e3 * orbit.largest, orbit.size,
          100.0 * std::log(orbit.period)};
}

/// Whether `at` lies on the piece from a to b, or beyond its ends by no more than this part of it.
bool lies_between(const Mark& a, const Mark& b, const Mark& at, double beyond) {
  constexpr double near = 0.06;
  const Mark piece = b - a;
  const double squared = piece.squaredNorm();
  if (squared == 0.0) return false;
  const double part = (at - a).dot(piece) / squared;
  if (part < -beyond || part > 1.0 + beyond) return false;
  return (at - a - part * piece).squaredNorm() <= near * near * squared;
}

/// Along a -> b (1) or against it (-1) where `at` lies on that piece, else 0.
int find_direction(const Mark& a, const Mark& b, const Mark& at, const Mark& before) {
  if (!lies_between(a, b, at, 0.0)) return 0;
  return (at - before).dot(b - a) > 0.0 ? 1 : -1;
}

int find_direction(const std::vector<Mark>& marks, std::size_t last) {
  for (std::size_t i = 1; i + orbits_of_a_return < last; ++i) {
    const int found = find_direction(marks[i - 1], marks[i], marks[last], marks[last - 1]);
    if (found != 0) return found;
  }
  return 0;
}

}  // namespace

bool lies_on(const PeriodicOrbit& orbit, const std::vector<PeriodicOrbit>& orbits,
             double parameter_scale) {
  constexpr double beyond = 0.1;
  const Mark at = make_mark(orbit, parameter_scale);
  for (std::size_t i = 1; i < orbits.size(); ++i) {
    if (lies_between(make_mark(orbits[i - 1], parameter_scale),
                     make_mark(orbits[i], parameter_scale), at, beyond))
      return true;
  }
  return false;
}

BranchReturn find_return(const std::vector<PeriodicOrbit>& orbits, double parameter_scale) {
  if (orbits.size() < 2 * orbits_of_a_return) return BranchReturn::none;
  std::vector<Mark> marks;
  for (const PeriodicOrbit& orbit : orbits) marks.push_back(make_mark(orbit, parameter_scale));
  const int direction = find_direction(marks, marks.size() - 1);
  for (std::size_t k = 1; k < orbits_of_a_return; ++k) {
    if (find_direction(marks, marks.size() - 1 - k) != direction) return BranchReturn::none;
  }
  return direction > 0   ? BranchReturn::closed
         : direction < 0 ? BranchReturn::reversed
                         : BranchReturn::none;
}

}  // namespace fourfoot::analysis
