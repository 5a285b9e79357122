// Orbits between two of a branch, on the way to a special point.
#include <algorithm>
#include <cmath>

#include "analysis/branch_predictor.h"
#include "analysis/floquet.h"
#include "analysis/special_points.h"
#include "base/error.h"

namespace fourfoot::analysis {

/// A grazing needs no derivatives: without them its trials cost half.
bool SpecialLocator::try_between(const Test& test, std::size_t low, double part) {
  constexpr double near = 0.3;  // of the tolerance: an orbit that is beside the branch misleads
  const OrbitPoint &from = marks_[low].point, &to = marks_[low + 1].point;
  const VecX whole = newton_.calc_way(from, to);
  const VecX way = BranchPiece(from, to, whole).calc_way(part);
  Mark mark{from, {}, false};
  try {
    newton_.move(mark.point, way);
    if (newton_.correct(mark.point, false, OrbitNewton::Effort::thorough,
                        near * options_.special_tolerance) == 0)
      return false;
    if ((newton_.calc_way(from, mark.point) - way).norm() > whole.norm()) return false;
    mark.point.tangent = ((1.0 - part) * from.tangent + part * to.tangent).normalized();
    if (test.kind == SpecialPoint::Kind::grazing)
      mark.tests.clearances =
          calc_clearances(newton_.build_flow(mark.point.value), mark.point.passage);
    else
      complete(mark);
  } catch (const RunError&) {
    if (options_.is_cancelled && options_.is_cancelled()) throw;
    return false;
  } catch (const InputError&) {  // a value that the scenario does not allow
    return false;
  }
  marks_.insert(marks_.begin() + static_cast<std::ptrdiff_t>(low) + 1, std::move(mark));
  return true;
}

/// Derivatives and all tests of a trial.
void SpecialLocator::complete(Mark& mark) {
  if (mark.is_complete) return;
  newton_.linearise(mark.point);
  newton_.find_tangent(mark.point);
  OrbitFlow& flow = newton_.build_flow(mark.point.value);
  mark.tests =
      calc_tests(mark.point, calc_multipliers(mark.point.monodromy, mark.point.rate), flow);
  mark.is_complete = true;
}

/// Trials of a grazing whose derivatives are asked for later; those without any are left out.
void SpecialLocator::complete_all() {
  std::erase_if(marks_, [&](Mark& mark) {
    try {
      complete(mark);
    } catch (const RunError&) {
      if (options_.is_cancelled && options_.is_cancelled()) throw;
      return true;
    }
    return false;
  });
}

/// From the first orbit, along the branch.
double SpecialLocator::calc_position(std::size_t mark) {
  const OrbitPoint& first = marks_.front().point;
  return newton_.calc_way(first, marks_[mark].point).dot(first.tangent);
}

/// From an orbit to the next one, in units of the tolerance: of the parameter, and ten times that of
/// all others.
double SpecialLocator::calc_width(std::size_t low) {
  constexpr double others = 10.0;
  const VecX way = newton_.calc_way(marks_[low].point, marks_[low + 1].point);
  return std::max(std::abs(way[way.size() - 1]), way.norm() / others) / options_.special_tolerance;
}

}  // namespace fourfoot::analysis
