#include "track/window.h"

#include <cmath>

namespace fourfoot::track {

Deviation calc_smooth_step(double x, double length) {
  if (x >= length) return {1.0, 0.0, 0.0};
  if (x <= 0.0) return {0.0, 0.0, 0.0};
  const double u = x / length, w = 1.0 - u;
  return {u * u * u * (10.0 + u * (6.0 * u - 15.0)), 30.0 * u * u * w * w / length,
          60.0 * u * w * (1.0 - 2.0 * u) / (length * length)};
}

Deviation Window::calc(double s) const {
  if (!holds(s)) return {};
  Deviation weight{1.0, 0.0, 0.0};
  if (fade_in > 0.0) weight = calc_smooth_step(s - begin, fade_in);
  if (fade_out > 0.0) {
    Deviation out = calc_smooth_step(end - s, fade_out);
    out.d1 = -out.d1;
    weight = multiply(weight, out);
  }
  return weight;
}

std::vector<double> Window::list_corners() const {
  std::vector<double> corners;
  if (std::isfinite(begin) && fade_in == 0.0) corners.push_back(begin);
  if (std::isfinite(end) && fade_out == 0.0) corners.push_back(end);
  return corners;
}

}  // namespace fourfoot::track
