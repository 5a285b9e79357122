#pragma once

#include <Eigen/Core>
#include <cmath>
#include <numbers>

#include "math/dual.h"

namespace fourfoot::contact {

/// Hertz's elastic contact of two smooth bodies, elliptic patch.
///
///   gap before loading    h = (cx x^2 + cy y^2) / 2, cx, cy sums of both bodies' curvatures
///   a^2 = 2 D delta / (K cx)  (for a >= b; k = b/a)       p0 = 3 N / (2 pi a b)
///   N   = (2 pi E* / 3) (delta / K)^(3/2) sqrt(2 D / cx)
///   cy / cx = B / (k^2 D)  fixes k
/// and with x and y exchanged for b > a. K, B, D: complete elliptic integrals (elliptic.h).
/// [Johnson1985, Eqs. 4.24-4.32], [Kalker1990, Sec. 1.7.1].
///
/// Sign, units: delta > 0 penetrates [m], N >= 0 presses [N], curvatures [1/m] > 0 both.
/// Validity: patch small against the radii, no friction coupling, linear elastic half-spaces;
/// fails for conformal contact (flange root), where cy -> 0: see kik_piotrowski.h.
/// Checked against tables by elliptic integrals (tests/reference/contact, 1e-6) and its own
/// inverse.

/// What depends on the curvatures alone, over L = ln(cy / cx), with c = cx + cy.
struct HertzShape {
  double ratio;      ///< b/a; a in x (rolling), b in y
  double a;          ///< a sqrt(c / delta)
  double stiffness;  ///< N = E* delta^1.5 c^-0.5 times this
  double d_ratio;    ///< derivatives of the three by L
  double d_a;
  double d_stiffness;
};

/// Solves for the ellipse by Newton's method with elliptic integrals.
HertzShape solve_hertz_shape(double L);
/// The same, to 1e-13, by polynomials that were fitted to it, where |L| < 12. Throws RunError
/// unless both curvatures are positive.
HertzShape find_hertz_shape(double cx, double cy);

template <class T>
struct HertzContact {
  T a = T(0.0);             ///< semi-axis in rolling direction x [m]
  T b = T(0.0);             ///< semi-axis in y [m]
  T approach = T(0.0);      ///< delta, mutual approach of distant points [m]
  T normal = T(0.0);        ///< N [N]
  T pressure_max = T(0.0);  ///< p0 at the centre [N/m^2]
};

/// The ellipse of two curvatures, ready to be loaded; `T` is double or Dual<n> (derivatives with
/// respect to curvatures are exact: the solved shape is differentiated implicitly).
template <class T>
class HertzLaw {
 public:
  HertzLaw(const T& cx, const T& cy, double contact_modulus) : contact_modulus_(contact_modulus) {
    using std::sqrt;
    const HertzShape shape = find_hertz_shape(get_value(cx), get_value(cy));
    // The increment of L is zero in value and carries the derivatives.
    const T ratio = cy / cx;
    const T increment = ratio / get_value(ratio) - 1.0;
    const T sum = cx + cy;
    const T unit = 1.0 / sqrt(sum);
    axis_ratio_ = shape.ratio + shape.d_ratio * increment;
    a_unit_ = (shape.a + shape.d_a * increment) * unit;
    stiffness_ = contact_modulus * (shape.stiffness + shape.d_stiffness * increment) * unit;
  }

  /// N = C_H delta^1.5 [N/m^1.5].
  const T& stiffness() const { return stiffness_; }

  /// Zero patch for delta <= 0.
  HertzContact<T> calc_from_penetration(const T& delta) const {
    using std::sqrt;
    if (!(get_value(delta) > 0.0)) return {};
    const T root = sqrt(delta);
    return make(delta, root, T(stiffness_ * delta * root));
  }

  /// Zero patch for N <= 0.
  HertzContact<T> calc_from_load(const T& normal) const {
    using std::pow;
    using std::sqrt;
    if (!(get_value(normal) > 0.0)) return {};
    const T ratio = normal / stiffness_;
    const T delta = pow(ratio, 2.0 / 3.0);
    return make(delta, T(sqrt(delta)), normal);
  }

 private:
  HertzContact<T> make(const T& delta, const T& root, const T& normal) const {
    HertzContact<T> c;
    c.a = a_unit_ * root;
    c.b = axis_ratio_ * c.a;
    c.approach = delta;
    c.normal = normal;
    const T area = std::numbers::pi * c.a * c.b;
    c.pressure_max = 1.5 * normal / area;
    return c;
  }

  double contact_modulus_;
  T axis_ratio_, a_unit_, stiffness_;
};

}  // namespace fourfoot::contact
