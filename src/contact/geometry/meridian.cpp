#include "contact/geometry/meridian.h"

#include <algorithm>

namespace fourfoot::contact {

Meridian::Meridian(const WheelSurface& wheel)
    : half_span_(wheel.half_span()), radius_(wheel.radius()) {
  const profile::Curve& curve = wheel.curve();
  const std::vector<double> nodes = curve.get_nodes();
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
    const double h = nodes[i + 1] - nodes[i];
    // A hair inside, so that a jump of the curvature at the node is read on this side of it.
    const double hair = std::min(1e-10, 1e-3 * h);
    const profile::CurvePoint a = curve.calc(nodes[i]), b = curve.calc(nodes[i + 1]);
    const profile::CurvePoint inside = curve.calc(nodes[i + 1] - hair);
    Piece piece;
    piece.s0 = nodes[i];
    double y[6], z[6];
    profile::fit_quintic(y, h, a.y, a.ty, -a.curvature * a.tz, b.y, inside.ty,
                         -inside.curvature * inside.tz);
    profile::fit_quintic(z, h, a.z, a.tz, a.curvature * a.ty, b.z, inside.tz,
                         inside.curvature * inside.ty);
    y[0] += half_span_;
    z[0] -= radius_;
    for (int k = 0; k < 6; ++k) piece.c[k] = Pair(y[k], z[k]);
    pieces_.push_back(piece);
  }
  const std::size_t count = 2 * pieces_.size();
  bucket_scale_ = static_cast<double>(count) / curve.length();
  buckets_.resize(count + 1);
  unsigned k = 0;
  for (std::size_t i = 0; i <= count; ++i) {
    const double start = static_cast<double>(i) / bucket_scale_;
    while (k + 1 < pieces_.size() && pieces_[k + 1].s0 <= start) ++k;
    buckets_[i] = k;
  }
}

Meridian::Jet Meridian::calc_curved(double s) const {
  Jet jet = calc(s);
  const Piece& p = pieces_[find(s)];
  const double x = s - p.s0;
  const Pair* c = p.c;
  const Pair second = 2 * c[2] + x * (6 * c[3] + x * (12 * c[4] + x * 20 * c[5]));
  const Pair third = 6 * c[3] + x * (24 * c[4] + x * 60 * c[5]);
  const double y1 = jet.dw, z1 = -jet.dr, y2 = second[0], z2 = second[1];
  const double speed2 = y1 * y1 + z1 * z1, speed = std::sqrt(speed2);
  const double dspeed = (y1 * y2 + z1 * z2) / speed;
  const double bend = y1 * z2 - z1 * y2;
  jet.curvature = bend / (speed2 * speed);
  jet.dcurvature =
      (y1 * third[1] - z1 * third[0]) / (speed2 * speed) - 3.0 * jet.curvature * dspeed / speed;
  jet.around = y1 / (speed * jet.r);
  jet.daround = y2 / (speed * jet.r) - jet.around * (dspeed / speed + jet.dr / jet.r);
  return jet;
}

}  // namespace fourfoot::contact
