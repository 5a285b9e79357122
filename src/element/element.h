#pragma once

#include <array>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "math/types.h"

namespace fourfoot::element {

/// An element's own states (e.g. of a spring in series with a damper), at most.
inline constexpr int max_states = 6;

/// Motion of an element's end B relative to its end A, in A's axes. T: scalar.
template <class T>
struct RelativeT {
  Vec3T<T> d;      ///< position of B's point from A's point [m]
  Vec3T<T> theta;  ///< rotation vector of B's axes relative to A's [rad]
  Vec3T<T> v;      ///< velocity of B's point as seen from A's axes (d's derivative there) [m/s]
  Vec3T<T> w;      ///< angular velocity of B relative to A [rad/s]
};

/// A value whose derivatives nobody asks for: takes those of dual numbers off.
struct ValueOnly {
  double x = 0.0;
  double value() const { return x; }
  template <class T>
  ValueOnly& operator=(const T& from) {
    x = get(from);
    return *this;
  }
  template <class T>
  ValueOnly& operator+=(const T& from) {
    x += get(from);
    return *this;
  }

 private:
  template <class T>
  static double get(const T& from) {
    if constexpr (requires { from.value(); }) {
      return from.value();
    } else {
      return from;
    }
  }
};

/// What an element answers. Force and torque act on B, in A's axes; the force at B's point. On A
/// acts the opposite force AT THE SAME PLACE (B's point) and the opposite torque, so that action
/// equals reaction in force and in moment however large d is.
template <class T>
struct ResponseT {
  Vec3T<T> force;   ///< on B [N]
  Vec3T<T> torque;  ///< on B [N m]
  using Plain = std::conditional_t<std::is_same_v<T, double>, double, ValueOnly>;
  /// stored, zero in the nominal position; counts from there, so a preload can make it negative [J]
  Plain energy;
  Plain dissipated;  ///< power turned into heat, never negative [W]
};

struct Input : RelativeT<double> {
  double t = 0.0;                      ///< time [s]
  std::array<double, max_states> z{};  ///< own states
};
struct Output : ResponseT<double> {
  std::array<double, max_states> zdot{};  ///< derivatives of the own states
};

/// Along what an element works, and so what is recorded of it.
enum class ActionKind {
  point,    ///< between two points, along the three axes of A
  bearing,  ///< the same with rotations
  line,     ///< along one direction
  torsion,  ///< about one axis
};

/// Motion and effort along the one direction of a `line`, or about the axis of a `torsion`.
struct Along {
  double stroke = 0.0;  ///< stretch from the nominal position, > 0 longer [m]; angle of B [rad]
  double rate = 0.0;    ///< of the stroke [m/s], [rad/s]
  double effort = 0.0;  ///< pull, > 0 draws the ends together [N]; torque on B [N m]
};

/// d(force, torque, zdot)/d(d, theta, v, w, z).
using Derivative = Eigen::Matrix<double, 6 + max_states, 12 + max_states>;

/// The seam for suspension laws. Implementations derive from LawElement (law_element.h), which
/// brings the derivative of a law written once as a template.
class Element {
 public:
  virtual ~Element() = default;
  virtual int state_count() const { return 0; }
  /// Names of the own states, for channels; as many as state_count().
  virtual std::string state_name(int k) const {
    return std::string(1, 'z').append(std::to_string(k));
  }
  /// States in which the element rests at the given position.
  virtual void calc_rest(const Input& /*in*/, std::array<double, max_states>& z) const {
    z.fill(0.0);
  }
  /// Way left until a stop is met, negative where it presses [m]; infinite if it has no free way.
  virtual double calc_clearance(const RelativeT<double>& /*in*/) const {
    return std::numeric_limits<double>::infinity();
  }
  /// Times at which the law itself has a corner: forces are continuous there, with a kink [s].
  virtual std::vector<double> list_corner_times() const { return {}; }
  virtual ActionKind action() const { return ActionKind::point; }
  /// Of a `line` or `torsion`, from what calc answered.
  virtual Along calc_along(const Input& /*in*/, const Output& /*out*/) const { return {}; }
  virtual void calc(const Input& in, Output& out) const = 0;
  virtual void calc_derivative(const Input& in, Output& out, Derivative& d) const = 0;
};

}  // namespace fourfoot::element
