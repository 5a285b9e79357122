#include "profile/profile.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "profile/smoothing_spline.h"

namespace fourfoot::profile {

std::optional<CurvePoint> find_at_y(const Profile& profile, double y) {
  // The running surface of a wheel is near the tape circle, of a rail near its top; both are
  // nearer to the field end than the flange back or the gauge side is.
  const double s = find_s_at_y(profile.curve, y, profile.curve.length());
  if (s < 0.0) return std::nullopt;
  return profile.curve.calc(s);
}

Profile wear(const Profile& profile, const std::vector<double>& y,
             const std::vector<double>& depth) {
  if (y.empty() || y.size() != depth.size())
    throw std::invalid_argument("wear needs as many depths as positions");
  for (std::size_t i = 0; i + 1 < y.size(); ++i)
    if (!(y[i + 1] > y[i])) throw std::invalid_argument("positions of wear must grow");
  const auto depth_at = [&](double at) {
    if (at <= y.front()) return std::max(0.0, depth.front());
    if (at >= y.back()) return std::max(0.0, depth.back());
    const std::size_t i =
        static_cast<std::size_t>(std::upper_bound(y.begin(), y.end(), at) - y.begin()) - 1;
    const double u = (at - y[i]) / (y[i + 1] - y[i]);
    return std::max(0.0, depth[i] + u * (depth[i + 1] - depth[i]));
  };
  const double into_material = profile.kind == ProfileKind::wheel ? 1.0 : -1.0;
  std::vector<double> wy, wz;
  const double spacing = 0.25e-3;
  const int n = static_cast<int>(std::ceil(profile.curve.length() / spacing));
  for (int i = 0; i <= n; ++i) {
    const CurvePoint p = profile.curve.calc(profile.curve.length() * i / n);
    const double d = into_material * depth_at(p.y);
    wy.push_back(p.y - d * p.tz);
    wz.push_back(p.z + d * p.ty);
  }
  Profile out = profile;
  out.tolerance = 1e-7;
  SmoothedCurve smoothed = build_smoothed_curve(wy, wz, out.tolerance);
  out.curve = std::move(smoothed.curve);
  out.rms_residual = smoothed.rms_residual;
  out.max_residual = smoothed.max_residual;
  return out;
}

}  // namespace fourfoot::profile
