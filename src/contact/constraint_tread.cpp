#include "contact/constraint_tread.h"

#include <algorithm>
#include <cmath>

#include "contact/geometry/circle_distance.h"

namespace fourfoot::contact {

namespace {

using Vec4 = TreadContact::Vec4;
using Mat4 = TreadContact::Mat4;

constexpr double lattice = 0.25e-3;        // h [m]
constexpr double reference_length = 5e-3;  // L [m]
constexpr double cut = 25.0;               // exp(-25) is nothing
constexpr std::size_t stride = 4;          // of a first look at the circles
constexpr double sag = 50e-6;              // what the gap can fall between two of that look [m]
constexpr double thinnest_window = 1e-6;
constexpr double least_variance = 1e-10;  // of a point contact [m^2]

/// 1 below `low`, 0 above `high`, a quintic between: twice continuously differentiable.
double calc_window(double x, double low, double high) {
  const double t = std::clamp((x - low) / (high - low), 0.0, 1.0);
  return 1.0 - t * t * t * (10.0 - t * (15.0 - 6.0 * t));
}

/// A parallel circle (axial position w, radius r) where it is nearest to the rail.
struct Nearest {
  bool exists = false;
  double distance = 0.0;
  DistanceDerivatives d;
  Vec3 arm;
  double ux = 0.0, uy = 0.0;  ///< the circle's direction: along the rail, across it
  double across = 0.0;        ///< position across the rail, along its tangent's arc [m]
};

/// The position of the circle and its foot on the rail, each for the other: from the map's circle the
/// foot by Newton's method, the position by the normal there.
bool find_foot(const RailSection& rail, const AxleFrame& a, double w, double r, CirclePoint& p,
               RailFoot& foot) {
  p.put(a, w, r);
  const RailSection::Sample* near = rail.find_nearest(a.y + p.y, a.z + p.z);
  if (!near) return false;
  foot.s = near->s + near->along(a.y + p.y, a.z + p.z);
  for (int i = 0; i < 12; ++i) {
    foot.s = std::clamp(foot.s, 0.0, rail.length());
    foot.point = rail.curve().calc(foot.s);
    const double before = p.sin_theta;
    p.turn_towards(a, -foot.point.tz, foot.point.ty);
    p.put(a, w, r);
    const double dy = a.y + p.y - foot.point.y, dz = a.z + p.z - foot.point.z;
    const double along = dy * foot.point.ty + dz * foot.point.tz;
    foot.distance = dz * foot.point.ty - dy * foot.point.tz;
    if (std::abs(along) < 1e-12 && std::abs(p.sin_theta - before) < 1e-13) return true;
    foot.s += along / std::max(0.2, 1.0 - foot.point.curvature * foot.distance);
  }
  // Beyond an end of the rail; elsewhere (a kink) the last position is as good as any near it.
  return foot.s > 0.0 && foot.s < rail.length();
}

Nearest find_nearest(const RailSection& rail, const AxleFrame& a, double w, double r) {
  Nearest out;
  CirclePoint p;
  RailFoot foot;
  if (!find_foot(rail, a, w, r, p, foot)) return out;
  out.exists = true;
  out.distance = foot.distance;
  out.across = foot.s;
  out.arm = Vec3(p.x, p.y, p.z);
  out.d = calc_distance_derivatives(a, r, p, foot);
  const double uy = a.sin_yaw * p.cos_theta - a.cos_yaw * a.sin_roll * p.sin_theta;
  out.ux = a.cos_yaw * p.cos_theta + a.sin_yaw * a.sin_roll * p.sin_theta;
  out.uy = uy * foot.point.ty + a.cos_roll * p.sin_theta * foot.point.tz;
  return out;
}

struct Mean {
  double weight = 0.0, s = 0.0, radius = 0.0, across = 0.0, across2 = 0.0, curvature_x = 0.0,
         curvature_xy = 0.0;
  Vec4 gradient = Vec4::Zero();
  Mat4 second = Mat4::Zero();  ///< of ddD - dD dD / e
  Vec3 arm = Vec3::Zero();
};

}  // namespace

TreadSurface::TreadSurface(const WheelRailPair& pair, const TreadOptions& options)
    : options_(options) {
  const profile::Curve& curve = pair.wheel.curve();
  for (double k = std::floor(curve.length() / lattice); k >= 0.0; k -= 1.0) {
    const profile::CurvePoint p = curve.calc(k * lattice);
    if (p.ty < 1e-3) {
      if (p.tz > 0.0) break;  // the flange
      continue;               // the field side's end
    }
    const double window =
        calc_window(std::atan2(p.tz, p.ty), options.angle_begin, options.angle_end);
    if (window < thinnest_window) break;
    circles_.push_back({k * lattice, pair.wheel.half_span() + p.y, pair.wheel.radius() - p.z, p.ty,
                        p.curvature, -options.softness * std::log(window)});
  }
  std::reverse(circles_.begin(), circles_.end());
}

TreadContact TreadSurface::calc(const WheelRailPair& pair, const AxleFrame& axle,
                                std::vector<double>& distance) const {
  TreadContact out;
  if (circles_.empty()) return out;
  const double e = options_.softness;
  // A first look at every fourth circle, and at the last.
  const std::size_t cells = (circles_.size() + stride - 2) / stride;
  distance.resize(cells + 1);
  double least = RailSection::far_away;
  for (std::size_t k = 0; k <= cells; ++k) {
    const Circle& c = circles_[std::min(k * stride, circles_.size() - 1)];
    CirclePoint p;
    p.put(axle, c.w, c.r);
    distance[k] = pair.rail.calc_distance(axle.y + p.y, axle.z + p.z) + c.relief;
    least = std::min(least, distance[k]);
  }
  if (!(least < 0.5 * RailSection::far_away)) return out;
  // By yaw the nearest position lies ahead: nearer by at most r theta^2 / 2.
  const double lead = axle.tan_yaw * std::tan(options_.angle_end);
  const double slack = 0.5 * pair.wheel.radius() * lead * lead;
  const double limit = least + cut * e + slack + sag;
  Mean m;
  for (std::size_t k = 0; k < circles_.size(); ++k) {
    const std::size_t cell = std::min(k / stride, cells > 0 ? cells - 1 : 0);
    if (distance[cell] > limit && distance[std::min(cell + 1, cells)] > limit) continue;
    const Circle& c = circles_[k];
    const Nearest n = find_nearest(pair.rail, axle, c.w, c.r);
    if (!n.exists) continue;
    const double w = std::exp(-(n.distance + c.relief - least) / e);
    m.weight += w;
    m.s += w * c.s;
    m.radius += w * c.r;
    m.across += w * n.across;
    m.across2 += w * n.across * n.across;
    const double around = c.cosine / c.r;
    m.curvature_x += w * (around * n.ux * n.ux + c.curvature * n.uy * n.uy);
    m.curvature_xy += w * (around - c.curvature) * n.ux * n.uy;
    m.arm += w * n.arm;
    m.gradient += w * n.d.gradient;
    m.second += w * (n.d.hessian - n.d.gradient * n.d.gradient.transpose() / e);
  }
  if (!(m.weight > 0.0)) return out;
  const double share = 1.0 / m.weight;
  out.exists = true;
  out.gap = least - e * std::log(m.weight * lattice / reference_length);
  out.gradient = share * m.gradient;
  out.hessian = share * m.second + out.gradient * out.gradient.transpose() / e;
  out.arm = share * m.arm;
  out.s = share * m.s;
  out.radius = share * m.radius;
  out.curvature_x = share * m.curvature_x;
  // Along the contour line x has been minimised away: h = (cy - cxy^2 / cx) y^2 / 2.
  const double variance = share * m.across2 - share * share * m.across * m.across;
  const double cxy = share * m.curvature_xy;
  out.curvature_y = e / (variance + least_variance) + cxy * cxy / out.curvature_x;
  return out;
}

}  // namespace fourfoot::contact
