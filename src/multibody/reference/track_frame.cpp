#include <Eigen/LU>

#include <cmath>
#include <numbers>

#include "multibody/jump.h"
#include "multibody/orientation.h"
#include "multibody/reference/newton_euler.h"

namespace fourfoot::multibody {
namespace {

struct Angles {
  Mat3 R_TB, R_TC, E;
  Vec3 w_C, carrier_w_C, bias_C;
};

Angles calc_turning(const Body& body, const Vec3& a, const Vec3& rates) {
  if (body.is_wheelset()) {
    const Mat3 R = wheelset_rotation(a), E = wheelset_rate_map(a);
    return {R * rotation_y(a[1]),        R, E, E * rates, E * Vec3(rates[0], 0.0, rates[2]),
            wheelset_rate_bias(a, rates)};
  }
  const Mat3 R = cardan_rotation(a), E = cardan_rate_map(a);
  return {R, R, E, E * rates, E * rates, cardan_rate_bias(a, rates)};
}

}  // namespace

void TrackFrameFormulation::unpack(double t, int side, const VecX& y, MatX* L) {
  calc_frames(model_, provider_, t, side, frames_);
  MovingFrame f;
  provider_(t, 0.0, side, f);
  for (std::size_t j = 0; j < bodies_.size(); ++j) {
    const auto at = static_cast<Eigen::Index>(12 * j), column = static_cast<Eigen::Index>(6 * j);
    const Vec3 r = y.segment<3>(at), v = y.segment<3>(at + 6);
    const Angles s = calc_turning(model_.body(j), y.segment<3>(at + 3), y.segment<3>(at + 9));
    const Vec3 w = s.R_TC * s.w_C, carrier_w = s.R_TC * s.carrier_w_C;
    AbsoluteBody& b = bodies_[j];
    b.p = f.p_NT + f.R_NT * r;
    b.R = f.R_NT * s.R_TB;
    b.V = f.R_NT * (f.v_NT_T + f.w_NT_T.cross(r) + v);
    b.A = f.R_NT * (f.a_NT_T + f.alpha_NT_T.cross(r) + f.w_NT_T.cross(f.w_NT_T.cross(r)) +
                    2.0 * f.w_NT_T.cross(v));
    b.W = f.R_NT * (f.w_NT_T + w);
    // w's components are kept in turning axes: their derivative, and the turning.
    b.alpha = f.R_NT * (f.alpha_NT_T + f.w_NT_T.cross(w) + carrier_w.cross(w) + s.R_TC * s.bias_C);
    if (!L) continue;
    L->block<3, 3>(column, column) = f.R_NT;
    L->block<3, 3>(column + 3, column + 3) = f.R_NT * s.R_TC * s.E;
  }
}

void TrackFrameFormulation::pack(double t, int side, VecX& y) {
  MovingFrame f;
  provider_(t, 0.0, side, f);
  BodyWorkspace b;
  for (std::size_t j = 0; j < bodies_.size(); ++j) {
    const auto at = static_cast<Eigen::Index>(12 * j);
    b.carrier_map.setIdentity();
    put_relative(model_.body(j), f, bodies_[j], b);
    y.segment<12>(at) << b.p_TB, b.angles, b.v_TB_T, b.rate_map.inverse() * b.w_TB_C;
  }
}

void TrackFrameFormulation::start(double t, const VecX& q, const VecX& u, VecX& y) {
  y.resize(state_count());
  take_motion(t, q, u);
  pack(t, 1, y);
}

void TrackFrameFormulation::calc_rhs(double t, int side, const VecX& y, VecX& dy) {
  const auto n = static_cast<Eigen::Index>(6 * bodies_.size());
  MatX L = MatX::Zero(n, n);
  unpack(t, side, y, &L);
  const VecX g_d = solve(t, L);
  for (std::size_t j = 0; j < bodies_.size(); ++j) {
    const auto at = static_cast<Eigen::Index>(12 * j);
    dy.segment<6>(at) = y.segment<6>(at + 6);
    dy.segment<6>(at + 6) = g_d.segment<6>(static_cast<Eigen::Index>(6 * j));
  }
}

void TrackFrameFormulation::calc_relative(double t, int side, const VecX& y) {
  unpack(t, side, y, nullptr);
  for (std::size_t j = 0; j < bodies_.size(); ++j) {
    put_relative(model_.body(j), frames_[j], bodies_[j], ws_.bodies[j]);
  }
}

void TrackFrameFormulation::jump(double t, VecX& y) {
  unpack(t, -1, y, nullptr);
  const VecX y_before = y;
  const std::vector<AbsoluteBody> bodies_before = bodies_;
  MovingFrame before, after;
  provider_(t, 0.0, -1, before);
  provider_(t, 0.0, 1, after);
  const bool turns = has_turned({&before, 1}, {&after, 1});
  strike(t);
  pack(t, 1, y);
  // Where nothing turned angles do not jump; where something did, they keep their whole turns.
  constexpr double turn = 2.0 * std::numbers::pi;
  for (std::size_t j = 0; j < bodies_.size(); ++j) {
    const bool stays = !turns && bodies_[j].R == bodies_before[j].R;
    for (Eigen::Index k = 3; k < 6; ++k) {
      double& angle = y[static_cast<Eigen::Index>(12 * j) + k];
      const double old = y_before[static_cast<Eigen::Index>(12 * j) + k];
      angle = stays ? old : angle + turn * std::round((old - angle) / turn);
    }
  }
}

}  // namespace fourfoot::multibody
