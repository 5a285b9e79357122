#pragma once

#include <algorithm>
#include <cmath>

#include "contact/tangential/kalker_linear.h"
#include "contact/tangential/tangential_law.h"

namespace fourfoot::contact {

/// The input of a law over any scalar; mu and V are parameters, never differentiated.
template <class T>
struct CreepArguments {
  T nu_x, nu_y, spin, normal, a, b;
  double friction, speed;
};

inline CreepArguments<double> make_arguments(const TangentialInput& in) {
  return {in.nu_x, in.nu_y, in.spin, in.normal, in.a, in.b, in.friction, in.speed};
}

/// Seeds the columns of TangentialJacobian in their order.
inline CreepArguments<Dual<6>> make_dual_arguments(const TangentialInput& in) {
  using D = Dual<6>;
  return {D(in.nu_x, 6, 0), D(in.nu_y, 6, 1), D(in.spin, 6, 2), D(in.normal, 6, 3),
          D(in.a, 6, 4),    D(in.b, 6, 5),    in.friction,      in.speed};
}

inline TangentialForce get_values(const CreepForce<double>& f) {
  return {f.fx, f.fy, f.mz, 0.0};
}
inline TangentialForce get_values(const CreepForce<Dual<6>>& f, TangentialJacobian& jacobian) {
  jacobian.row(0) = f.fx.derivatives().transpose();
  jacobian.row(1) = f.fy.derivatives().transpose();
  jacobian.row(2) = f.mz.derivatives().transpose();
  return {f.fx.value(), f.fy.value(), f.mz.value(), 0.0};
}

/// Laws that give only the resultant force have no slip area of their own. For them: the share of
/// an ellipse whose stick part is similar to it, |F| = mu N (1 - s^3), share = 1 - s^2
/// [VermeulenJohnson1964].
inline double calc_share_of_similar_ellipses(double fx, double fy, double bound) {
  const double rest = bound > 0.0 ? std::clamp(1.0 - std::hypot(fx, fy) / bound, 0.0, 1.0) : 0.0;
  return 1.0 - std::cbrt(rest * rest);
}

/// A law given by one formula: `Formula` has
///   template <class T> CreepForce<T> operator()(const KalkerTable&, double G,
///                                               const CreepArguments<T>&) const;
///   bool is_bounded() const;   // false: linear, no slip
/// and this makes values and exact derivatives of it.
template <class Formula>
class SmoothLaw final : public TangentialLaw {
 public:
  SmoothLaw(std::string name, const Material& material, Formula formula)
      : TangentialLaw(std::move(name), material), formula_(std::move(formula)) {}

  double calc_friction_slope(const TangentialInput& in) const override {
    if constexpr (requires { formula_.calc_friction_slope(in); })
      return formula_.calc_friction_slope(in);
    else
      return 0.0;
  }

 protected:
  TangentialForce do_calc(const TangentialInput& in) const override {
    return with_share(in,
                      get_values(formula_(kalker(), material().shear_modulus, make_arguments(in))));
  }
  TangentialForce do_calc(const TangentialInput& in, TangentialJacobian& jacobian) const override {
    return with_share(
        in, get_values(formula_(kalker(), material().shear_modulus, make_dual_arguments(in)),
                       jacobian));
  }

 private:
  TangentialForce with_share(const TangentialInput& in, TangentialForce f) const {
    if (!formula_.is_bounded()) return f;
    double friction = in.friction;
    if constexpr (requires { formula_.calc_friction(in); }) friction = formula_.calc_friction(in);
    f.slip_share = calc_share_of_similar_ellipses(f.fx, f.fy, friction * in.normal);
    return f;
  }

  Formula formula_;
};

}  // namespace fourfoot::contact
