#include "contact/geometry/soft_gap.h"

#include <algorithm>
#include <cmath>

namespace fourfoot::contact {

namespace {

using Vec4 = Gap::Vec4;
using Mat4 = Gap::Mat4;

/// The parallel circle at s nearest to the rail: theta minimises the distance, so its first
/// derivative is that of the fixed body point, and the second one loses D_qt^2 / D_tt.
struct CirclePoint {
  bool exists = false;
  double distance = 0.0;
  Vec4 gradient = Vec4::Zero();
  Mat4 hessian = Mat4::Zero();
};

CirclePoint calc_circle(const WheelRailPair& pair, const AxleFrame& a, double s) {
  CirclePoint out;
  ContourPoint c = pair.wheel.calc(s, a);
  if (!c.exists) return out;
  RailFoot foot = pair.rail.find_foot(c.y, c.z);
  double across = 0.0;  // (w cos(roll) + r cos(theta) sin(roll)) of the point
  double height = 0.0;  // z in the axle's half-turned frame
  for (int i = 0; i < 3; ++i) {
    if (foot.distance >= RailSection::far_away) return out;
    const double ny = -foot.point.tz, nz = foot.point.ty;
    // n . dp/dtheta = 0
    const double num = -a.sin_yaw * ny, den = a.cos_roll * nz - a.cos_yaw * a.sin_roll * ny;
    const double norm = 1.0 / std::sqrt(num * num + den * den);
    c.sin_theta = num * norm * (den < 0.0 ? -1.0 : 1.0);
    c.cos_theta = std::abs(den) * norm;
    across = c.w * a.cos_roll + c.r * c.cos_theta * a.sin_roll;
    height = c.w * a.sin_roll - c.r * c.cos_theta * a.cos_roll;
    c.x = c.r * c.sin_theta * a.cos_yaw - across * a.sin_yaw;
    c.y = a.y + c.r * c.sin_theta * a.sin_yaw + across * a.cos_yaw;
    c.z = a.z + height;
    foot = pair.rail.find_foot(c.y, c.z);
    if (a.sin_yaw == 0.0 && i == 0) break;
  }
  if (foot.distance >= RailSection::far_away) return out;
  out.exists = true;
  out.distance = foot.distance;
  const double ty = foot.point.ty, tz = foot.point.tz;
  const double ny = -tz, nz = ty;
  // First derivatives of (y, z) of the point by (y, z, roll, yaw) and by theta.
  const double y_roll = -height * a.cos_yaw, z_roll = across;
  const double y_yaw = c.x, rs = c.r * c.sin_theta, rc = c.r * c.cos_theta;
  Vec4 py, pz;
  py << 1.0, 0.0, y_roll, y_yaw;
  pz << 0.0, 1.0, z_roll, 0.0;
  const double y_theta = rc * a.sin_yaw - rs * a.sin_roll * a.cos_yaw, z_theta = rs * a.cos_roll;
  out.gradient = ny * py + nz * pz;
  // Hessian of the distance in the plane: bend along the tangent.
  const double bend = -foot.point.curvature / (1.0 - foot.point.curvature * foot.distance);
  const Vec4 along = ty * py + tz * pz;
  const double along_theta = ty * y_theta + tz * z_theta;
  Mat4 h = bend * along * along.transpose();
  h(2, 2) += ny * (-across * a.cos_yaw) + nz * (-height);
  h(2, 3) += ny * height * a.sin_yaw;
  h(3, 2) = h(2, 3);
  h(3, 3) += ny * (-(c.y - a.y));
  Vec4 q_theta = bend * along_theta * along;
  q_theta(2) += ny * (-rs * a.cos_roll * a.cos_yaw) + nz * (-rs * a.sin_roll);
  q_theta(3) += ny * (rc * a.cos_yaw + rs * a.sin_roll * a.sin_yaw);
  const double theta_theta = bend * along_theta * along_theta +
                             ny * (-rs * a.sin_yaw - rc * a.sin_roll * a.cos_yaw) +
                             nz * (rc * a.cos_roll);
  out.hessian = h - q_theta * q_theta.transpose() / theta_theta;
  return out;
}

struct Mean {
  double weight = 0.0, place = 0.0;
  Vec4 gradient = Vec4::Zero();
  Mat4 second = Mat4::Zero();  ///< of ddD - dD dD / e

  void add(const CirclePoint& p, double w, double s, double softness) {
    weight += w;
    place += w * s;
    gradient += w * p.gradient;
    second += w * (p.hessian - p.gradient * p.gradient.transpose() / softness);
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
      const CirclePoint p = calc_circle(pair, axle, s);
      if (!p.exists || p.distance > least.distance + cut) continue;
      mean.add(p, std::exp(-(p.distance - least.distance) / softness), s, softness);
    }
    s_done = to;
  }
  if (!(mean.weight > 0.0)) return gap;
  gap.exists = true;
  gap.value = least.distance - softness * std::log(mean.weight * step / 1e-3);
  gap.s = mean.place / mean.weight;
  gap.gradient = mean.gradient / mean.weight;
  gap.hessian = mean.second / mean.weight + gap.gradient * gap.gradient.transpose() / softness;
  return gap;
}

}  // namespace fourfoot::contact
