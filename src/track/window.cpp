#include "track/window.h"

#include <cmath>

#include "base/line_sections.h"

namespace fourfoot::track {

Deviation calc_fade(double x, double length) {
  if (x >= length) return {1.0, 0.0, 0.0};
  if (x <= 0.0) return {0.0, 0.0, 0.0};
  const SmoothStep step = calc_smooth_step(x / length);
  return {step.value, step.d1 / length, step.d2 / (length * length)};
}

Deviation Window::calc(double s) const {
  if (!holds(s)) return {};
  Deviation weight{1.0, 0.0, 0.0};
  if (fade_in > 0.0) weight = calc_fade(s - begin, fade_in);
  if (fade_out > 0.0) {
    Deviation out = calc_fade(end - s, fade_out);
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
