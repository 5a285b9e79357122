#pragma once

#include "element/element.h"
#include "math/dual.h"

namespace fourfoot::element {

/// Turns a law, written once as a template over the scalar, into an Element with exact derivatives:
///
///   template <class T> void law(const RelativeT<T>& in, const T* z, double t,
///                               ResponseT<T>& out, T* zdot) const;
///
/// `States` is the number of own states.
template <class Law, int States = 0>
class LawElement : public Element {
 public:
  int state_count() const override { return States; }

  void calc(const Input& in, Output& out) const override {
    static_cast<const Law&>(*this).template law<double>(in, in.z.data(), in.t, out,
                                                        out.zdot.data());
  }

  void calc_derivative(const Input& in, Output& out, Derivative& d) const override {
    constexpr int N = 12 + States;
    using D = Dual<N>;
    RelativeT<D> x;
    std::array<D, States + 1> z, zdot;
    for (int c = 0; c < 3; ++c) {
      x.d[c] = D(in.d[c], N, c);
      x.theta[c] = D(in.theta[c], N, 3 + c);
      x.v[c] = D(in.v[c], N, 6 + c);
      x.w[c] = D(in.w[c], N, 9 + c);
    }
    for (int k = 0; k < States; ++k) {
      z[static_cast<std::size_t>(k)] = D(in.z[static_cast<std::size_t>(k)], N, 12 + k);
    }
    ResponseT<D> y;
    static_cast<const Law&>(*this).template law<D>(x, z.data(), in.t, y, zdot.data());
    d.setZero();
    for (int c = 0; c < 3; ++c) {
      out.force[c] = y.force[c].value();
      out.torque[c] = y.torque[c].value();
      d.template block<1, N>(c, 0) = y.force[c].derivatives().transpose();
      d.template block<1, N>(3 + c, 0) = y.torque[c].derivatives().transpose();
    }
    out.energy = y.energy.value();
    out.dissipated = y.dissipated.value();
    for (int k = 0; k < States; ++k) {
      const auto i = static_cast<std::size_t>(k);
      out.zdot[i] = zdot[i].value();
      d.template block<1, N>(6 + k, 0) = zdot[i].derivatives().transpose();
    }
  }
};

}  // namespace fourfoot::element
