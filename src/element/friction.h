#pragma once

#include "element/direction.h"
#include "element/law_element.h"

namespace fourfoot::element {

/// Dry friction with a stated stiffness before sliding [Dahl1968]:
///
///   F_B = -k z n,     z' = v - |v| k z / F_c
///
/// z: own state, elastic deflection of the contact [m]; F_c: sliding force [N]; k: stiffness before
/// sliding [N/m]. Regularises Coulomb's law: F tends to F_c sign(v) over the distance F_c / k, |F|
/// never exceeds F_c, it holds at rest (with the elastic deflection). Energy 1/2 k z^2; dissipated
/// k^2 z^2 |v| / F_c. Leaves out the drop from static to sliding friction.
class Friction : public LawElement<Friction, 1> {
 public:
  static constexpr bool by_rotation = false;
  Friction(double force, double stiffness, Direction direction)
      : force_(force), k_(stiffness), direction_(direction) {}
  static SchemaPtr schema();
  static std::unique_ptr<Element> build(const Table& table, const Nominal& nominal);
  ActionKind action() const override { return ActionKind::line; }
  Along calc_along(const Input& in, const Output& out) const override {
    return direction_.calc_along(in, out);
  }
  std::string state_name(int) const override { return "deflection"; }

  template <class T>
  void law(const RelativeT<T>& in, const T* z, double, ResponseT<T>& out, T* zdot) const {
    const Direction::Motion<T> m = direction_.measure(in);
    const T speed = get_value(m.v) < 0.0 ? T(-m.v) : m.v;
    const T pull = k_ * z[0];
    const T slip = speed * pull / force_;
    Direction::put_force<T>(m, pull, out);
    zdot[0] = m.v - slip;
    out.energy = 0.5 * k_ * z[0] * z[0];
    out.dissipated = pull * slip;
  }

 private:
  double force_, k_;
  Direction direction_;
};

}  // namespace fourfoot::element
