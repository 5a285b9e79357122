#pragma once

#include <algorithm>

#include "element/direction.h"
#include "element/law_element.h"

namespace fourfoot::element {

/// Stops with clearance to either side:
///
///   F_B = -(k p + k3 p^3 + c b(p) v) n       beyond the upper clearance, mirrored below
///
/// p: penetration, smooth over the width w: 0 (x < g), (x-g)^2/(2w), (x-g) - w/2 beyond g + w, so
/// that stiffness is continuous; w = 0 gives the sharp corner. The damper is faded in with b(p) =
/// p / (p + w), it can pull while the stop opens by no more than its own force. Energy
/// 1/2 k p.. integrated over x; dissipated c b v^2.
class BumpStop : public LawElement<BumpStop> {
 public:
  static constexpr bool by_rotation = false;
  struct Data {
    double gap_out = 0.0;    ///< free way of B away from A [m]
    double gap_in = 0.0;     ///< free way towards A [m]
    double stiffness = 0.0;  ///< [N/m]
    double cubic = 0.0;      ///< [N/m^3]
    double damping = 0.0;    ///< [N s/m]
    double width = 0.0;      ///< [m]
  };
  BumpStop(const Data& data, Direction direction) : data_(data), direction_(direction) {}
  static SchemaPtr schema();
  static std::unique_ptr<Element> build(const Table& table, const Nominal& nominal);
  ActionKind action() const override { return ActionKind::line; }
  Along calc_along(const Input& in, const Output& out) const override {
    return direction_.calc_along(in, out);
  }

  double calc_clearance(const RelativeT<double>& in) const override {
    const double x = direction_.measure(in).x;
    return std::min(data_.gap_out - x, x + data_.gap_in);
  }

  template <class T>
  void law(const RelativeT<T>& in, const T*, double, ResponseT<T>& out, T*) const {
    const Direction::Motion<T> m = direction_.measure(in);
    const T over = m.x - data_.gap_out, under = -m.x - data_.gap_in;
    out.energy = T(0);
    T push_out = T(0), push_in = T(0), fade = T(0);
    if (get_value(over) > 0.0) press<T>(over, push_out, fade, out.energy);
    if (get_value(under) > 0.0) press<T>(under, push_in, fade, out.energy);
    const T damper = fade * (data_.damping * m.v);
    const T pull = push_out - push_in + damper;
    Direction::put_force<T>(m, pull, out);
    out.dissipated = damper * m.v;
  }

 private:
  /// Force, fading factor and energy (added) at a depth y > 0 behind the clearance.
  template <class T>
  void press(const T& y, T& force, T& fade, typename ResponseT<T>::Plain& energy) const {
    const double w = data_.width;
    T p = y, integral, cubes;
    if (get_value(y) >= w) {
      p = y - 0.5 * w;
      integral = 0.5 * y * y - 0.5 * w * y + w * w / 6.0;
      const double at_w = w * w * w * w / 56.0;  // integral of p^3 up to w
      cubes = 0.25 * (p * p * p * p - w * w * w * w / 16.0) + at_w;
    } else {
      p = y * y / (2.0 * w);
      integral = y * y * y / (6.0 * w);
      cubes = p * p * p * y / 7.0;
    }
    force = data_.stiffness * p + data_.cubic * p * p * p;
    energy += data_.stiffness * integral + data_.cubic * cubes;
    fade += w > 0.0 ? T(p / (p + w)) : T(1);
  }

  Data data_;
  Direction direction_;
};

}  // namespace fourfoot::element
