#include "multibody/charts.h"

#include "math/dual.h"
#include "multibody/body_motion.h"
#include "multibody/orientation.h"

namespace fourfoot::multibody {
namespace {

using BodyPart = JacobianWorkspace::BodyPart;
using D3 = Dual<3>;
using D6 = Dual<6>;

void resize_and_clear(const Body& body, BodyPart& part) {
  const int nq = body.q_count, nu = body.speed_count;
  part.pose_q.setZero(6, nq);
  part.turn_q.setZero(6, nq);
  part.twist_q.setZero(6, nq);
  part.bias_q.setZero(6, nq);
  part.twist_u.setZero(6, nu);
  part.bias_u.setZero(6, nu);
  part.reduction_q.setZero(nu, nq);
  part.qdot_q.setZero(nq, nq);
  part.qdot_u.setZero(nq, nu);
}

void calc_translation(const Body& body, BodyPart& part) {
  for (int c = 0; c < 3; ++c) {
    const auto i = static_cast<std::size_t>(c);
    if (body.speed_index[i] < 0) continue;
    const int q = body.q_index[i] - body.q_begin, u = body.speed_index[i] - body.speed_begin;
    part.pose_q(c, q) = part.turn_q(c, q) = 1.0;
    part.twist_u(c, u) = 1.0;
    part.qdot_u(q, u) = 1.0;
  }
}

/// q' = 1/2 q o (0, w) with q not normalised; dtheta = 2 vec(q^-1 o dq).
void calc_quaternion(const Body& body, const BodyWorkspace& b, const ConstVec& q, BodyPart& part) {
  const int at = body.q_index[3] - body.q_begin, u = body.speed_index[3] - body.speed_begin;
  const Eigen::Vector4d e = q.segment<4>(body.q_index[3]);
  const Vec3 v = e.tail<3>();
  const double scale = 2.0 / e.squaredNorm();
  part.pose_q.block<3, 1>(3, at) = -scale * v;
  part.pose_q.block<3, 3>(3, at + 1) = scale * (e[0] * Mat3::Identity() - skew<double>(v));
  part.turn_q = part.pose_q;
  const Vec3& w = b.w_TB_C;
  part.qdot_q.block<1, 3>(at, at + 1) = -0.5 * w.transpose();
  part.qdot_q.block<3, 1>(at + 1, at) = 0.5 * w;
  part.qdot_q.block<3, 3>(at + 1, at + 1) = -0.5 * skew<double>(w);
  part.qdot_u.block<1, 3>(at, u) = -0.5 * v.transpose();
  part.qdot_u.block<3, 3>(at + 1, u) = 0.5 * (e[0] * Mat3::Identity() + skew<double>(v));
}

/// All three angles free, speeds are w: q' = E(angles)^-1 w, so d(q') = E^-1 (dw - dE q').
void calc_free_angles(const Body& body, const BodyWorkspace& b, BodyPart& part) {
  const int q = body.q_index[3] - body.q_begin, u = body.speed_index[3] - body.speed_begin;
  Vec3T<D3> angles;
  for (int c = 0; c < 3; ++c) angles[c] = D3(b.angles[c], 3, c);
  const Mat3T<D3> E =
      body.is_wheelset() ? wheelset_rate_map<D3>(angles) : cardan_rate_map<D3>(angles);
  Mat3 change;  // d(E q')/d(angles) at fixed q'
  for (int row = 0; row < 3; ++row) {
    Vec3 d = Vec3::Zero();
    for (int k = 0; k < 3; ++k) {
      d += E(row, k).derivatives() * b.angle_rates[k];
    }
    change.row(row) = d.transpose();
  }
  const Mat3 inverse = b.rate_map.inverse();
  part.pose_q.block<3, 3>(3, q) = b.carrier_map * b.rate_map;
  part.turn_q.block<3, 3>(3, q) = b.rate_map;
  part.qdot_q.block<3, 3>(q, q) = -inverse * change;
  part.qdot_u.block<3, 3>(q, u) = inverse;
}

/// Some angles not free: the speeds are the rates of the free ones.
void calc_some_angles(const Body& body, const BodyWorkspace& b, BodyPart& part) {
  Vec3T<D6> angles, rates;
  for (int c = 0; c < 3; ++c) {
    angles[c] = D6(b.angles[c], 6, c);
    rates[c] = D6(b.angle_rates[c], 6, 3 + c);
  }
  const bool wheelset = body.is_wheelset();
  const Mat3T<D6> E = wheelset ? wheelset_rate_map<D6>(angles) : cardan_rate_map<D6>(angles);
  const Vec3T<D6> w = E * rates;
  Vec3T<D6> alpha =
      wheelset ? wheelset_rate_bias<D6>(angles, rates) : cardan_rate_bias<D6>(angles, rates);
  // The angles' second derivatives stay fixed; recovered from the solved angular acceleration.
  const Vec3 bias = wheelset ? wheelset_rate_bias(b.angles, b.angle_rates)
                             : cardan_rate_bias(b.angles, b.angle_rates);
  const Vec3 second = b.rate_map.inverse() * (b.alpha_C - bias);
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k) alpha[row] += E(row, k) * second[k];
  }
  for (int c = 0; c < 3; ++c) {
    const auto i = static_cast<std::size_t>(c + 3);
    if (body.speed_index[i] < 0) continue;
    const int q = body.q_index[i] - body.q_begin, u = body.speed_index[i] - body.speed_begin;
    part.qdot_u(q, u) = 1.0;
    part.pose_q.block<3, 1>(3, q) = b.carrier_map * b.rate_map.col(c);
    part.twist_u.block<3, 1>(3, u) = part.turn_q.block<3, 1>(3, q) = b.rate_map.col(c);
    for (int row = 0; row < 3; ++row) {
      part.twist_q(3 + row, q) = w[row].derivatives()[c];
      part.bias_q(3 + row, q) = alpha[row].derivatives()[c];
      part.bias_u(3 + row, u) = alpha[row].derivatives()[3 + c];
    }
    for (int k = 0; k < 3; ++k) {
      const int uk = body.speed_index[static_cast<std::size_t>(k + 3)];
      if (uk < 0) continue;
      for (int row = 0; row < 3; ++row) {
        part.reduction_q(uk - body.speed_begin, q) +=
            E(row, k).derivatives()[c] * b.reaction_torque_C[row];
      }
    }
  }
}

void calc_mass_inverse(const Body& body, BodyPart& part) {
  const int nu = body.speed_count;
  if (nu == 6 && body.angular_speeds) {
    part.mass_inverse.setZero(6, 6);
    part.mass_inverse.diagonal().head<3>().setConstant(1.0 / body.given.mass);
    part.mass_inverse.block<3, 3>(3, 3) = body.inertia_inverse;
    return;
  }
  part.mass_inverse.setIdentity(nu, nu);
  if (nu == 0) return;
  SpeedMat theta = reduce_mass(part.twist_u, body);
  solve_small(theta, part.mass_inverse);
}

}  // namespace

void calc_chart(const Body& body, const BodyWorkspace& b, const ConstVec& q, BodyPart& part) {
  resize_and_clear(body, part);
  calc_translation(body, part);
  if (!body.angular_speeds) {
    calc_some_angles(body, b, part);
  } else {
    part.twist_u.block<3, 3>(3, body.speed_index[3] - body.speed_begin).setIdentity();
    if (body.chart == Body::Chart::quaternion) {
      calc_quaternion(body, b, q, part);
    } else {
      calc_free_angles(body, b, part);
    }
  }
  calc_mass_inverse(body, part);
}

}  // namespace fourfoot::multibody
