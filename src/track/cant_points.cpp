#include "track/cant_points.h"

#include <algorithm>
#include <cmath>

#include "track/checks.h"

namespace fourfoot::track {

namespace {

constexpr double shortest_ramp = 1e-6;          ///< [m]
constexpr double rounding_of_chainages = 0.02;  ///< [m]
constexpr double cut_to_refuse = 0.02;          ///< of a ramp: rounding of lengths [m]

CantElement make_cant_element(const SourceLocation& where, double length, double c0, double c1,
                              TransitionShape shape) {
  CantElement e;
  e.where = where;
  e.length = length;
  e.raised = RaisedRail::right;
  e.is_constant = c0 == c1;
  e.cant = c0 == c1 ? c0 : 0.0;
  e.shape = shape;
  e.start_cant = c0;
  e.end_cant = c1;
  e.allow_jump = true;
  return e;
}

}  // namespace

std::vector<CantElement> build_cant_elements(const std::vector<CantPoint>& points, double length) {
  std::vector<CantElement> elements;
  if (points.empty()) return elements;
  double last = 0.0;
  const auto add = [&](const CantPoint& point, double end, double c0, double c1) {
    end = std::min(end, length);
    if (end - last < shortest_ramp) return;
    elements.push_back(make_cant_element(point.where, end - last, c0, c1, point.shape));
    last = end;
  };
  add(points.front(), points.front().along, points.front().cant, points.front().cant);
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const CantPoint &a = points[i], &b = points[i + 1];
    if (b.along < a.along - rounding_of_chainages)
      throw InputError(Finding{"alignment-chainage", b.where,
                               "the cant goes back from " + describe_number(a.along) + " to " +
                                   describe_number(b.along) + " m from the line's start",
                               "its points follow each other along the line"});
    const bool is_cut = a.along < -cut_to_refuse || b.along > length + cut_to_refuse;
    if (is_cut && a.cant != b.cant && b.along > 0.0 && a.along < length)
      throw InputError(Finding{"alignment-cant", a.where,
                               "a cant ramp reaches beyond the line (0 to " +
                                   describe_number(length) + " m from its start)",
                               "are chainages of cant and line the same?"});
    add(a, b.along, a.cant, b.cant);
  }
  add(points.back(), length, points.back().cant, points.back().cant);
  return elements;
}

}  // namespace fourfoot::track
