#pragma once

#include <cmath>
#include <string>

#include "base/schema.h"
#include "base/value.h"
#include "element/element.h"
#include "element/registry.h"

namespace fourfoot::element {

/// The direction along which a one-dimensional law acts: an axis of end A, or the line between the
/// two points. Gives the stretch x (positive when B moves away along it), its rate, and turns a
/// scalar force into a vector.
class Direction {
 public:
  Direction(const std::string& axis, const Vec3& nominal)
      : axis_(axis == "line" ? -1 : axis[0] - 'x'),
        x0_(axis_ < 0 ? nominal.norm() : nominal[axis_]) {}

  static Field field() {
    return text("axis", "direction of the force: an axis of end A, or the line between the points")
        .one_of({"x", "y", "z", "line"})
        .by_default("line");
  }

  /// False: an axis of end A.
  bool is_line() const { return axis_ < 0; }

  template <class T>
  struct Motion {
    Vec3T<T> n;  ///< unit vector, A's axes
    T x;         ///< from the nominal position [m]
    T v;         ///< [m/s]
  };

  template <class T>
  Motion<T> measure(const RelativeT<T>& in) const {
    using std::sqrt;
    Motion<T> m;
    if (axis_ >= 0) {
      m.n = Vec3T<T>::Zero();
      m.n[axis_] = T(1);
      m.x = in.d[axis_] - x0_;
      m.v = in.v[axis_];
      return m;
    }
    const T square = in.d.dot(in.d);
    const T length = sqrt(square);
    m.n = in.d / length;
    m.x = length - x0_;
    m.v = m.n.dot(in.v);
    return m;
  }

  Along calc_along(const RelativeT<double>& in, const ResponseT<double>& out) const {
    const Motion<double> m = measure(in);
    return {m.x, m.v, -m.n.dot(out.force)};
  }

  /// Pulls B back with `pull` along the direction.
  template <class T>
  static void put_force(const Motion<T>& m, const T& pull, ResponseT<T>& out) {
    out.force = m.n * T(-pull);
    out.torque = Vec3T<T>::Zero();
  }

 private:
  int axis_;
  double x0_;
};

}  // namespace fourfoot::element
