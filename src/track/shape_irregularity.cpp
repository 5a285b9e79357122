#include "track/shape_irregularity.h"

#include <cmath>
#include <numbers>

namespace fourfoot::track {

namespace {

constexpr double turn = 2.0 * std::numbers::pi;

/// |x| with its corner rounded.
Deviation calc_rounded_modulus(double x, double r) {
  const Deviation g = calc_rounded_corner(x, r);
  return {2.0 * g.value - x, 2.0 * g.d1 - 1.0, 2.0 * g.d2};
}

Deviation calc_ramp(double x, double length, double r) {
  const Deviation up = calc_rounded_corner(x, r), down = calc_rounded_corner(x - length, r);
  return (1.0 / length) * (up + (-1.0) * down);
}

Deviation calc_sine(double x, const ShapeOptions& o) {
  const double w = turn / o.length, sine = std::sin(w * x), cosine = std::cos(w * x);
  const Window window{0.0, o.count * o.length, o.fade, o.fade};
  return multiply({sine, w * cosine, -w * w * sine}, window.calc(x));
}

Deviation calc_cosine(double x, const ShapeOptions& o) {
  if (x < 0.0 || x > o.count * o.length) return {};
  const double w = turn / o.length, sine = std::sin(w * x), cosine = std::cos(w * x);
  return {0.5 * (1.0 - cosine), 0.5 * w * sine, 0.5 * w * w * cosine};
}

Deviation calc_cusp(double x, const ShapeOptions& o) {
  const Deviation m = calc_rounded_modulus(x, o.rounding);
  const double value = std::exp(-m.value / o.length), d1 = -m.d1 / o.length;
  return {value, value * d1, value * (d1 * d1 - m.d2 / o.length)};
}

Deviation calc_dip(double x, const ShapeOptions& o) {
  if (std::abs(x) > 0.5 * o.length) return {};
  const Deviation m = calc_rounded_modulus(x, o.rounding);
  const double w = 1.0 - 2.0 * m.value / o.length, dw = -2.0 * m.d1 / o.length;
  return {-w * w, -2.0 * w * dw, -2.0 * dw * dw + 4.0 * w * m.d2 / o.length};
}

}  // namespace

Deviation calc_rounded_corner(double x, double r) {
  if (x >= r) return {x, 1.0, 0.0};
  if (x <= -r) return {};
  const double u = x / r;
  return {r * (3.0 / 16 + u * (0.5 + u * (3.0 / 8 - u * u / 16))),
          0.5 + 0.75 * (u - u * u * u / 3.0), 0.75 * (1.0 - u * u) / r};
}

Deviation ShapeIrregularity::calc(double x) const {
  switch (o_.shape) {
    case Shape::sine:
      return calc_sine(x, o_);
    case Shape::cosine:
      return calc_cosine(x, o_);
    case Shape::cusp:
      return calc_cusp(x, o_);
    case Shape::dip:
      return calc_dip(x, o_);
    case Shape::ramp:
      return calc_ramp(x, o_.length, o_.rounding);
    case Shape::twist:
      return calc_ramp(x, o_.length, o_.rounding) +
             (-1.0) * calc_ramp(x - o_.length - o_.plateau, o_.length, o_.rounding);
  }
  return {};
}

std::vector<double> ShapeIrregularity::list_corners() const {
  const double end = o_.at + o_.count * o_.length;
  if (o_.shape == Shape::cosine) return {o_.at, end};
  if (o_.shape == Shape::sine && o_.fade == 0.0) return {o_.at, end};
  if (o_.shape == Shape::dip) return {o_.at - 0.5 * o_.length, o_.at + 0.5 * o_.length};
  return {};
}

void ShapeIrregularity::add(double s, RailDeviations& deviations) const {
  add_component(o_.component, o_.amplitude * calc(s - o_.at), deviations);
}

}  // namespace fourfoot::track
