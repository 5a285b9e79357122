#include "contact/geometry/wheel_surface.h"

#include <algorithm>
#include <limits>

namespace fourfoot::contact {

WheelSurface::WheelSurface(const profile::Curve& curve, double half_span, double radius,
                           double spacing)
    : curve_(curve), half_span_(half_span), radius_(radius) {
  const int n = std::max(8, static_cast<int>(std::ceil(curve.length() / spacing)));
  spacing_ = curve.length() / n;
  for (int i = 0; i <= n; ++i) {
    const double s = spacing_ * i;
    const profile::CurvePoint p = curve.calc(s);
    // Undercut points face the axle: no rail can touch them. Vertical ones count as very steep.
    if (p.ty < -1e-9) continue;
    samples_.push_back({half_span + p.y, radius - p.z, p.tz / std::max(p.ty, 1e-9), s});
    largest_radius_ = std::max(largest_radius_, samples_.back().r);
  }
  for (std::size_t i = samples_.size(); i-- > 0;) {
    if (std::abs(samples_[i].slope) > gentle_slope) continue;
    const bool follows =
        i + 1 < samples_.size() && samples_[i + 1].s - samples_[i].s < 1.5 * spacing_;
    samples_[i].gentle = follows ? samples_[i + 1].gentle + 1 : 1;
  }
}

ContourPoint WheelSurface::calc(double s, const AxleFrame& axle) const {
  ContourPoint c;
  c.meridian = curve_.calc(s);
  const double slope = c.meridian.tz / std::max(c.meridian.ty, 1e-9);
  const double q = axle.tan_yaw * axle.cos_roll * axle.cos_beta * slope;
  if (!(std::abs(q) < 1.0)) return c;
  const double p = std::sqrt(1.0 - q * q);
  c.exists = true;
  c.sin_theta = q * axle.cos_beta + p * axle.sin_beta;
  c.cos_theta = p * axle.cos_beta - q * axle.sin_beta;
  c.w = half_span_ + c.meridian.y;
  c.r = radius_ - c.meridian.z;
  const double across = c.w * axle.cos_roll + c.r * c.cos_theta * axle.sin_roll;
  c.x = c.r * c.sin_theta * axle.cos_yaw - across * axle.sin_yaw;
  c.y = axle.y + c.r * c.sin_theta * axle.sin_yaw + across * axle.cos_yaw;
  c.z = axle.z + c.w * axle.sin_roll - c.r * c.cos_theta * axle.cos_roll;
  // Normal in S: (sin(theta) w', -r', -cos(theta) w') with w' = ty, r' = -tz.
  const double nx_s = c.sin_theta * c.meridian.ty, ny_s = c.meridian.tz;
  const double nz_s = -c.cos_theta * c.meridian.ty;
  const double ny =
      axle.sin_yaw * nx_s + axle.cos_yaw * (axle.cos_roll * ny_s - axle.sin_roll * nz_s);
  const double nz = axle.sin_roll * ny_s + axle.cos_roll * nz_s;
  const double norm = 1.0 / std::sqrt(ny * ny + nz * nz);
  c.ny = ny * norm;
  c.nz = nz * norm;
  return c;
}

ContourPlace WheelSurface::calc_place(double s, const AxleFrame& axle) const {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const profile::CurvePoint m = curve_.calc(s);
  const double slope = m.tz / std::max(m.ty, 1e-9);
  const double q = axle.tan_yaw * axle.cos_roll * axle.cos_beta * slope;
  if (!(std::abs(q) < 1.0)) return {none, none};
  const double p = std::sqrt(1.0 - q * q);
  const double sin_theta = q * axle.cos_beta + p * axle.sin_beta;
  const double cos_theta = p * axle.cos_beta - q * axle.sin_beta;
  const double w = half_span_ + m.y, r = radius_ - m.z;
  const double across = w * axle.cos_roll + r * cos_theta * axle.sin_roll;
  return {axle.y + r * sin_theta * axle.sin_yaw + across * axle.cos_yaw,
          axle.z + w * axle.sin_roll - r * cos_theta * axle.cos_roll};
}

}  // namespace fourfoot::contact
