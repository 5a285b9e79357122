#include "profile/blend.h"

#include <algorithm>
#include <cmath>

namespace fourfoot::profile {

namespace {

constexpr double node_spacing = 0.25e-3;  // of the nodes [m]
constexpr double beside_joint = 1e-9;     // [m]

/// One side of the top of both curves: x from 0 to 1.
struct RailSide {
  const Curve &a, &b;
  double a_begin, a_length, b_begin, b_length;
};

// Position and its first and second derivative by x.
struct BlendJet {
  double y, z, dy, dz, ddy, ddz;
};

void add(const CurvePoint& p, double length, double weight, BlendJet& jet) {
  jet.y += weight * p.y;
  jet.z += weight * p.z;
  jet.dy += weight * length * p.ty;
  jet.dz += weight * length * p.tz;
  jet.ddy -= weight * length * length * p.curvature * p.tz;
  jet.ddz += weight * length * length * p.curvature * p.ty;
}

BlendJet calc(const RailSide& side, double x, double share) {
  BlendJet jet{};
  add(side.a.calc(side.a_begin + x * side.a_length), side.a_length, 1.0 - share, jet);
  add(side.b.calc(side.b_begin + x * side.b_length), side.b_length, share, jet);
  return jet;
}

CurvePoint make_point(const BlendJet& jet) {
  const double speed = std::hypot(jet.dy, jet.dz);
  return {jet.y, jet.z, jet.dy / speed, jet.dz / speed,
          (jet.dy * jet.ddz - jet.dz * jet.ddy) / (speed * speed * speed)};
}

// Arc length between x0 and x1, by Simpson's rule.
double calc_step(const RailSide& side, double x0, double x1, double share) {
  const auto speed = [&](double x) {
    const BlendJet jet = calc(side, x, share);
    return std::hypot(jet.dy, jet.dz);
  };
  return (x1 - x0) / 6.0 * (speed(x0) + 4.0 * speed(0.5 * (x0 + x1)) + speed(x1));
}

/// Borders of the chains: 0, joints of both curves, 1.
std::vector<double> list_borders(const RailSide& side) {
  std::vector<double> borders = {0.0, 1.0};
  const auto put = [&](const Curve& curve, double begin, double length) {
    for (const double s : curve.joints()) {
      const double x = (s - begin) / length;
      if (x > 0.0 && x < 1.0) borders.push_back(x);
    }
  };
  put(side.a, side.a_begin, side.a_length);
  put(side.b, side.b_begin, side.b_length);
  std::sort(borders.begin(), borders.end());
  const double nearest = 1e-6;  // joints nearer than this are one
  borders.erase(std::unique(borders.begin(), borders.end(),
                            [&](double p, double q) { return q - p < nearest; }),
                borders.end());
  borders.back() = 1.0;
  return borders;
}

void add_chains(const RailSide& side, double share, std::vector<std::vector<CurveNode>>& chains) {
  const double length = std::max(side.a_length, side.b_length);
  const std::vector<double> borders = list_borders(side);
  for (std::size_t i = 1; i < borders.size(); ++i) {
    const double begin = borders[i - 1], end = borders[i];
    const int count =
        std::max(2, static_cast<int>(std::ceil((end - begin) * length / node_spacing)));
    std::vector<CurveNode> chain;
    for (int k = 0; k <= count; ++k) {
      const double x = begin + (end - begin) * k / count;
      const double next = begin + (end - begin) * (k + 1) / count;
      CurvePoint point = make_point(calc(side, x, share));
      // The curvature may jump at the border: that of this side is found just inside.
      const double inside = beside_joint / length * (k == 0 ? 1.0 : k == count ? -1.0 : 0.0);
      point.curvature = make_point(calc(side, x + inside, share)).curvature;
      chain.push_back({point, k < count ? calc_step(side, x, next, share) : 0.0});
    }
    chains.push_back(std::move(chain));
  }
}

}  // namespace

double find_top(const Curve& rail) {
  const int n = 4000;
  // Every 100th of them first. A rail climbs no faster than its arc length: what lies lower than the
  // highest one so far by a way is passed over by as much.
  double top = -1e9, top_s = 0.0;
  for (int i = 0; i <= n; i += 100) top = std::max(top, rail.calc(rail.length() * i / n).z);
  top = std::nextafter(top, -1e9);
  for (int i = 0; i <= n;) {
    const double s = rail.length() * i / n, z = rail.calc(s).z;
    if (z > top) {
      top = z;
      top_s = s;
    }
    i += std::max(1, static_cast<int>((top - z) / rail.length() * n));
  }
  double low = std::max(0.0, top_s - rail.length() / n);
  double high = std::min(rail.length(), top_s + rail.length() / n);
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    (rail.calc(middle).tz > 0.0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

Curve blend(const Curve& a, const Curve& b, double share) {
  const double a_top = find_top(a), b_top = find_top(b);
  std::vector<std::vector<CurveNode>> chains;
  add_chains({a, b, 0.0, a_top, 0.0, b_top}, share, chains);
  add_chains({a, b, a_top, a.length() - a_top, b_top, b.length() - b_top}, share, chains);
  return Curve(chains);
}

double find_largest_difference(const Curve& a, const Curve& b) {
  const double a_top = find_top(a), b_top = find_top(b);
  const RailSide sides[2] = {{a, b, 0.0, a_top, 0.0, b_top},
                             {a, b, a_top, a.length() - a_top, b_top, b.length() - b_top}};
  double largest = 0.0;
  for (const RailSide& side : sides) {
    constexpr int samples = 200;
    for (int i = 0; i <= samples; ++i) {
      const double x = static_cast<double>(i) / samples;
      const BlendJet p = calc(side, x, 0.0), q = calc(side, x, 1.0);
      largest = std::max(largest, std::hypot(p.y - q.y, p.z - q.z));
    }
  }
  return largest;
}

}  // namespace fourfoot::profile
