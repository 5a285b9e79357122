#include "profile/curve.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace fourfoot::profile {

namespace {

struct Jet {
  double p, d, dd;
};

Jet calc_jet(const double* c, double x) {
  return {c[0] + x * (c[1] + x * (c[2] + x * (c[3] + x * (c[4] + x * c[5])))),
          c[1] + x * (2.0 * c[2] + x * (3.0 * c[3] + x * (4.0 * c[4] + x * 5.0 * c[5]))),
          2.0 * c[2] + x * (6.0 * c[3] + x * (12.0 * c[4] + x * 20.0 * c[5]))};
}

}  // namespace

void fit_quintic(double* c, double h, double p0, double d0, double dd0, double p1, double d1,
                 double dd1) {
  c[0] = p0;
  c[1] = d0;
  c[2] = 0.5 * dd0;
  const double a = (p1 - p0 - h * (d0 + 0.5 * h * dd0)) / (h * h * h);
  const double b = (d1 - d0 - h * dd0) / (h * h);
  const double e = (dd1 - dd0) / h;
  c[3] = 10.0 * a - 4.0 * b + 0.5 * e;
  c[4] = (-15.0 * a + 7.0 * b - e) / h;
  c[5] = (6.0 * a - 3.0 * b + 0.5 * e) / (h * h);
}

Curve::Curve(const std::vector<std::vector<CurveNode>>& chains) {
  double s = 0.0;
  const CurvePoint* last = nullptr;
  for (const auto& chain : chains) {
    if (chain.size() < 2) throw std::logic_error("a chain of a curve needs two nodes");
    if (last) {
      const CurvePoint& first = chain.front().point;
      if (std::hypot(first.y - last->y, first.z - last->z) > 1e-6)
        throw std::logic_error("chains of a curve do not join");
      joints_.push_back(s);
    }
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
      const CurvePoint& a = chain[i].point;
      const CurvePoint& b = chain[i + 1].point;
      Segment segment;
      segment.s0 = s;
      segment.h = chain[i].step;
      if (!(segment.h > 0.0)) throw std::logic_error("a step of a curve must be positive");
      fit_quintic(segment.y, segment.h, a.y, a.ty, -a.curvature * a.tz, b.y, b.ty,
                  -b.curvature * b.tz);
      fit_quintic(segment.z, segment.h, a.z, a.tz, a.curvature * a.ty, b.z, b.tz,
                  b.curvature * b.ty);
      segments_.push_back(segment);
      s += segment.h;
    }
    last = &chain.back().point;
  }
  length_ = s;
  const std::size_t count = 2 * segments_.size();
  bucket_scale_ = static_cast<double>(count) / length_;
  buckets_.resize(count + 1);
  unsigned k = 0;
  for (std::size_t i = 0; i <= count; ++i) {
    const double start = static_cast<double>(i) / bucket_scale_;
    while (k + 1 < segments_.size() && segments_[k + 1].s0 <= start) ++k;
    buckets_[i] = k;
  }
}

std::size_t Curve::find_segment(double s) const {
  const double x = s * bucket_scale_;
  const std::size_t slice =
      x > 0.0 ? std::min(static_cast<std::size_t>(x), buckets_.size() - 1) : 0;
  std::size_t k = buckets_[slice];
  while (k + 1 < segments_.size() && segments_[k + 1].s0 <= s) ++k;
  return k;
}

CurvePoint Curve::calc(double s) const {
  const double inside = std::clamp(s, 0.0, length_);
  const Segment& segment = segments_[find_segment(inside)];
  const double x = inside - segment.s0;
  const Jet y = calc_jet(segment.y, x);
  const Jet z = calc_jet(segment.z, x);
  const double speed2 = y.d * y.d + z.d * z.d;
  const double speed = std::sqrt(speed2);
  CurvePoint point;
  point.ty = y.d / speed;
  point.tz = z.d / speed;
  point.curvature = (y.d * z.dd - z.d * y.dd) / (speed2 * speed);
  point.y = y.p + (s - inside) * point.ty;
  point.z = z.p + (s - inside) * point.tz;
  if (s != inside) point.curvature = 0.0;
  return point;
}

std::vector<double> Curve::get_nodes() const {
  std::vector<double> nodes;
  nodes.reserve(segments_.size() + 1);
  for (const Segment& segment : segments_) nodes.push_back(segment.s0);
  nodes.push_back(length_);
  return nodes;
}

double find_s_at_y(const Curve& curve, double y, double near_s) {
  double best = -1.0;
  const std::vector<double> nodes = curve.get_nodes();
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
    double low = nodes[i], high = nodes[i + 1];
    const CurvePoint a = curve.calc(low), b = curve.calc(high);
    if (a.y > y || b.y < y || a.y == b.y) continue;
    for (int k = 0; k < 60 && high - low > 1e-15; ++k) {
      const double middle = 0.5 * (low + high);
      (curve.calc(middle).y <= y ? low : high) = middle;
    }
    const double s = 0.5 * (low + high);
    if (best < 0.0 || std::abs(s - near_s) < std::abs(best - near_s)) best = s;
  }
  return best;
}

Curve place(const Curve& curve, const Placement& placement) {
  const double c = std::cos(placement.angle), n = std::sin(placement.angle);
  const double sign = placement.mirror_y ? -1.0 : 1.0;
  const auto move = [&](CurvePoint p) {
    CurvePoint q;
    q.y = c * sign * p.y - n * p.z + placement.dy;
    q.z = n * sign * p.y + c * p.z + placement.dz;
    // Run through backwards when mirrored: the tangent turns round, the curvature keeps its sign.
    const double ty = p.ty, tz = sign * p.tz;
    q.ty = c * ty - n * tz;
    q.tz = n * ty + c * tz;
    q.curvature = p.curvature;
    return q;
  };
  std::vector<std::vector<CurveNode>> chains(1);
  const std::vector<double> nodes = curve.get_nodes();
  const std::vector<double>& joints = curve.joints();
  const double tiny = 1e-9;  // to read the curvature on either side of a joint
  std::size_t joint = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const bool is_joint = joint < joints.size() && nodes[i] == joints[joint];
    const double step = i + 1 < nodes.size() ? nodes[i + 1] - nodes[i] : 0.0;
    CurvePoint at = curve.calc(nodes[i]);
    if (is_joint) {
      CurvePoint before = curve.calc(nodes[i] - tiny);
      before.y = at.y;
      before.z = at.z;
      chains.back().push_back({move(before), 0.0});
      chains.emplace_back();
      ++joint;
    }
    chains.back().push_back({move(at), step});
  }
  if (placement.mirror_y) {
    std::reverse(chains.begin(), chains.end());
    for (auto& chain : chains) {
      std::reverse(chain.begin(), chain.end());
      for (std::size_t i = 0; i + 1 < chain.size(); ++i) chain[i].step = chain[i + 1].step;
    }
  }
  return Curve(chains);
}

}  // namespace fourfoot::profile
