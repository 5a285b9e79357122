#pragma once

#include <Eigen/Core>

#include <cmath>

namespace fourfoot::multibody {

/// A function of time at one instant: value, first and second derivative. Constraint equations
/// written for positions give their velocity and acceleration form when run on it.
struct Taylor {
  double v = 0.0, d = 0.0, dd = 0.0;

  Taylor() = default;
  Taylor(double value) : v(value) {}  // NOLINT: constants convert
  Taylor(double value, double first, double second) : v(value), d(first), dd(second) {}

  Taylor& operator+=(const Taylor& b) { return *this = {v + b.v, d + b.d, dd + b.dd}; }
  Taylor& operator-=(const Taylor& b) { return *this = {v - b.v, d - b.d, dd - b.dd}; }
  friend Taylor operator+(Taylor a, const Taylor& b) { return a += b; }
  friend Taylor operator-(Taylor a, const Taylor& b) { return a -= b; }
  friend Taylor operator-(const Taylor& a) { return {-a.v, -a.d, -a.dd}; }
  friend Taylor operator*(const Taylor& a, const Taylor& b) {
    return {a.v * b.v, a.d * b.v + a.v * b.d, a.dd * b.v + 2.0 * a.d * b.d + a.v * b.dd};
  }
  Taylor& operator*=(const Taylor& b) { return *this = *this * b; }
};

inline Taylor sin(const Taylor& a) {
  const double s = std::sin(a.v), c = std::cos(a.v);
  return {s, c * a.d, c * a.dd - s * a.d * a.d};
}
inline Taylor cos(const Taylor& a) {
  const double s = std::sin(a.v), c = std::cos(a.v);
  return {c, -s * a.d, -s * a.dd - c * a.d * a.d};
}

}  // namespace fourfoot::multibody

namespace Eigen {
template <>
struct NumTraits<fourfoot::multibody::Taylor> : NumTraits<double> {
  using Real = fourfoot::multibody::Taylor;
  using NonInteger = fourfoot::multibody::Taylor;
  using Nested = fourfoot::multibody::Taylor;
  enum { IsComplex = 0, RequireInitialization = 1, ReadCost = 3, AddCost = 3, MulCost = 9 };
};
}  // namespace Eigen
