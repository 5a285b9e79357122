#include "contact/geometry/separation_points.h"

#include <algorithm>
#include <cmath>

#include "contact/geometry/separation_scan.h"

namespace fourfoot::contact::separation {

namespace {

double calc_distance(const WheelRailPair& pair, const AxleFrame& axle, double s) {
  const ContourPlace c = pair.wheel.calc_place(s, axle);
  return pair.rail.calc_distance(c.y, c.z);  // far away where there is none
}

}  // namespace

Probe probe(const WheelRailPair& pair, const AxleFrame& axle, double s) {
  Probe p;
  p.contour = pair.wheel.calc(s, axle);
  if (!p.contour.exists) {
    p.foot.distance = far_away;
    return p;
  }
  p.foot = pair.rail.find_foot(p.contour.y, p.contour.z);
  // Wheel's tangent (-nz, ny), rail's normal (-tz, ty).
  p.slope = p.contour.nz * p.foot.point.tz + p.contour.ny * p.foot.point.ty;
  return p;
}

Minimum refine(const WheelRailPair& pair, const AxleFrame& axle, std::size_t i) {
  const auto& samples = pair.wheel.samples();
  double a = samples[i > 0 ? i - 1 : 0].s;
  double b = samples[std::min(i + 1, samples.size() - 1)].s;
  Minimum m{samples[i].s, i, probe(pair, axle, samples[i].s)};
  if (m.at.foot.distance >= far_away) return m;
  double fa = probe(pair, axle, a).slope, fb = probe(pair, axle, b).slope;
  double f = m.at.slope;
  if (f < 0.0) {
    a = m.s;
    fa = f;
  } else {
    b = m.s;
    fb = f;
  }
  if (!(fa < 0.0 && fb > 0.0)) return m;
  int stuck = 0;
  for (int k = 0; k < 40 && b - a > 1e-10; ++k) {
    double s = a - fa * (b - a) / (fb - fa);
    if (!(s > a && s < b)) s = 0.5 * (a + b);
    const Probe p = probe(pair, axle, s);
    if (p.foot.distance >= far_away) break;
    m.at = p;
    const double moved = std::abs(s - m.s);
    m.s = s;
    if (std::abs(p.slope) < 1e-13 || moved < 1e-11) break;
    if (p.slope < 0.0) {
      a = s;
      fa = p.slope;
      if (stuck == -1) fb *= 0.5;
      stuck = -1;
    } else {
      b = s;
      fb = p.slope;
      if (stuck == 1) fa *= 0.5;
      stuck = 1;
    }
  }
  return m;
}

double find_edge(const WheelRailPair& pair, const AxleFrame& axle, double outside, double d_out,
                 double inside, double d_in) {
  if (d_out >= far_away) d_out = 1e-4;
  int stuck = 0;
  double s = inside, last = outside;
  for (int k = 0; k < 40 && std::abs(s - last) > 1e-12; ++k) {
    last = s;
    s = inside + (outside - inside) * d_in / (d_in - d_out);
    const double d = calc_distance(pair, axle, s);
    if (d > 0.0) {
      outside = s;
      d_out = std::min(d, 1e-4);
      if (stuck == 1) d_in *= 0.5;
      stuck = 1;
    } else {
      inside = s;
      d_in = d;
      if (stuck == -1) d_out *= 0.5;
      stuck = -1;
    }
  }
  return s;
}

Ridge find_ridge(const WheelSurface& wheel, const std::vector<double>& d, const Minimum& a,
                 const Minimum& b) {
  std::size_t i = a.index;
  for (std::size_t k = a.index; k <= b.index; ++k)
    if (d[k] > d[i]) i = k;
  Ridge ridge{i, wheel.samples()[i].s, d[i]};
  if (i == 0 || i + 1 == d.size() || d[i - 1] >= far_away || d[i] >= far_away ||
      d[i + 1] >= far_away)
    return ridge;
  const double slope = 0.5 * (d[i + 1] - d[i - 1]), bend = d[i + 1] - 2.0 * d[i] + d[i - 1];
  if (!(bend < 0.0)) return ridge;
  const double t = std::clamp(-slope / bend, -1.0, 1.0);
  ridge.s += t * wheel.spacing();
  ridge.distance += t * (slope + 0.5 * bend * t);
  return ridge;
}

}  // namespace fourfoot::contact::separation
