#include "analysis/special_points.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fourfoot::analysis {

namespace {

int count_outside(const PeriodicOrbit& orbit) {
  int count = 0;
  while (count < orbit.multipliers.size() && std::abs(orbit.multipliers[count]) > 1.0) ++count;
  return count;
}

SpecialPoint interpolate(const PeriodicOrbit& from, const PeriodicOrbit& to, double part) {
  SpecialPoint point;
  point.value = from.value + part * (to.value - from.value);
  point.largest = from.largest + part * (to.largest - from.largest);
  return point;
}

}  // namespace

const char* get_word(SpecialPoint::Kind kind) {
  switch (kind) {
    case SpecialPoint::Kind::branch_point:
      return "branch point";
    case SpecialPoint::Kind::period_doubling:
      return "period doubling";
    case SpecialPoint::Kind::torus:
      return "torus";
    case SpecialPoint::Kind::grazing:
      return "grazing";
  }
  return "";
}

void add_specials(const PeriodicOrbit& from, const PeriodicOrbit& to, bool has_fold,
                  const std::vector<std::string>& watches, std::vector<SpecialPoint>& specials) {
  const int before = count_outside(from), after = count_outside(to);
  if (before != after) {
    // Multipliers are sorted by size: the same rank is the one that has passed.
    const Eigen::Index i = std::min(before, after);
    const Complex a = from.multipliers[i], b = to.multipliers[i];
    const double change = std::abs(b) - std::abs(a);
    const double part = change != 0.0 ? std::clamp((1.0 - std::abs(a)) / change, 0.0, 1.0) : 0.5;
    const double angle =
        std::abs(std::arg(std::abs(std::abs(a) - 1.0) < std::abs(std::abs(b) - 1.0) ? a : b));
    SpecialPoint point = interpolate(from, to, part);
    point.kind = angle < 1e-6                      ? SpecialPoint::Kind::branch_point
                 : angle > std::numbers::pi - 1e-6 ? SpecialPoint::Kind::period_doubling
                                                   : SpecialPoint::Kind::torus;
    if (!has_fold || point.kind != SpecialPoint::Kind::branch_point) specials.push_back(point);
  }
  for (std::size_t k = 0; k < std::min(from.touches.size(), to.touches.size()); ++k) {
    if (from.touches[k] == to.touches[k]) continue;
    SpecialPoint point = interpolate(from, to, 0.5);
    point.kind = SpecialPoint::Kind::grazing;
    if (k < watches.size()) point.subject = watches[k];
    specials.push_back(point);
  }
}

}  // namespace fourfoot::analysis
