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
  /// A tree of bodies with random joints and, at times, a relation between speeds.
  multibody::ModelDescription tree(int n, bool all_free) {
    using namespace multibody;
    ModelDescription d;
    for (int j = 0; j < n; ++j) {
      const std::string name = std::string(1, 'b').append(std::to_string(j));
      d.bodies.push_back(body(name, all_free || chance(0.7)));
      d.bodies.back().chainage_offset = 0.5 * j;
      if (j > 0 && chance(0.75)) d.joints.push_back(joint(j, integer(0, j - 1)));
      if (chance(0.1)) d.joints.push_back(track_joint(j));
    }
    if (chance(0.3)) {
      SpeedRelation relation;
      relation.name = "relation";
      relation.value = real(-1, 1);
      for (int k = 0; k < 2; ++k) {
        const int j = integer(0, n - 1);
        const auto& owner = d.bodies[static_cast<std::size_t>(j)];
        const int c = owner.kind == BodyKind::wheelset ? 4 : integer(0, 5);
        relation.terms.push_back({owner.name, c, real(0.5, 2)});
      }
      d.relations.push_back(relation);
    }
    return d;
  }
  multibody::JointDescription joint(int b, int a) {
    using namespace multibody;
    JointDescription j;
    j.name = std::string(1, 'j').append(std::to_string(b));
    j.type = static_cast<JointType>(integer(0, 5));
    j.body_a = std::string(1, 'b').append(std::to_string(a));
    j.body_b = std::string(1, 'b').append(std::to_string(b));
    j.point_a = vector(1);
    j.point_b = vector(1);
    j.axis_a = vector(1);
    j.axis_b = vector(1);
    j.length = real(0.5, 2);
    return j;
  }
  multibody::JointDescription track_joint(int b) {
    multibody::JointDescription j = joint(b, b);
    j.name += "_track";
    j.type = multibody::JointType::link;
    j.a_on_track = true;
    return j;
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
inline void add_made_up(const multibody::Model& model, multibody::MotionWorkspace& ws,
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
