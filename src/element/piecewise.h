#pragma once

#include "element/curve.h"
#include "element/direction.h"
#include "element/law_element.h"

namespace fourfoot::element {

/// Spring and damper given by points, along an axis of A or the line between the points:
///
///   F_B = -(f_s(x) + f_d(v)) n
///
/// x: stretch from the nominal position [m], v its rate; f_s(0) is the preload (a pull if
/// positive). Linear between points, end slopes continued. Energy: integral of f_s from 0;
/// dissipated: f_d(v) v, so f_d must have the sign of v. Leaves out hysteresis.
class Piecewise : public LawElement<Piecewise> {
 public:
  static constexpr bool by_rotation = false;
  Piecewise(TabulatedCurve spring, TabulatedCurve damper, Direction direction)
      : spring_(std::move(spring)),
        damper_(std::move(damper)),
        direction_(direction),
        free_(spring_.find_free_way()) {}
  static SchemaPtr schema();
  static std::unique_ptr<Element> build(const Table& table, const Nominal& nominal);
  ActionKind action() const override { return ActionKind::line; }
  Along calc_along(const Input& in, const Output& out) const override {
    return direction_.calc_along(in, out);
  }

  /// A spring whose force is zero about the nominal position is a stop.
  double calc_clearance(const RelativeT<double>& in) const override {
    if (!(free_.end > free_.begin)) return Element::calc_clearance(in);
    const double x = direction_.measure(in).x;
    return std::min(free_.end - x, x - free_.begin);
  }

  template <class T>
  void law(const RelativeT<T>& in, const T*, double, ResponseT<T>& out, T*) const {
    const Direction::Motion<T> m = direction_.measure(in);
    const T damping = damper_.value(m.v);
    const T pull = spring_.value(m.x) + damping;
    Direction::put_force<T>(m, pull, out);
    out.energy = spring_.integral(m.x);
    out.dissipated = damping * m.v;
  }

 private:
  TabulatedCurve spring_, damper_;
  Direction direction_;
  TabulatedCurve::Range free_;
};

}  // namespace fourfoot::element
