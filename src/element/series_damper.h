#pragma once

#include "element/law_element.h"
#include "element/registry.h"

namespace fourfoot::element {

/// Spring in series with a damper (Maxwell), per axis of A, with a spring in parallel:
///
///   F_B = P - kp x - k (x - z),    c z' = k (x - z),    x = d - d0
///
/// z: own state, stretch of the damper [m]. Rubber mounts of dampers; with kp the linear air spring
/// with surge reservoir. Energy 1/2 kp x^2 + 1/2 k (x - z)^2 - P x; dissipated c z'^2. An axis with
/// k = 0 or c = 0 has no series branch.
class SeriesDamper : public LawElement<SeriesDamper, 3> {
 public:
  static constexpr bool by_rotation = false;
  SeriesDamper(const Vec3& stiffness, const Vec3& damping, const Vec3& parallel,
               const Vec3& preload, const Vec3& d0)
      : k_(stiffness), c_(damping), parallel_(parallel), p_(preload), d0_(d0) {
    for (int i = 0; i < 3; ++i) {
      if (!(k_[i] > 0.0 && c_[i] > 0.0)) k_[i] = c_[i] = 0.0;
    }
  }
  static SchemaPtr schema();
  static std::unique_ptr<Element> build(const Table& table, const Nominal& nominal);
  std::string state_name(int k) const override {
    return std::string("damper_").append(1, "xyz"[k]);
  }
  void calc_rest(const Input& in, std::array<double, max_states>& z) const override {
    z.fill(0.0);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto c = static_cast<Eigen::Index>(i);
      if (c_[c] > 0.0) z[i] = in.d[c] - d0_[c];
    }
  }

  template <class T>
  void law(const RelativeT<T>& in, const T* z, double, ResponseT<T>& out, T* zdot) const {
    out.energy = T(0);
    out.dissipated = T(0);
    for (int i = 0; i < 3; ++i) {
      const T x = in.d[i] - d0_[i];
      const T stretch = x - z[i];
      zdot[i] = c_[i] > 0.0 ? T(stretch * (k_[i] / c_[i])) : T(0);
      out.force[i] = p_[i] - parallel_[i] * x - k_[i] * stretch;
      out.torque[i] = T(0);
      out.energy += x * (0.5 * parallel_[i] * x - p_[i]) + 0.5 * k_[i] * stretch * stretch;
      out.dissipated += c_[i] * zdot[i] * zdot[i];
    }
  }

 private:
  Vec3 k_, c_, parallel_, p_, d0_;
};

}  // namespace fourfoot::element
