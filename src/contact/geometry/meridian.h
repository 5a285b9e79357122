#pragma once

#include <algorithm>
#include <type_traits>
#include <vector>

#include "contact/geometry/rail_section.h"
#include "contact/geometry/wheel_surface.h"
#include "math/dual.h"
#include "math/small_angle.h"

namespace fourfoot::contact {

/// Leaf formulas of the guided search (guided_search.h) over any scalar: the wheel's contour line
/// (wheel_surface.h) and the rail near a point of it.

/// A function's value with the derivatives of its argument.
inline double chain(double value, double, double) {
  return value;
}
template <class D>
Eigen::AutoDiffScalar<D> chain(double value, double slope, const Eigen::AutoDiffScalar<D>& at) {
  return Eigen::AutoDiffScalar<D>(value, slope * at.derivatives());
}

/// Attitude and position of the axle, mirrored to the left: AxleFrame over any scalar.
template <class T>
struct AxleState {
  T y, z, cos_roll, sin_roll, cos_yaw, sin_yaw, cos_beta, sin_beta;
  T steepness;  ///< q of a point is this times the meridian's slope

  AxleState(const T& y_, const T& z_, const T& roll, const T& yaw) : y(y_), z(z_) {
    using std::sqrt;
    const SineCosine<T> of_roll = calc_sine_cosine(roll), of_yaw = calc_sine_cosine(yaw);
    cos_roll = of_roll.cosine;
    sin_roll = of_roll.sine;
    cos_yaw = of_yaw.cosine;
    sin_yaw = of_yaw.sine;
    const T tan_yaw = sin_yaw / cos_yaw;
    const T tan_beta = tan_yaw * sin_roll;
    cos_beta = 1.0 / sqrt(1.0 + tan_beta * tan_beta);
    sin_beta = tan_beta * cos_beta;
    steepness = tan_yaw * cos_roll * cos_beta;
  }
  /// The values of one that carries derivatives.
  template <class U>
  explicit AxleState(const AxleState<U>& a)
      : y(get_value(a.y)),
        z(get_value(a.z)),
        cos_roll(get_value(a.cos_roll)),
        sin_roll(get_value(a.sin_roll)),
        cos_yaw(get_value(a.cos_yaw)),
        sin_yaw(get_value(a.sin_yaw)),
        cos_beta(get_value(a.cos_beta)),
        sin_beta(get_value(a.sin_beta)),
        steepness(get_value(a.steepness)) {}
};

/// The wheel's meridian as the quintics of its curve, re-fitted for quick reading.
class Meridian {
 public:
  Meridian() = default;
  explicit Meridian(const WheelSurface& wheel);

  /// Axial position, radius, slope dz_H/dy_H, and their derivatives by s.
  struct Jet {
    double w, r, slope;
    double dw, dr, dslope;
    double around, daround;        ///< share of the curvature round the wheel: ty / r
    double curvature, dcurvature;  ///< of the meridian
  };
  Jet calc(double s) const {
    const Piece& p = pieces_[find(s)];
    const double x = s - p.s0;
    const Pair* c = p.c;
    // Horner, with the first and half the second derivative on the way.
    Pair v = c[5], d = c[5], e = c[5];
    v = v * x + c[4];
    d = d * x + v;
    for (int k = 3; k >= 1; --k) {
      v = v * x + c[k];
      e = e * x + d;
      d = d * x + v;
    }
    v = v * x + c[0];
    Jet jet;
    jet.w = v[0];
    jet.r = -v[1];
    jet.dw = d[0];
    jet.dr = -d[1];
    const double steep = 1.0 / std::max(d[0], 1e-9);
    jet.slope = d[1] * steep;
    jet.dslope = 2.0 * (d[0] > 1e-9 ? (e[1] * d[0] - d[1] * e[0]) * steep * steep : e[1] * steep);
    return jet;
  }
  /// What the scalar of s needs: values only for plain numbers.
  template <class S>
  [[gnu::always_inline]] inline Jet calc_for(const S& s) const {
    if constexpr (!std::is_same_v<S, double>) {
      return calc(get_value(s));
    } else {
      const Piece& p = pieces_[find(s)];
      const double x = s - p.s0;
      const Pair* c = p.c;
      Pair v = c[5] * x + c[4], d = c[5] * x + v;
      v = v * x + c[3];
      d = d * x + v;
      v = v * x + c[2];
      d = d * x + v;
      v = v * x + c[1];
      d = d * x + v;
      v = v * x + c[0];
      Jet jet;
      jet.w = v[0];
      jet.r = -v[1];
      jet.slope = d[1] / std::max(d[0], 1e-9);
      return jet;
    }
  }
  /// With the curvatures.
  Jet calc_curved(double s) const;

  double half_span() const { return half_span_; }
  double radius() const { return radius_; }

  using Pair = Eigen::Array2d;  ///< axial position, and height below the axle's middle: one vector
  struct Piece {
    double s0;
    Pair c[6];  ///< of powers of s - s0
  };
  [[gnu::always_inline]] inline const Piece& find_piece(double s) const { return pieces_[find(s)]; }

 private:
  [[gnu::always_inline]] inline std::size_t find(double s) const {
    const double x = s * bucket_scale_;
    const std::size_t slice =
        x > 0.0 ? std::min(static_cast<std::size_t>(x), buckets_.size() - 1) : 0;
    std::size_t k = buckets_[slice];
    while (k + 1 < pieces_.size() && pieces_[k + 1].s0 <= s) ++k;
    return k;
  }

  std::vector<Piece> pieces_;
  std::vector<unsigned> buckets_;
  double bucket_scale_ = 0.0, half_span_ = 0.0, radius_ = 0.0;
};

/// Where the contour line passes at s, in T seen along x; `exists` false where it does not.
template <class T>
struct ContourSpot {
  bool exists = false;
  T y, z, r, slope, sin_theta, cos_theta;
};

/// A: scalar of the axle, S: scalar of s; one of them double, or both the same.
template <class A, class S>
[[gnu::always_inline]] inline auto calc_spot(const Meridian::Jet& jet, const AxleState<A>& axle,
                                             const S& s) {
  using std::sqrt;
  using R = std::conditional_t<std::is_same_v<A, double>, S, A>;
  ContourSpot<R> c;
  c.slope = R(chain(jet.slope, jet.dslope, s));
  const R q = axle.steepness * c.slope;
  const double q0 = get_value(q);
  if (!(q0 > -1.0 && q0 < 1.0)) return c;
  c.exists = true;
  const R p = sqrt(R(1.0 - q * q));
  c.sin_theta = q * axle.cos_beta + p * axle.sin_beta;
  c.cos_theta = p * axle.cos_beta - q * axle.sin_beta;
  const R w = R(chain(jet.w, jet.dw, s));
  c.r = R(chain(jet.r, jet.dr, s));
  const R rc = c.r * c.cos_theta;
  const R across = w * axle.cos_roll + rc * axle.sin_roll;
  c.y = axle.y + c.r * c.sin_theta * axle.sin_yaw + across * axle.cos_yaw;
  c.z = axle.z + w * axle.sin_roll - rc * axle.cos_roll;
  return c;
}

/// The rail near a point: the osculating circle of its sample.
template <class T>
struct RailSpot {
  T distance;  ///< < 0 inside the rail
  T ty, tz;    ///< tangent at the foot
  T angle;
};

template <class T>
[[gnu::always_inline]] inline RailSpot<T> calc_rail_spot(const RailSection::Sample& q, const T& y,
                                                         const T& z) {
  using std::sqrt;
  const T dy = y - q.y, dz = z - q.z;
  const T a = dy * q.ty + dz * q.tz, b = dz * q.ty - dy * q.tz;
  const T u = 2.0 * b - q.curvature * (a * a + b * b);
  const T h2 = 1.0 - q.curvature * u;
  const T h = get_value(h2) > 1e-12 ? T(sqrt(h2)) : T(1e-6);
  const T c = (1.0 - q.curvature * b) / h, s = q.curvature * a / h;
  const T turn = q.curvature * a / (1.0 - q.curvature * b);
  return {T(u / (1.0 + h)), T(q.ty * c - q.tz * s), T(q.tz * c + q.ty * s),
          T(q.angle + turn * (1.0 - turn * turn * (1.0 / 3.0)))};
}

/// dD/ds up to a positive factor: sine between the tangents of contour and rail.
template <class A, class R>
R calc_tangent_sine(const ContourSpot<R>& c, const AxleState<A>& axle, const RailSpot<R>& rail) {
  // Wheel's outward normal, not of length 1: (sin(theta), slope, -cos(theta)) in S.
  const R ny = axle.sin_yaw * c.sin_theta +
               axle.cos_yaw * (axle.cos_roll * c.slope + axle.sin_roll * c.cos_theta);
  const R nz = axle.sin_roll * c.slope - axle.cos_roll * c.cos_theta;
  const double norm = 1.0 / std::sqrt(1.0 + get_value(c.slope) * get_value(c.slope));
  return R(norm * (nz * rail.tz + ny * rail.ty));
}

}  // namespace fourfoot::contact
