#pragma once

#include "element/law_element.h"
#include "element/registry.h"

namespace fourfoot::element {

/// Linear elastic bearing in all six directions, coupled:
///
///   (F, M)_B = P - K ((d - d0), theta) - C (v, w)
///
/// in A's axes, theta the rotation vector of B relative to A. K symmetric [N/m, N, N m/rad], C
/// likewise with s. Energy 1/2 x K x - P x; dissipated (v, w) C (v, w). Valid for moderate
/// rotation: the torque is taken proportional to the rotation vector, and its work is exact only
/// where the rotation keeps its axis (error of order theta^2 otherwise).
class Bushing : public LawElement<Bushing> {
 public:
  using Mat6 = Eigen::Matrix<double, 6, 6>;
  using Vec6 = Eigen::Matrix<double, 6, 1>;
  Bushing(const Mat6& stiffness, const Mat6& damping, const Vec6& preload, const Vec3& d0)
      : k_(stiffness), c_(damping), p_(preload), d0_(d0) {}
  static SchemaPtr schema();
  static std::unique_ptr<Element> build(const Table& table, const Nominal& nominal);
  ActionKind action() const override { return ActionKind::bearing; }

  template <class T>
  void law(const RelativeT<T>& in, const T*, double, ResponseT<T>& out, T*) const {
    Eigen::Matrix<T, 6, 1> x, v;
    for (int c = 0; c < 3; ++c) {
      x[c] = in.d[c] - d0_[c];
      x[c + 3] = in.theta[c];
      v[c] = in.v[c];
      v[c + 3] = in.w[c];
    }
    out.energy = T(0);
    out.dissipated = T(0);
    const Eigen::Matrix<T, 6, 1> spring = multiply(k_, x), damper = multiply(c_, v);
    for (int i = 0; i < 6; ++i) {
      (i < 3 ? out.force[i] : out.torque[i - 3]) = p_[i] - spring[i] - damper[i];
      out.energy += x[i] * (0.5 * spring[i] - p_[i]);
      out.dissipated += v[i] * damper[i];
    }
  }

 private:
  static Vec6 multiply(const Mat6& m, const Vec6& x) { return m.lazyProduct(x); }
  /// Of dual numbers only where there is something: mostly on the diagonal.
  template <class T>
  static Eigen::Matrix<T, 6, 1> multiply(const Mat6& m, const Eigen::Matrix<T, 6, 1>& x) {
    Eigen::Matrix<T, 6, 1> out;
    for (int i = 0; i < 6; ++i) {
      out[i] = T(0);
      for (int k = 0; k < 6; ++k)
        if (m(i, k) != 0.0) out[i] += m(i, k) * x[k];
    }
    return out;
  }

  Mat6 k_, c_;
  Vec6 p_;
  Vec3 d0_;
};

}  // namespace fourfoot::element
