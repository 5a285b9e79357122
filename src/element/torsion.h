#pragma once

#include "element/law_element.h"
#include "element/registry.h"

namespace fourfoot::element {

/// Torsion spring and damper about one axis of A, such as an anti-roll bar:
///
///   M_B = -(k theta_n + c w_n) n
///
/// theta_n: component of the rotation vector of B relative to A along the axis n [rad]; k [N
/// m/rad], c [N m s/rad]. Energy 1/2 k theta_n^2; dissipated c w_n^2. Valid for moderate rotation,
/// exact where the rotation keeps its axis (error of order theta^2 otherwise). Leaves out the bar's
/// links: it acts on the relative rotation alone.
class Torsion : public LawElement<Torsion> {
 public:
  Torsion(double stiffness, double damping, int axis) : k_(stiffness), c_(damping), axis_(axis) {}
  static SchemaPtr schema();
  static std::unique_ptr<Element> build(const Table& table, const Nominal& nominal);
  ActionKind action() const override { return ActionKind::torsion; }
  Along calc_along(const Input& in, const Output& out) const override {
    return {in.theta[axis_], in.w[axis_], out.torque[axis_]};
  }

  template <class T>
  void law(const RelativeT<T>& in, const T*, double, ResponseT<T>& out, T*) const {
    out.force = out.torque = Vec3T<T>::Zero();
    out.torque[axis_] = -(k_ * in.theta[axis_] + c_ * in.w[axis_]);
    out.energy = 0.5 * k_ * in.theta[axis_] * in.theta[axis_];
    out.dissipated = c_ * in.w[axis_] * in.w[axis_];
  }

 private:
  double k_, c_;
  int axis_;
};

/// Elastic shaft between two bodies that spin about y: the two halves of an axle, a wheel and its
/// axle:
///
///   M_B = -(k z + c w_y) e_y,     z' = w_y
///
/// z: own state, twist of the shaft [rad]; w_y: angular velocity of B relative to A about the axle,
/// spin included (an element of this kind is fixed to the axle, not to its bearings). k [N m/rad],
/// c [N m s/rad]. The twist is a state because the angle of rolling grows without bound. Energy
/// 1/2 k z^2; dissipated c w_y^2. Leaves out bending and the shaft's own inertia.
class Shaft : public LawElement<Shaft, 1> {
 public:
  Shaft(double stiffness, double damping) : k_(stiffness), c_(damping) {}
  static SchemaPtr schema();
  static std::unique_ptr<Element> build(const Table& table, const Nominal& nominal);
  ActionKind action() const override { return ActionKind::torsion; }
  Along calc_along(const Input& in, const Output& out) const override {
    return {in.z[0], in.w[1], out.torque[1]};
  }
  std::string state_name(int) const override { return "twist"; }

  template <class T>
  void law(const RelativeT<T>& in, const T* z, double, ResponseT<T>& out, T* zdot) const {
    out.force = out.torque = Vec3T<T>::Zero();
    out.torque[1] = -(k_ * z[0] + c_ * in.w[1]);
    zdot[0] = in.w[1];
    out.energy = 0.5 * k_ * z[0] * z[0];
    out.dissipated = c_ * in.w[1] * in.w[1];
  }

 private:
  double k_, c_;
};

}  // namespace fourfoot::element
