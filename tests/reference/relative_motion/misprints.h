#pragma once

#include <Eigen/LU>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "math/types.h"

/// The suspended body of tests/data/relative_motion/README.md (SUSP) with its relative equations of
/// motion written out by hand for one body on level track, and the misprints that the papers on
/// them have, so that a test can show how wrong each is. Test only; shares no code with the
/// program.
///   m (a' + a_o + eps x r' + w x (w x r') + 2 w x v') = F + m g
///   J eps' + w' x J w' + J eps + w x J w + 2 w' x (J - tr(J)/2 E) w = M       (track axes)
namespace fourfoot::testing {

/// What is printed and wrong.
enum class Misprint {
  none,
  ao67,         ///< [Zboinski2012, Eq. 67]: a_o without its normal part
  nojump,       ///< nowhere printed: no jump of the relative speeds at a corner of the cant ramp
  noPphi,       ///< -Jx eps_x left out
  seed000,      ///< [Zboinski2012, Eqs. 71-75]: gamma turns the wrong way in omega and epsilon
  seed001eq24,  ///< [Zboinski2016, Eq. 24]: w x (J - tr(J)/2 E) w instead of w' x (...) w
  eq9           ///< [Zboinski2012, Eq. 9]: the wrong sign of eps x r'
};

struct HandRoute {
  std::vector<double> s, kappa, cant;  ///< linear in between, constant behind the last
};
inline HandRoute get_hand_route(const std::string& name) {
  if (name == "circle600") return {{0, 1e4}, {1.0 / 600, 1.0 / 600}, {0.128, 0.128}};
  if (name == "routeII")
    return {{0, 10, 112.4, 172.4, 274.8, 1e4},
            {0, 0, 1.0 / 600, 1.0 / 600, 0, 0},
            {0, 0, 0.128, 0.128, 0, 0}};
  return {{0, 10, 17, 1e4}, {0, 0, 1.0 / 300, 1.0 / 300}, {0, 0, 0.15, 0.15}};
}

struct HandState {
  Vec3 r{0, 0, 1.6}, v{0, 0, 0}, w{0, 0, 0};  ///< relative to the track frame, in its axes
  Mat3 R = Mat3::Identity();                  ///< body to track axes
};

class HandBody {
 public:
  HandBody(const std::string& route, double v0, double a, Misprint misprint)
      : route_(get_hand_route(route)), v0_(v0), a_(a), misprint_(misprint) {}

  /// Position relative to nominal and angles (x, y, z, roll, pitch, yaw) at multiples of dt.
  std::vector<std::array<double, 6>> run(double duration, double dt) {
    std::vector<std::array<double, 6>> rows;
    HandState y;
    double t = 0.0;
    for (int i = 0; i * dt <= duration + 1e-9; ++i) {
      const double next = i * dt;
      while (piece_ + 2 < route_.s.size() && find_time(route_.s[piece_ + 1]) <= next) {
        const double corner = find_time(route_.s[piece_ + 1]);
        march(t, corner, y);
        t = corner;
        pass(t, y);
      }
      march(t, next, y);
      t = next;
      rows.push_back({y.r[0], y.r[1], y.r[2] - 1.6, std::atan2(y.R(2, 1), y.R(2, 2)),
                      std::asin(-y.R(2, 0)), std::atan2(y.R(1, 0), y.R(0, 0))});
    }
    return rows;
  }

 private:
  struct Frame {
    Vec3 w, eps, a_o, g;
  };
  struct Rate {
    Vec3 v, a, w, eps;
  };

  double find_time(double s) const {
    return a_ == 0.0 ? s / v0_ : (std::sqrt(v0_ * v0_ + 2.0 * a_ * s) - v0_) / a_;
  }

  Frame calc_frame(double t) const {
    const double s = v0_ * t + 0.5 * a_ * t * t, v = v0_ + a_ * t;
    const std::size_t i = piece_;
    const double length = route_.s[i + 1] - route_.s[i];
    const double slope = (route_.kappa[i + 1] - route_.kappa[i]) / length;
    const double ramp = (route_.cant[i + 1] - route_.cant[i]) / length / 1.5;
    const double kappa = route_.kappa[i] + slope * (s - route_.s[i]);
    const double gamma = route_.cant[i] / 1.5 + ramp * (s - route_.s[i]);
    const double turn = kappa * v, turn_d = slope * v * v + kappa * a_;
    const double sine = std::sin(gamma), cosine = std::cos(gamma);
    const double sense = misprint_ == Misprint::seed000 ? -1.0 : 1.0;
    const double roll = sense * ramp * v, roll_d = sense * ramp * a_;
    Frame f;
    f.w = {-roll, -turn * sine, turn * cosine};
    f.eps = {-roll_d, -turn_d * sine - turn * roll * cosine, turn_d * cosine - turn * roll * sine};
    f.a_o = {a_, v * f.w[2], -v * f.w[1]};
    if (misprint_ == Misprint::ao67) f.a_o = {a_, 0, 0};
    f.g = {0, 9.81 * sine, -9.81 * cosine};
    return f;
  }

  void pass(double t, HandState& y) {
    const Vec3 before = calc_frame(t).w;
    ++piece_;
    if (misprint_ == Misprint::nojump) return;
    const Vec3 jump = calc_frame(t).w - before;
    y.w -= jump;
    y.v -= jump.cross(y.r);
  }

  Rate calc_rate(double t, const HandState& y) const {
    const double mass = 20000.0;
    const Vec3 stiffness(1.0e6, 0.4e6, 0.8e6), damping(2.0e4, 1.5e4, 2.0e4);
    const Frame f = calc_frame(t);
    Vec3 force = mass * f.g, moment = Vec3::Zero();
    for (const double x : {4.5, -4.5}) {
      for (const double side : {1.0, -1.0}) {
        const Vec3 p(x, side, -0.6), arm = y.R * p;
        const Vec3 d = y.r + arm - Vec3(x, side, 1.0), rate = y.v + y.w.cross(arm);
        const Vec3 one =
            Vec3(0, 0, mass * 9.81 / 4) - stiffness.cwiseProduct(d) - damping.cwiseProduct(rate);
        force += one;
        moment += arm.cross(one);
      }
    }
    const double sign = misprint_ == Misprint::eq9 ? -1.0 : 1.0;
    const Mat3 J = y.R * Vec3(2.5e4, 3.0e5, 3.1e5).asDiagonal() * y.R.transpose();
    const Mat3 half = J - 0.5 * J.trace() * Mat3::Identity();
    Vec3 rotation = J * f.eps;
    if (misprint_ == Misprint::noPphi) rotation[0] = 0.0;
    const Vec3& first = misprint_ == Misprint::seed001eq24 ? f.w : y.w;
    moment -= y.w.cross(J * y.w) + rotation + f.w.cross(J * f.w) + 2.0 * first.cross(half * f.w);
    return {y.v,
            force / mass - f.a_o - sign * f.eps.cross(y.r) - f.w.cross(f.w.cross(y.r)) -
                2.0 * f.w.cross(y.v),
            y.w, J.inverse() * moment};
  }

  /// y + h rate, the rotation by its rate R' = w x R; made a rotation again after each whole step.
  static HandState add(const HandState& y, double h, const Rate& k, const HandState& at) {
    HandState z = y;
    z.r += h * k.v;
    z.v += h * k.a;
    z.w += h * k.eps;
    for (int c = 0; c < 3; ++c) z.R.col(c) += h * k.w.cross(at.R.col(c));
    return z;
  }

  /// Classical Runge-Kutta with steps of at most 2 ms.
  void march(double t, double end, HandState& y) const {
    const int n = static_cast<int>(std::ceil((end - t) / 2e-3 - 1e-9));
    const double h = n > 0 ? (end - t) / n : 0.0;
    for (int i = 0; i < n; ++i, t += h) {
      const Rate k1 = calc_rate(t, y);
      const HandState y2 = add(y, 0.5 * h, k1, y);
      const Rate k2 = calc_rate(t + 0.5 * h, y2);
      const HandState y3 = add(y, 0.5 * h, k2, y2);
      const Rate k3 = calc_rate(t + 0.5 * h, y3);
      const HandState y4 = add(y, h, k3, y3);
      const Rate k4 = calc_rate(t + h, y4);
      HandState z = add(y, h / 6.0, k1, y);
      z = add(z, h / 3.0, k2, y2);
      z = add(z, h / 3.0, k3, y3);
      z = add(z, h / 6.0, k4, y4);
      z.R.col(0).normalize();
      z.R.col(1) = (z.R.col(1) - z.R.col(0) * z.R.col(0).dot(z.R.col(1))).normalized();
      z.R.col(2) = z.R.col(0).cross(z.R.col(1));
      y = z;
    }
  }

  HandRoute route_;
  double v0_, a_;
  Misprint misprint_;
  std::size_t piece_ = 0;
};

}  // namespace fourfoot::testing
