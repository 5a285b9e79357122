#pragma once

#include "element/law_element.h"
#include "element/registry.h"

namespace fourfoot::element {

/// Linear spring and damper per axis between two points:
///
///   F = F0 - K (d - d0) - C v      (on B, in A's axes)
///
/// d0: nominal position of B from A; F0: preload on B there [N]; K [N/m] and C [N s/m] per axis of A.
/// No torque. Energy 1/2 (d - d0) K (d - d0) - F0 (d - d0); dissipated v C v. Valid for any
/// rotation of the ends (axes turn with A). Leaves out mass and stops.
/// Checked with: suspended body against motion integrated in an inertial frame.
class SpringDamper : public LawElement<SpringDamper> {
 public:
  static constexpr bool by_rotation = false;
  SpringDamper(const Vec3& stiffness, const Vec3& damping, const Vec3& preload, const Vec3& d0)
      : stiffness_(stiffness), damping_(damping), preload_(preload), d0_(d0) {}

  static SchemaPtr schema();
  static std::unique_ptr<Element> build(const Table& table, const Nominal& nominal);

  template <class T>
  void law(const RelativeT<T>& in, const T*, double, ResponseT<T>& out, T*) const {
    out.energy = T(0);
    out.dissipated = T(0);
    for (int c = 0; c < 3; ++c) {
      const T x = in.d[c] - d0_[c];
      out.force[c] = preload_[c] - stiffness_[c] * x - damping_[c] * in.v[c];
      out.torque[c] = T(0);
      out.energy += x * (0.5 * stiffness_[c] * x - preload_[c]);
      out.dissipated += damping_[c] * in.v[c] * in.v[c];
    }
  }

 private:
  Vec3 stiffness_, damping_, preload_, d0_;
};

}  // namespace fourfoot::element
