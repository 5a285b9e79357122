#pragma once

#include "base/plugin_registry.h"
#include "element/direction.h"
#include "element/registry.h"

namespace fourfoot::element {

/// A law by somebody else's function (base/plugin.h), in its own sense of direction: where a part of
/// a vehicle is mirrored, the function sees the motion of the part as it was described. Its energy
/// and dissipated power are what it says, and nothing checks them. Own states begin at zero.
/// Derivatives are the function's own, or central differences of it.
///
/// Along a direction (FOURFOOT_LINE):
///
///   F_B = -P(x, x', t, z) n,   z' = g(x, x', t, z)
class PluginLine : public Element {
 public:
  /// `sense`: -1 where the direction is turned round by a mirror.
  PluginLine(PluginCall call, Direction direction, double sense);
  int state_count() const override { return static_cast<int>(call_.plugin().state_count); }
  ActionKind action() const override { return ActionKind::line; }
  Along calc_along(const Input& in, const Output& out) const override {
    return direction_.calc_along(in, out);
  }
  void calc(const Input& in, Output& out) const override;
  void calc_derivative(const Input& in, Output& out, Derivative& d) const override;

 private:
  /// What the function gets.
  std::array<double, PluginCall::most_inputs> make_input(const Direction::Motion<double>& m,
                                                         const Input& in) const;
  void put_output(const Direction::Motion<double>& m, const double* from, Output& out) const;

  PluginCall call_;
  Direction direction_;
  double sense_;
};

/// Between two ends (FOURFOOT_BEARING):
///
///   (F, M)_B = f(d - d0, theta, v, w, t, z),   z' = g(...)   in A's axes
class PluginBearing : public Element {
 public:
  PluginBearing(PluginCall call, const Vec3& d0, const Reflection& reflection);
  int state_count() const override { return static_cast<int>(call_.plugin().state_count); }
  ActionKind action() const override { return ActionKind::bearing; }
  void calc(const Input& in, Output& out) const override;
  void calc_derivative(const Input& in, Output& out, Derivative& d) const override;

 private:
  std::array<double, PluginCall::most_inputs> make_input(const Input& in) const;
  void put_output(const double* from, Output& out) const;

  PluginCall call_;
  Vec3 d0_;
  std::array<double, 12> signs_;  ///< of d, theta, v, w; of force and torque the first six
};

/// What files say of both; which one it is follows from the function.
SchemaPtr get_plugin_schema();
std::unique_ptr<Element> build_plugin(const Table& table, const Nominal& nominal);
/// The function is not changed, what it sees is: the table remembers the mirror.
void mirror_plugin(const Reflection& reflection, Table& table);

}  // namespace fourfoot::element
