#include <Eigen/LU>

#include "multibody/reference/newton_euler.h"

namespace fourfoot::multibody {

void InertialFormulation::start(double t, const VecX& q, const VecX& u, VecX& y) {
  y.resize(state_count());
  take_motion(t, q, u);
  for (std::size_t j = 0; j < bodies_.size(); ++j) {
    const AbsoluteBody& b = bodies_[j];
    const Eigen::Quaterniond e(b.R);
    y.segment<13>(static_cast<Eigen::Index>(13 * j)) << b.p, e.w(), e.x(), e.y(), e.z(), b.V,
        b.R.transpose() * b.W;
  }
}

void InertialFormulation::unpack(const VecX& y) {
  for (std::size_t j = 0; j < bodies_.size(); ++j) {
    const Eigen::Matrix<double, 13, 1> x = y.segment<13>(static_cast<Eigen::Index>(13 * j));
    AbsoluteBody& b = bodies_[j];
    b.p = x.head<3>();
    b.R = Eigen::Quaterniond(x[3], x[4], x[5], x[6]).normalized().toRotationMatrix();
    b.V = x.segment<3>(7);
    b.W = b.R * x.tail<3>();
    b.A.setZero();
    b.alpha.setZero();
  }
}

void InertialFormulation::calc_rhs(double t, int side, const VecX& y, VecX& dy) {
  calc_frames(model_, provider_, t, side, frames_);
  unpack(y);
  const auto n = static_cast<Eigen::Index>(6 * bodies_.size());
  const VecX X_d = solve(t, MatX::Identity(n, n));
  for (std::size_t j = 0; j < bodies_.size(); ++j) {
    const auto at = static_cast<Eigen::Index>(13 * j), from = static_cast<Eigen::Index>(6 * j);
    const Eigen::Vector4d e = y.segment<4>(at + 3);
    const Vec3 w = y.segment<3>(at + 10), v = e.tail<3>();
    dy.segment<3>(at) = bodies_[j].V;
    dy[at + 3] = -0.5 * v.dot(w);
    dy.segment<3>(at + 4) = 0.5 * (e[0] * w + v.cross(w));
    dy.segment<3>(at + 7) = X_d.segment<3>(from);
    dy.segment<3>(at + 10) = bodies_[j].R.transpose() * X_d.segment<3>(from + 3);
  }
}

void InertialFormulation::calc_relative(double t, int side, const VecX& y) {
  calc_frames(model_, provider_, t, side, frames_);
  unpack(y);
  for (std::size_t j = 0; j < bodies_.size(); ++j) {
    put_relative(model_.body(j), frames_[j], bodies_[j], ws_.bodies[j]);
  }
}

void InertialFormulation::jump(double t, VecX& y) {
  // Absolute motion is smooth; only what holds a body to its frame can strike it.
  unpack(y);
  if (constraints_.count() == 0) return;
  const std::vector<AbsoluteBody> before = bodies_;
  strike(t);
  for (std::size_t j = 0; j < bodies_.size(); ++j) {
    const AbsoluteBody& b = bodies_[j];
    const auto at = static_cast<Eigen::Index>(13 * j);
    if (b.R != before[j].R) {
      const Eigen::Quaterniond e(b.R);
      y.segment<4>(at + 3) << e.w(), e.x(), e.y(), e.z();
    }
    y.segment<3>(at) = b.p;
    y.segment<3>(at + 7) = b.V;
    y.segment<3>(at + 10) = b.R.transpose() * b.W;
  }
}

}  // namespace fourfoot::multibody
