#pragma once

#include <cmath>

#include "base/state_out_of_range.h"
#include "integrate/problem.h"

// Initial-value problems with known solutions.
namespace fourfoot::integrate {

/// q'' = -omega^2 q - 2 zeta omega q'
struct Oscillator : Problem {
  double omega = 2.0, zeta = 0.0;
  int get_size() const override { return 2; }
  Partition get_partition() const override { return {1, 1, 0}; }
  void calc_rate(double, const ConstVecRef& y, VecRef ydot) override {
    ydot[0] = y[1];
    ydot[1] = -omega * omega * y[0] - 2.0 * zeta * omega * y[1];
  }
  bool calc_jacobian(double, const ConstVecRef&, MatX& j) override {
    j << 0.0, 1.0, -omega * omega, -2.0 * zeta * omega;
    return true;
  }
  VecX exact(double t, double q0) const {
    const double wd = omega * std::sqrt(1.0 - zeta * zeta);
    const double e = std::exp(-zeta * omega * t);
    VecX y(2);
    y[0] = q0 * e * (std::cos(wd * t) + zeta * omega / wd * std::sin(wd * t));
    y[1] = -q0 * e * omega * omega / wd * std::sin(wd * t);
    return y;
  }
};

/// Nonlinear in everything, with two coordinates for one speed, time-dependent kinematics and an
/// extra state; built around the solution q = (cos t, sin 2t), u = -sin t / N, z = exp(-t).
struct Manufactured : Problem {
  bool offers_jacobian = true;
  int get_size() const override { return 4; }
  Partition get_partition() const override { return {2, 1, 1}; }
  static double n(double q) { return 1.0 + 0.3 * q * q; }
  static VecX exact(double t) {
    VecX y(4);
    y << std::cos(t), std::sin(2.0 * t), -std::sin(t) / n(std::cos(t)), std::exp(-t);
    return y;
  }
  void calc_rate(double t, const ConstVecRef& y, VecRef ydot) override {
    const VecX e = exact(t);
    const double c = std::cos(t), s = std::sin(t), nc = n(c);
    const double du = (-c * nc - 0.6 * c * s * s) / (nc * nc);
    ydot[0] = n(y[0]) * y[2];
    ydot[1] = y[0] * y[2] - 0.4 * (y[1] - e[1]) + 2.0 * std::cos(2.0 * t) - c * e[2];
    ydot[2] = du - 4.0 * (std::pow(y[0], 3) - c * c * c) - 0.2 * (y[1] - e[1]) -
              0.5 * (y[2] - e[2]) * (1.0 + y[2] * y[2]) - 0.3 * (y[3] - e[3]);
    ydot[3] = -e[3] - 3.0 * (y[3] - e[3]) + 0.5 * (y[0] * y[2] - c * e[2]);
  }
  bool calc_jacobian(double t, const ConstVecRef& y, MatX& j) override {
    if (!offers_jacobian) return false;
    const VecX e = exact(t);
    j.setZero();
    j(0, 0) = 0.6 * y[0] * y[2];
    j(0, 2) = n(y[0]);
    j(1, 0) = y[2];
    j(1, 1) = -0.4;
    j(1, 2) = y[0];
    j(2, 0) = -12.0 * y[0] * y[0];
    j(2, 1) = -0.2;
    j(2, 2) = -0.5 * (1.0 + y[2] * y[2]) - (y[2] - e[2]) * y[2];
    j(2, 3) = -0.3;
    j(3, 0) = 0.5 * y[2];
    j(3, 2) = 0.5 * y[0];
    j(3, 3) = -3.0;
    return true;
  }
};

/// Prothero and Robinson: y' = lambda (y - cos t) - sin t, solution cos t, stiff for large -lambda.
struct Stiff : Problem {
  double lambda = -1e6;
  int get_size() const override { return 1; }
  void calc_rate(double t, const ConstVecRef& y, VecRef ydot) override {
    ydot[0] = lambda * (y[0] - std::cos(t)) - std::sin(t);
  }
  bool calc_jacobian(double, const ConstVecRef&, MatX& j) override {
    j(0, 0) = lambda;
    return true;
  }
};

/// y' = -50 y, y = exp(-50 t), refused well below zero, where only a too long step gets.
struct Decay : Problem {
  int refused = 0;
  int get_size() const override { return 1; }
  void calc_rate(double, const ConstVecRef& y, VecRef ydot) override {
    if (y[0] < -1e-3) {
      ++refused;
      throw StateOutOfRange("y is negative");
    }
    ydot[0] = -50.0 * y[0];
  }
};

/// y' = -1 / (2 y), y = sqrt(1 - t): ends at t = 1; the rate is out of range for y <= 0.
struct SquareRoot : Problem {
  int refused = 0;
  int get_size() const override { return 1; }
  void calc_rate(double, const ConstVecRef& y, VecRef ydot) override {
    if (y[0] <= 0.0) {
      ++refused;
      throw StateOutOfRange("y is not positive");
    }
    ydot[0] = -0.5 / y[0];
  }
};

/// A ball above the floor: q'' = -g; event where it meets the floor.
struct Ball : Problem {
  double gravity = 9.81;
  int direction = 0;
  int get_size() const override { return 2; }
  Partition get_partition() const override { return {1, 1, 0}; }
  void calc_rate(double, const ConstVecRef& y, VecRef ydot) override {
    ydot[0] = y[1];
    ydot[1] = -gravity;
  }
  bool calc_jacobian(double, const ConstVecRef&, MatX& j) override {
    j << 0.0, 1.0, 0.0, 0.0;
    return true;
  }
  int get_event_count() const override { return 1; }
  void calc_events(double, const ConstVecRef& y, VecRef g) override { g[0] = y[0]; }
  int get_event_direction(int) const override { return direction; }
};

inline VecX make_state(std::initializer_list<double> values) {
  VecX y(static_cast<Eigen::Index>(values.size()));
  Eigen::Index i = 0;
  for (double value : values) y[i++] = value;
  return y;
}

}  // namespace fourfoot::integrate
