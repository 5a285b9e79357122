#pragma once

#include <random>

#include "math/dual.h"
#include "math/rotation.h"
#include "multibody/equations.h"
#include "multibody/jacobian.h"

namespace fourfoot::test {

/// Random numbers and random mechanics for the tests; same seed, same system.
class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  double real(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
  bool chance(double p) { return real(0, 1) < p; }
  Vec3 vector(double size) {
    const double x = real(-size, size), y = real(-size, size), z = real(-size, size);
    return {x, y, z};
  }
  Mat3 rotation() { return Eigen::Quaterniond(cut(vector(1), real(-1, 1))).toRotationMatrix(); }

  /// Any motion of a frame, on a track or not.
  MovingFrame frame() {
    MovingFrame f;
    f.p_NT = vector(20);
    f.R_NT = rotation();
    f.v_NT_T = vector(10);
    f.w_NT_T = vector(1);
    f.alpha_NT_T = vector(2);
    f.a_NT_T = vector(5);
    return f;
  }
  /// A body with random inertia; some coordinates locked or prescribed.
  multibody::BodyDescription body(const std::string& name, bool all_free) {
    using namespace multibody;
    BodyDescription b;
    b.name = name;
    b.mass = real(0.5, 3);
    b.kind = chance(0.3) ? BodyKind::wheelset : BodyKind::body;
    if (chance(0.3)) b.orientation = Orientation::cardan;
    const Vec3 half(real(0.3, 1), real(0.3, 1), real(0.3, 1));
    if (b.kind == BodyKind::wheelset) {
      b.inertia = Vec3(half[0], half[1], half[0]).asDiagonal();
      b.inertia(1, 1) = std::min(b.inertia(1, 1), 1.9 * half[0]);
    } else {
      const Mat3 R = rotation();
      const Vec3 J(half[1] + half[2], half[0] + half[2], half[0] + half[1]);
      b.inertia = R * J.asDiagonal() * R.transpose();
      b.inertia = Mat3(0.5 * (b.inertia + b.inertia.transpose()));
    }
    b.nominal = vector(2);
    if (all_free) return b;
    for (CoordinateRule& rule : b.coordinates) {
      if (chance(0.2)) rule = CoordinateRule::locked(real(-0.4, 0.4));
      if (chance(0.1)) {
        const double size = real(0.1, 0.4), rate = real(1, 3);
        rule = CoordinateRule::prescribed([size, rate](double t) {
          return PrescribedValue{size * std::sin(rate * t), size * rate * std::cos(rate * t),
                                 -size * rate * rate * std::sin(rate * t)};
        });
      }
    }
    return b;
  }
  VecX q(const multibody::Model& model) {
    VecX q(model.q_count());
    for (std::size_t j = 0; j < model.body_count(); ++j) {
      model.put_pose(j, vector(1), vector(1), q);
    }
    return q;
  }
  VecX u(const multibody::Model& model) {
    VecX u(model.u_count());
    for (double& x : u) x = real(-1, 1);
    return u;
  }

 private:
  static Eigen::Quaterniond cut(const Vec3& v, double w) {
    return Eigen::Quaterniond(w, v[0], v[1], v[2]).normalized();
  }
  std::mt19937 engine_;
};

/// A smooth wrench of body i that depends on everything of body j, with its exact derivative: a
/// stand-in for elements and contacts. Coefficients by the pair's number.
template <class T>
Eigen::Matrix<T, 6, 1> made_up_wrench(int pair, const Vec3T<T>& p, const Mat3T<T>& R,
                                      const Vec3T<T>& v, const Vec3T<T>& w) {
  using std::cos;
  using std::sin;
  Eigen::Matrix<T, 6, 1> out;
  for (int k = 0; k < 6; ++k) {
    const double c = 1.0 + 0.3 * k + 0.17 * pair;
    const int i = k % 3, j = (k + 1) % 3;
    out[k] = sin(c * p[i]) * R(i, j) + v[j] * (R(j, j) - 0.4 * p[j]) + 0.3 * w[i] * w[j] -
             0.5 * w[k % 2] + 0.2 * v[i] * v[i] * p[j];
  }
  return out;
}

/// Adds the made-up wrenches between some pairs; with `d`, their derivatives too.
inline void add_made_up(const multibody::Model& model, multibody::Workspace& ws,
                        multibody::WrenchDerivatives* d) {
  using D = Dual<12>;
  const auto n = model.body_count();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if ((i + 2 * j) % 3 == 2) continue;
      const int pair = static_cast<int>(i * 5 + j);
      const multibody::BodyWorkspace& b = ws.bodies[j];
      const auto W = made_up_wrench<double>(pair, b.p_TB, b.R_TC, b.v_TB_T, b.w_TB_C);
      ws.add_wrench(i, W.head<3>(), W.tail<3>());
      if (!d) continue;
      Vec3T<D> p, v, w, turn;
      for (int c = 0; c < 3; ++c) {
        p[c] = D(b.p_TB[c], 12, c);
        turn[c] = D(0.0, 12, 3 + c);
        v[c] = D(b.v_TB_T[c], 12, 6 + c);
        w[c] = D(b.w_TB_C[c], 12, 9 + c);
      }
      const Mat3T<D> R = b.R_TC.cast<D>() * (Mat3T<D>::Identity() + skew<D>(turn));
      const auto Wd = made_up_wrench<D>(pair, p, R, v, w);
      for (int k = 0; k < 6; ++k) d->at(i, j).row(k) += Wd[k].derivatives().transpose();
    }
  }
}

}  // namespace fourfoot::test
