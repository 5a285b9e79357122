#include "contact/geometry/soft_gap.h"

#include <algorithm>
#include <cmath>

#include "contact/geometry/circle_distance.h"

namespace fourfoot::contact {

namespace {

using Vec4 = Gap::Vec4;
using Mat4 = Gap::Mat4;

/// The parallel circle at s, where it is nearest to the rail.
struct NearestCircle {
  bool exists = false;
  double distance = 0.0;
  DistanceDerivatives d;
};

NearestCircle find_nearest(const WheelRailPair& pair, const AxleFrame& a, double s) {
  NearestCircle out;
  const ContourPoint c = pair.wheel.calc(s, a);
  if (!c.exists) return out;
  RailFoot foot = pair.rail.find_foot(c.y, c.z);
  CirclePoint p;
  for (int i = 0; i < 3; ++i) {
    if (foot.distance >= RailSection::far_away) return out;
    p.turn_towards(a, -foot.point.tz, foot.point.ty);
    p.put(a, c.w, c.r);
    foot = pair.rail.find_foot(a.y + p.y, a.z + p.z);
    if (a.sin_yaw == 0.0 && i == 0) break;
  }
  if (foot.distance >= RailSection::far_away) return out;
  out.exists = true;
  out.distance = foot.distance;
  out.d = calc_distance_derivatives(a, c.r, p, foot);
  return out;
}

struct Mean {
  double weight = 0.0, position = 0.0;
  Vec4 gradient = Vec4::Zero();
  Mat4 second = Mat4::Zero();  ///< of ddD - dD dD / e

  void add(const DistanceDerivatives& d, double w, double s, double softness) {
    weight += w;
    position += w * s;
    gradient += w * d.gradient;
    second += w * (d.hessian - d.gradient * d.gradient.transpose() / softness);
  }
};

}  // namespace

Vec4 calc_gap_gradient(const AxleFrame& axle, const ContourPoint& contour, double ny, double nz) {
  const double dx = contour.x, dy = contour.y - axle.y, dz = contour.z - axle.z;
  Vec4 g;
  g << ny, nz, -ny * axle.cos_yaw * dz + nz * (axle.cos_yaw * dy - axle.sin_yaw * dx), ny * dx;
  return g;
}

Gap calc_gap(const WheelRailPair& pair, const AxleFrame& axle, SearchScratch& scratch) {
  Gap gap;
  const Closest c = find_closest(pair, axle, scratch);
  if (!c.exists) return gap;
  gap.exists = true;
  gap.value = c.distance;
  gap.s = c.s;
  gap.gradient = calc_gap_gradient(axle, c.contour, -c.foot.point.tz, c.foot.point.ty);
  return gap;
}

Gap calc_soft_gap(const WheelRailPair& pair, const AxleFrame& axle, double softness,
                  SearchScratch& scratch) {
  Gap gap;
  const Closest least = find_closest(pair, axle, scratch);
  if (!least.exists) return gap;
  const double cut = 32.0 * softness;  // exp(-32) is nothing
  // Fine steps wherever the coarse ones come near the least separation: the sampling error of the
  // sum is that of a Gaussian summed at steps below its width, which is to say none.
  const double step = std::min(0.2e-3, 0.5 * std::sqrt(softness * 5e-3));
  const auto& samples = pair.wheel.samples();
  const std::vector<double>& d = scratch.distance;
  Mean mean;
  double s_done = -1.0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (d[i] > least.distance + cut + 2e-5) continue;
    // The cell around the sample, on one global lattice so that nothing depends on where it starts.
    const double from = std::max(s_done, samples[i].s - 0.5 * pair.wheel.spacing());
    const double to = samples[i].s + 0.5 * pair.wheel.spacing();
    for (double k = std::ceil(from / step); k * step < to; k += 1.0) {
      const double s = k * step;
      if (s < 0.0 || s > pair.wheel.curve().length()) continue;
      const NearestCircle p = find_nearest(pair, axle, s);
      if (!p.exists || p.distance > least.distance + cut) continue;
      mean.add(p.d, std::exp(-(p.distance - least.distance) / softness), s, softness);
    }
    s_done = to;
  }
  if (!(mean.weight > 0.0)) return gap;
  gap.exists = true;
  gap.value = least.distance - softness * std::log(mean.weight * step / 1e-3);
  gap.s = mean.position / mean.weight;
  gap.gradient = mean.gradient / mean.weight;
  gap.hessian = mean.second / mean.weight + gap.gradient * gap.gradient.transpose() / softness;
  return gap;
}

}  // namespace fourfoot::contact
