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
template <class Vector>
bool lies_between(const Vector& a, const Vector& b, const Vector& at, double beyond, double near) {
  const Vector piece = b - a;
  const double squared = piece.squaredNorm();
  if (squared == 0.0) return false;
  const double part = (at - a).dot(piece) / squared;
  if (part < -beyond || part > 1.0 + beyond) return false;
  return (at - a - part * piece).squaredNorm() <= near * near * squared;
}

constexpr double near_mark = 0.06, near_motion = 0.2, beyond_motion = 0.2;

class ReturnSearch {
 public:
  ReturnSearch(const std::vector<PeriodicOrbit>& orbits, double parameter_scale,
               const ShapeOfOrbit& shape)
      : orbits_(orbits), shape_(shape), shapes_(orbits.size()) {
    for (const PeriodicOrbit& orbit : orbits) marks_.push_back(make_mark(orbit, parameter_scale));
  }

  /// Whether one of the earlier pieces contains this orbit, passed in this direction (1 along).
  bool is_on_piece(std::size_t at, int direction, bool by_motion) {
    for (std::size_t i = 1; i + orbits_of_a_return < at; ++i) {
      if (find_direction(i, at) != direction) continue;
      if (!by_motion || lies_between<VecX>(get_motion(i - 1), get_motion(i), get_motion(at),
                                           beyond_motion, near_motion))
        return true;
    }
    return false;
  }

 private:
  /// Along the piece that ends at i (1) or against it (-1) where `at` lies on it, else 0.
  int find_direction(std::size_t i, std::size_t at) const {
    if (!lies_between(marks_[i - 1], marks_[i], marks_[at], 0.0, near_mark)) return 0;
    return (marks_[at] - marks_[at - 1]).dot(marks_[i] - marks_[i - 1]) > 0.0 ? 1 : -1;
  }

  /// Shape with the mark below it.
  const VecX& get_motion(std::size_t i) {
    if (shapes_[i].size() == 0) {
      const VecX shape = shape_(orbits_[i]);
      shapes_[i].resize(shape.size() + marks_[i].size());
      shapes_[i] << shape, marks_[i];
    }
    return shapes_[i];
  }

  const std::vector<PeriodicOrbit>& orbits_;
  const ShapeOfOrbit& shape_;
  std::vector<Mark> marks_;
  std::vector<VecX> shapes_;
};

}  // namespace

bool lies_on(const PeriodicOrbit& orbit, const std::vector<PeriodicOrbit>& orbits,
             double parameter_scale) {
  constexpr double beyond = 0.1;
  const Mark at = make_mark(orbit, parameter_scale);
  for (std::size_t i = 1; i < orbits.size(); ++i) {
    if (lies_between(make_mark(orbits[i - 1], parameter_scale),
                     make_mark(orbits[i], parameter_scale), at, beyond, near_mark))
      return true;
  }
  return false;
}

BranchReturn find_return(const std::vector<PeriodicOrbit>& orbits, double parameter_scale,
                         const ShapeOfOrbit& shape) {
  if (orbits.size() < 2 * orbits_of_a_return) return BranchReturn::none;
  ReturnSearch search(orbits, parameter_scale, shape);
  const std::size_t last = orbits.size() - 1;
  const auto has_come_back = [&](int direction, bool by_motion) {
    for (std::size_t k = 0; k < orbits_of_a_return; ++k) {
      if (!search.is_on_piece(last - k, direction, by_motion)) return false;
    }
    return true;
  };
  for (const int direction : {1, -1}) {
    if (has_come_back(direction, false) && has_come_back(direction, true))
      return direction > 0 ? BranchReturn::closed : BranchReturn::reversed;
  }
  return BranchReturn::none;
}

}  // namespace fourfoot::analysis
