#include "contact/wheelset_pressure.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "contact/exact/normal_problem.h"

namespace fourfoot::contact {

namespace {

struct Overlap {
  double begin = 0.0, end = 0.0, depth = 0.0;
};

/// Depth of the wheel below the rail's surface; -1 mm where one of them is not there.
PressedWheel::Row calc_row(const WheelRailPair& pair, const AxleFrame& axle, double s) {
  PressedWheel::Row row;
  row.depth = -1e-3;
  const ContourPoint c = pair.wheel.calc(s, axle);
  if (!c.exists || c.meridian.ty < 0.02) return row;
  row.point = Vec3(c.x, c.y, c.z);
  row.radius = c.r;
  const RailFoot foot = pair.rail.find_foot(c.y, c.z);
  if (!(std::abs(foot.distance) < 1e-3)) return row;
  Patch patch;
  fill_point(pair, axle, s, patch);
  row.normal = patch.n_T;
  row.depth = -foot.distance;
  row.curvature = std::max(patch.curvature_x, 0.05);
  return row;
}

std::vector<Overlap> find_overlaps(const WheelRailPair& pair, const AxleFrame& axle) {
  const double length = pair.wheel.curve().length(), spacing = 0.1e-3;
  const int count = static_cast<int>(length / spacing);
  std::vector<Overlap> out;
  bool inside = false;
  for (int i = 0; i < count; ++i) {
    const double s = (i + 0.5) * length / count;
    const ContourPoint c = pair.wheel.calc(s, axle);
    const bool can = c.exists && c.meridian.ty >= 0.02;
    const double depth = can ? -pair.rail.calc_distance(c.y, c.z) : -1.0;
    if (depth > 0.0) {
      if (!inside) out.push_back({s - 0.5 * spacing, s, 0.0});
      out.back().end = s + 0.5 * spacing;
      out.back().depth = std::max(out.back().depth, depth);
    }
    inside = depth > 0.0;
  }
  return out;
}

/// What is one half-space: the deepest overlap and all that follow each other within 30 mm.
std::vector<Overlap> choose_overlaps(const std::vector<Overlap>& all) {
  constexpr double near = 30e-3;
  const auto deeper = [](const Overlap& a, const Overlap& b) { return a.depth < b.depth; };
  auto first = std::max_element(all.begin(), all.end(), deeper), last = first;
  while (first != all.begin() && first->begin - std::prev(first)->end < near) --first;
  while (std::next(last) != all.end() && std::next(last)->begin - last->end < near) ++last;
  return {first, std::next(last)};
}

/// Positions on the meridian whose points of the contour line, seen along x, are equally far apart;
/// the distance to `spacing`. With yaw on a flange equal steps along the meridian are not.
std::vector<double> space_rows(const WheelRailPair& pair, const AxleFrame& axle, double begin,
                               double end, int count, double& spacing) {
  constexpr int samples = 1000;
  const double step = (end - begin) / samples;
  std::vector<double> way(1, 0.0);
  ContourPoint last = pair.wheel.calc(begin, axle);
  for (int i = 1; i <= samples; ++i) {
    const ContourPoint c = pair.wheel.calc(begin + i * step, axle);
    const bool both = c.exists && last.exists;
    way.push_back(way.back() + (both ? std::hypot(c.y - last.y, c.z - last.z) : step));
    last = c;
  }
  spacing = way.back() / count;
  std::vector<double> out;
  std::size_t at = 0;
  for (int j = 0; j < count; ++j) {
    const double wanted = (j + 0.5) * spacing;
    while (at + 2 < way.size() && way[at + 1] < wanted) ++at;
    const double part = (wanted - way[at]) / (way[at + 1] - way[at]);
    out.push_back(begin + (static_cast<double>(at) + part) * step);
  }
  return out;
}

/// Even, `elements` for one overlap, more for several or for rows that lie one before the other.
int choose_count(double whole, double part, int elements, int most) {
  const int wanted = static_cast<int>(std::ceil(elements * whole / part));
  return 2 * (std::clamp(wanted, elements, most * elements) / 2);
}

}  // namespace

double calc_load_mean(const PressedWheel& wheel, double (*get)(const PressedWheel::Row&)) {
  double sum = 0.0, total = 0.0;
  for (int j = 0; j < wheel.grid.ny; ++j) {
    for (int i = 0; i < wheel.grid.nx; ++i) {
      const double p = wheel.pressure[static_cast<std::size_t>(i + wheel.grid.nx * j)];
      sum += p * get(wheel.rows[static_cast<std::size_t>(j)]);
      total += p;
    }
  }
  return sum / total;
}

PressedWheel press_wheel(const WheelRailPair& pair, const AxleFrame& axle, double normal,
                         const Material& material, int elements) {
  PressedWheel out;
  out.axle = axle;
  const std::vector<Overlap> all = find_overlaps(pair, axle);
  if (all.empty()) return out;
  const std::vector<Overlap> overlaps = choose_overlaps(all);
  double narrow = overlaps.front().end - overlaps.front().begin, depth = 0.0;
  for (const Overlap& o : overlaps) {
    narrow = std::min(narrow, o.end - o.begin);
    depth = std::max(depth, o.depth);
  }
  const bool several = overlaps.size() > 1;
  const double margin = 0.05 * (overlaps.back().end - overlaps.front().begin);
  const double begin = overlaps.front().begin - margin, end = overlaps.back().end + margin;
  out.grid.ny = choose_count(end - begin, several ? 2.0 * narrow : end - begin, elements, 4);
  const std::vector<double> at = space_rows(pair, axle, begin, end, out.grid.ny, out.grid.dy);
  out.grid.y_first = 0.5 * out.grid.dy;
  double back = 1.0, front = -1.0, longest = 0.0;
  for (const double s : at) {
    out.rows.push_back(calc_row(pair, axle, s));
    const PressedWheel::Row& row = out.rows.back();
    const double room = row.depth + 0.1 * depth;
    if (!(room > 0.0)) continue;
    const double half = std::sqrt(2.0 * room / row.curvature);
    back = std::min(back, row.point.x() - half);
    front = std::max(front, row.point.x() + half);
    longest = std::max(longest, 2.0 * half);
  }
  out.grid.nx = choose_count(front - back, longest, elements, 3);
  out.grid.dx = (front - back) / out.grid.nx;
  out.grid.x_first = back + 0.5 * out.grid.dx;
  std::vector<double> gap;
  for (const PressedWheel::Row& row : out.rows) {
    for (int i = 0; i < out.grid.nx; ++i) {
      const double x = out.grid.x(i) - row.point.x();
      gap.push_back(0.5 * row.curvature * x * x - row.depth);
    }
  }
  const NormalSolution solution = solve_normal(out.grid, material, gap, normal);
  if (!solution.converged) throw RunError("the pressure of exact theory did not converge");
  out.pressure = solution.pressure;
  out.approach = solution.approach;
  out.radius = calc_load_mean(out, [](const PressedWheel::Row& row) { return row.radius; });
  return out;
}

}  // namespace fourfoot::contact
