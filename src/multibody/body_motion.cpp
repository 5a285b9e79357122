#include "multibody/body_motion.h"

#include <cmath>

#include "multibody/orientation.h"

namespace fourfoot::multibody {
namespace {

/// Rates of the three angles from the angular velocity.
Vec3 solve_rates(const Body& body, const Vec3& a, const Vec3& w) {
  const auto [sf, cf] = calc_sine_cosine(a[0]);
  if (body.chart == Body::Chart::wheelset) {
    const double yaw_rate = w[2] / cf;
    return {w[0], w[1] - yaw_rate * sf, yaw_rate};
  }
  const auto [sc, cc] = calc_sine_cosine(a[1]);
  const double yaw_rate = (w[1] * sf + w[2] * cf) / cc;
  return {w[0] + yaw_rate * sc, w[1] * cf - w[2] * sf, yaw_rate};
}

/// 1/2 e o (0, w).
Eigen::Vector4d quaternion_rate(const Eigen::Vector4d& e, const Vec3& w) {
  const Vec3 v = e.tail<3>();
  Eigen::Vector4d rate;
  rate[0] = -0.5 * v.dot(w);
  rate.tail<3>() = 0.5 * (e[0] * w + v.cross(w));
  return rate;
}

void calc_constrained_rates(const Body& body, double t, const ConstVec& speeds, BodyWorkspace& b) {
  Vec3 given_acceleration = Vec3::Zero();
  for (int c = 0; c < 3; ++c) {
    const auto i = static_cast<std::size_t>(c + 3);
    if (body.speed_index[i] >= 0) {
      b.angle_rates[c] = speeds[body.speed_index[i]];
    } else {
      const PrescribedValue given = get_given(body.given.coordinates[i], t);
      b.angle_rates[c] = given.rate;
      given_acceleration[c] = given.acceleration;
    }
  }
  b.w_TB_C = b.rate_map * b.angle_rates;
  b.w_bias = b.rate_map * given_acceleration + (body.is_wheelset()
                                                    ? wheelset_rate_bias(b.angles, b.angle_rates)
                                                    : cardan_rate_bias(b.angles, b.angle_rates));
}

}  // namespace

PrescribedValue get_given(const CoordinateRule& rule, double t) {
  if (rule.kind == CoordinateRule::Kind::prescribed) return rule.motion(t);
  return {rule.value, 0.0, 0.0};
}

void calc_twist(const Body& body, double t, const ConstVec& speeds, BodyWorkspace& b) {
  b.v_bias.setZero();
  b.w_bias.setZero();
  for (int c = 0; c < 3; ++c) {
    const auto i = static_cast<std::size_t>(c);
    if (body.speed_index[i] >= 0) {
      b.v_TB_T[c] = speeds[body.speed_index[i]];
    } else {
      const PrescribedValue given = get_given(body.given.coordinates[i], t);
      b.v_TB_T[c] = given.rate;
      b.v_bias[c] = given.acceleration;
    }
  }
  if (!body.angular_speeds) {
    calc_constrained_rates(body, t, speeds, b);
  } else {
    b.w_TB_C = speeds.segment<3>(body.speed_index[3]);
    if (body.chart != Body::Chart::quaternion) {
      b.angle_rates = solve_rates(body, b.angles, b.w_TB_C);
    }
  }
  b.w_TC_C = body.is_wheelset() ? Vec3(b.carrier_map * b.w_TB_C) : b.w_TB_C;
}

void put_qdot(const Body& body, const BodyWorkspace& b, const ConstVec& q, VecX& qdot) {
  for (int c = 0; c < 3; ++c) {
    const int at = body.q_index[static_cast<std::size_t>(c)];
    if (at >= 0) qdot[at] = b.v_TB_T[c];
  }
  if (body.chart == Body::Chart::quaternion) {
    qdot.segment<4>(body.q_index[3]) = quaternion_rate(q.segment<4>(body.q_index[3]), b.w_TB_C);
    return;
  }
  for (int c = 0; c < 3; ++c) {
    const int at = body.q_index[static_cast<std::size_t>(c + 3)];
    if (at >= 0) qdot[at] = b.angle_rates[c];
  }
}

void put_mode_rates(const Body& body, const ConstVec& speeds, BodyWorkspace& b, VecX& qdot) {
  if (body.mode_count == 0) return;
  b.eta_d = speeds.segment(body.mode_speed_begin, body.mode_count);
  qdot.segment(body.mode_q_begin, body.mode_count) = b.eta_d;
}

void calc_mode_acceleration(const Body& body, BodyWorkspace& b) {
  const Modes& modes = body.given.modes;
  const auto n = static_cast<Eigen::Index>(body.mode_count);
  for (Eigen::Index k = 0; k < n; ++k) b.eta_dd[k] = 0.0;
  // Sums by hand: no temporaries, whatever the number of modes.
  for (Eigen::Index k = 0; k < n; ++k) {
    double force = b.modal[k];
    for (Eigen::Index i = 0; i < n; ++i)
      force -= modes.stiffness(k, i) * b.eta[i] + modes.damping(k, i) * b.eta_d[i];
    b.eta_dd += body.mode_mass_inverse.col(k) * force;
  }
}

void add_qdot(const Body& body, const BodyWorkspace& b, const ConstVec& q, const double* change,
              VecX& qdot) {
  for (std::size_t c = 0; c < 6; ++c) {
    if (c >= 3 && body.angular_speeds) break;
    if (body.q_index[c] < 0) continue;
    qdot[body.q_index[c]] += change[body.speed_index[c] - body.speed_begin];
  }
  if (!body.angular_speeds) return;
  const Vec3 w = Eigen::Map<const Vec3>(change + (body.speed_index[3] - body.speed_begin));
  if (body.chart == Body::Chart::quaternion) {
    qdot.segment<4>(body.q_index[3]) += quaternion_rate(q.segment<4>(body.q_index[3]), w);
  } else {
    qdot.segment<3>(body.q_index[3]) += solve_rates(body, b.angles, w);
  }
}

TwistMap calc_twist_map(const Body& body, const BodyWorkspace& b) {
  TwistMap E = TwistMap::Zero(6, body.speed_count);
  for (int c = 0; c < 6; ++c) {
    const int at = body.speed_index[static_cast<std::size_t>(c)];
    if (at < 0) continue;
    const int column = at - body.speed_begin;
    if (c < 3 || body.angular_speeds) {
      E(c, column) = 1.0;
    } else {
      E.block<3, 1>(3, column) = b.rate_map.col(c - 3);
    }
  }
  return E;
}

SpeedVec reduce_wrench(const TwistMap& E, const Vec6& wrench) {
  SpeedVec out(E.cols());
  for (Eigen::Index k = 0; k < E.cols(); ++k) out[k] = E.col(k).dot(wrench);
  return out;
}

SpeedMat reduce_mass(const TwistMap& E, const Body& body) {
  const Mat6 mass = make_mass(body);
  SpeedMat out(E.cols(), E.cols());
  for (Eigen::Index k = 0; k < E.cols(); ++k) {
    const Vec6 column = mass * E.col(k);
    for (Eigen::Index i = 0; i < E.cols(); ++i) out(i, k) = E.col(i).dot(column);
  }
  return out;
}

Mat6 make_mass(const Body& body) {
  Mat6 mass = Mat6::Zero();
  mass.diagonal().head<3>().setConstant(body.given.mass);
  mass.bottomRightCorner<3, 3>() = body.given.inertia;
  return mass;
}

void put_accelerations(const Body& body, const TwistMap& E, const double* udot, BodyWorkspace& b) {
  Vec6 a;
  a << b.v_bias, b.w_bias;
  for (int k = 0; k < body.speed_count; ++k) a += E.col(k) * udot[k];
  b.a_T = a.head<3>();
  b.alpha_C = a.tail<3>();
}

Vec6 calc_drive(const Body& body, const MovingFrame& frame, BodyWorkspace& b) {
  const Mat3& J = body.given.inertia;
  calc_imaginary({body.given.mass, J, frame, b.R_TC, b.p_TB, b.v_TB_T, b.w_TB_C},
                 body.given.omitted, b.imaginary);
  b.relative_torque = -b.w_TC_C.cross(J * b.w_TB_C);
  Vec6 drive;
  drive << b.force_T + b.imaginary.total_force(),
      b.torque_C + b.imaginary.total_torque() + b.relative_torque;
  return drive;
}

}  // namespace fourfoot::multibody
