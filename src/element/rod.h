#pragma once

#include "element/direction.h"
#include "element/law_element.h"

namespace fourfoot::element {

/// An elastic rod with joints at its ends (traction rod, drop link, anti-yaw strut):
///
///   F_B = -(P + k (l - l0) + c l') n,   n along the line from A to B
///
/// l0: distance of the points in the nominal position; P: pull there [N]; k [N/m], c [N s/m].
/// Energy P x + 1/2 k x^2, x = l - l0; dissipated c l'^2. Not for ends that meet (l = 0). For a
/// rigid rod use the joint `link`.
class Rod : public LawElement<Rod> {
 public:
  static constexpr bool by_rotation = false;
  Rod(double stiffness, double damping, double preload, Direction direction)
      : k_(stiffness), c_(damping), p_(preload), direction_(direction) {}
  static SchemaPtr schema();
  static std::unique_ptr<Element> build(const Table& table, const Nominal& nominal);
  ActionKind action() const override { return ActionKind::line; }
  Along calc_along(const Input& in, const Output& out) const override {
    return direction_.calc_along(in, out);
  }

  template <class T>
  void law(const RelativeT<T>& in, const T*, double, ResponseT<T>& out, T*) const {
    const Direction::Motion<T> m = direction_.measure(in);
    const T pull = p_ + k_ * m.x + c_ * m.v;
    Direction::put_force<T>(m, pull, out);
    out.energy = m.x * (p_ + 0.5 * k_ * m.x);
    out.dissipated = c_ * m.v * m.v;
  }

 private:
  double k_, c_, p_;
  Direction direction_;
};

}  // namespace fourfoot::element
