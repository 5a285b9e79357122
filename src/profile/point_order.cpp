#include "profile/point_order.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace fourfoot::profile {

namespace {

double distance(const RawPoint& a, const RawPoint& b) {
  return std::hypot(a.y - b.y, a.z - b.z);
}

double calc_way(const std::vector<RawPoint>& points) {
  double way = 0.0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) way += distance(points[i], points[i + 1]);
  return way;
}

/// Each point to the nearest not yet taken, from `start`. Quadratic: for the rare shuffled file.
std::vector<RawPoint> chain_from(std::vector<RawPoint> points, std::size_t start) {
  std::swap(points[0], points[start]);
  for (std::size_t i = 0; i + 2 < points.size(); ++i) {
    std::size_t nearest = i + 1;
    double best = distance(points[i], points[i + 1]);
    for (std::size_t k = i + 2; k < points.size(); ++k)
      if (const double d = distance(points[i], points[k]); d < best) {
        best = d;
        nearest = k;
      }
    std::swap(points[i + 1], points[nearest]);
  }
  return points;
}

double cross(const RawPoint& o, const RawPoint& a, const RawPoint& b) {
  return (a.y - o.y) * (b.z - o.z) - (a.z - o.z) * (b.y - o.y);
}

bool do_cross(const RawPoint& a, const RawPoint& b, const RawPoint& c, const RawPoint& d) {
  if (std::max(a.y, b.y) < std::min(c.y, d.y) || std::max(c.y, d.y) < std::min(a.y, b.y) ||
      std::max(a.z, b.z) < std::min(c.z, d.z) || std::max(c.z, d.z) < std::min(a.z, b.z))
    return false;
  const double p = cross(a, b, c), q = cross(a, b, d), r = cross(c, d, a), s = cross(c, d, b);
  return ((p > 0.0 && q < 0.0) || (p < 0.0 && q > 0.0)) &&
         ((r > 0.0 && s < 0.0) || (r < 0.0 && s > 0.0));
}

}  // namespace

void order_points(std::vector<RawPoint>& points, std::vector<Repair>& repairs,
                  const Refuse& refuse) {
  const auto [low, high] = std::minmax_element(
      points.begin(), points.end(), [](const auto& a, const auto& b) { return a.y < b.y; });
  const double width = high->y - low->y;
  const auto [deep, top] = std::minmax_element(
      points.begin(), points.end(), [](const auto& a, const auto& b) { return a.z < b.z; });
  const double height = top->z - deep->z;
  // A profile's way is at most down, up and across; 1.2 leaves room for overhangs and noise.
  const double way = calc_way(points);
  if (way > 1.2 * (width + 3.0 * height) && points.size() <= 20000) {
    // A chain can only find the way from one of the curve's two ends: try both sides.
    auto from_high = chain_from(points, static_cast<std::size_t>(high - points.begin()));
    auto from_low = chain_from(points, static_cast<std::size_t>(low - points.begin()));
    auto& better = calc_way(from_high) <= calc_way(from_low) ? from_high : from_low;
    if (calc_way(better) < 0.9 * way) {
      points = std::move(better);
      repairs.push_back({"reordered", "points were not in the order of the curve; sorted"});
    }
  }
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const double gap = distance(points[i], points[i + 1]);
    if (gap > std::max(0.015, 0.25 * width)) {
      char text[80];
      std::snprintf(text, sizeof text, "a gap of %.4g mm between neighbouring points", gap * 1e3);
      refuse(points[i + 1].line, "profile-gap", text,
             "points must follow the curve with at most 15 mm between them");
    }
  }
}

void drop_duplicates(std::vector<RawPoint>& points, double least, std::vector<Repair>& repairs) {
  std::vector<RawPoint> kept;
  for (const RawPoint& p : points)
    if (kept.empty() || distance(kept.back(), p) >= least) kept.push_back(p);
  const std::size_t dropped = points.size() - kept.size();
  if (dropped == 0) return;
  repairs.push_back(
      {"duplicates",
       std::to_string(dropped) + " points equal to or hardly apart from their neighbour; dropped"});
  points = std::move(kept);
}

void check_crossing(const std::vector<RawPoint>& points, const Refuse& refuse) {
  // Segments sorted by their lower y, so that only overlapping ones are compared.
  const std::size_t n = points.size() - 1;
  std::vector<std::size_t> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = i;
  const auto low = [&](std::size_t i) { return std::min(points[i].y, points[i + 1].y); };
  const auto high = [&](std::size_t i) { return std::max(points[i].y, points[i + 1].y); };
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return low(a) < low(b); });
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = i + 1; k < n && low(order[k]) <= high(order[i]); ++k) {
      const std::size_t a = std::min(order[i], order[k]), b = std::max(order[i], order[k]);
      if (b - a < 2) continue;
      if (do_cross(points[a], points[a + 1], points[b], points[b + 1]))
        refuse(points[b + 1].line, "profile-crossing", "the profile crosses itself here",
               "points out of order, or two profiles in one file?");
    }
}

}  // namespace fourfoot::profile
