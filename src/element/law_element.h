#pragma once

#include "element/element.h"
#include "math/dual.h"

namespace fourfoot::element {

/// Turns a law, written once as a template over the scalar, into an Element with exact derivatives:
///
///   template <class T> void law(const RelativeT<T>& in, const T* z, double t,
///                               ResponseT<T>& out, T* zdot) const;
///
/// `States` is the number of own states. A law that depends on d and v alone says so, which halves
/// the work: static constexpr bool by_rotation = false.
template <class Law, int States = 0>
class LawElement : public Element {
 public:
  static constexpr bool by_rotation = true;
  int state_count() const override { return States; }

  void calc(const Input& in, Output& out) const override {
    static_cast<const Law&>(*this).template law<double>(in, in.z.data(), in.t, out,
                                                        out.zdot.data());
  }

  void calc_derivative(const Input& in, Output& out, Derivative& d) const override {
    // Directions of the dual numbers: d, (theta,) v, (w,) z.
    constexpr int step = Law::by_rotation ? 6 : 3, N = 2 * step + States;
    using D = Dual<N>;
    RelativeT<D> x;
    std::array<D, States + 1> z, zdot;
    for (int c = 0; c < 3; ++c) {
      x.d[c] = D(in.d[c], N, c);
      x.v[c] = D(in.v[c], N, step + c);
      if constexpr (Law::by_rotation) {
        x.theta[c] = D(in.theta[c], N, 3 + c);
        x.w[c] = D(in.w[c], N, 9 + c);
      }
    }
    for (int k = 0; k < States; ++k) {
      z[static_cast<std::size_t>(k)] = D(in.z[static_cast<std::size_t>(k)], N, 2 * step + k);
    }
    ResponseT<D> y;
    static_cast<const Law&>(*this).template law<D>(x, z.data(), in.t, y, zdot.data());
    d.setZero();
    const auto put = [&d](int row, const D& from) {
      const auto& by = from.derivatives();
      for (int k = 0; k < step; ++k) d(row, k) = by[k], d(row, 6 + k) = by[step + k];
      for (int k = 0; k < States; ++k) d(row, 12 + k) = by[2 * step + k];
    };
    for (int c = 0; c < 3; ++c) {
      out.force[c] = y.force[c].value();
      out.torque[c] = y.torque[c].value();
      put(c, y.force[c]);
      put(3 + c, y.torque[c]);
    }
    out.energy = y.energy.value();
    out.dissipated = y.dissipated.value();
    for (int k = 0; k < States; ++k) {
      const auto i = static_cast<std::size_t>(k);
      out.zdot[i] = zdot[i].value();
      put(6 + k, zdot[i]);
    }
  }
};

}  // namespace fourfoot::element
