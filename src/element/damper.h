#pragma once

#include "element/curve.h"
#include "element/direction.h"
#include "element/law_element.h"

namespace fourfoot::element {

/// Hydraulic damper in its rubber mounts: a damper by its force curve, in series with a spring,
/// along an axis of A or the line between the points:
///
///   F_B = -P n,    P = k (x - z),    f_d(z') = P
///
/// z: own state, stretch of the damper [m]; k: series stiffness [N/m]; f_d: pull over the rate of
/// stretch, by points joined with lines, rising and zero at zero, so that z' = f_d^-1(P) is unique.
/// Energy 1/2 k (x - z)^2; dissipated P z'. Leaves out hysteresis and cavitation of the oil.
class Damper : public LawElement<Damper, 1> {
 public:
  static constexpr bool by_rotation = false;
  /// `rate`: z' over P, the inverse of f_d.
  Damper(double stiffness, TabulatedCurve rate, Direction direction)
      : k_(stiffness), rate_(std::move(rate)), direction_(direction) {}
  static SchemaPtr schema();
  static std::unique_ptr<Element> build(const Table& table, const Nominal& nominal);
  ActionKind action() const override { return ActionKind::line; }
  Along calc_along(const Input& in, const Output& out) const override {
    return direction_.calc_along(in, out);
  }
  std::string state_name(int) const override { return "stretch"; }
  void calc_rest(const Input& in, std::array<double, max_states>& z) const override {
    z.fill(0.0);
    z[0] = direction_.measure<double>(in).x;
  }

  template <class T>
  void law(const RelativeT<T>& in, const T* z, double, ResponseT<T>& out, T* zdot) const {
    const Direction::Motion<T> m = direction_.measure(in);
    const T stretch = m.x - z[0];
    const T pull = k_ * stretch;
    zdot[0] = rate_.value(pull);
    Direction::put_force<T>(m, pull, out);
    out.energy = 0.5 * pull * stretch;
    out.dissipated = pull * zdot[0];
  }

 private:
  double k_;
  TabulatedCurve rate_;
  Direction direction_;
};

}  // namespace fourfoot::element
