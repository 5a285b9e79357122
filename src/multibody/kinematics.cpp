#include <cmath>

#include "multibody/equations.h"
#include "multibody/orientation.h"

namespace fourfoot::multibody {
namespace {

PrescribedValue get_given(const CoordinateRule& rule, double t) {
  if (rule.kind == CoordinateRule::Kind::prescribed) return rule.motion(t);
  return {rule.value, 0.0, 0.0};
}

void calc_orientation(const Body& body, const ConstVec& q, BodyWorkspace& b) {
  switch (body.chart) {
    case Body::Chart::quaternion: {
      b.e = q.segment<4>(body.q_index[3]);
      b.e /= b.e.norm();
      b.R_TB = Eigen::Quaterniond(b.e[0], b.e[1], b.e[2], b.e[3]).toRotationMatrix();
      b.R_TC = b.R_TB;
      break;
    }
    case Body::Chart::cardan:
      b.R_TB = cardan_rotation(b.angles);
      b.R_TC = b.R_TB;
      b.rate_map = cardan_rate_map(b.angles);
      break;
    case Body::Chart::wheelset:
      b.R_TC = wheelset_rotation(b.angles);
      b.R_TB = b.R_TC * rotation_y(b.angles[1]);
      b.rate_map = wheelset_rate_map(b.angles);
      // The carrier turns with (phi', psi' sin phi, psi' cos phi); psi' = w_z / cos phi.
      b.carrier_map << 1.0, 0.0, 0.0, 0.0, 0.0, std::tan(b.angles[0]), 0.0, 0.0, 1.0;
      break;
  }
}

/// Rates of the three angles from the angular velocity.
Vec3 solve_rates(const Body& body, const BodyWorkspace& b) {
  const Vec3& a = b.angles;
  const Vec3& w = b.w_TB_C;
  if (body.chart == Body::Chart::wheelset) {
    const double yaw_rate = w[2] / std::cos(a[0]);
    return {w[0], w[1] - yaw_rate * std::sin(a[0]), yaw_rate};
  }
  const double sf = std::sin(a[0]), cf = std::cos(a[0]);
  const double yaw_rate = (w[1] * sf + w[2] * cf) / std::cos(a[1]);
  return {w[0] + yaw_rate * std::sin(a[1]), w[1] * cf - w[2] * sf, yaw_rate};
}

void calc_rotation_rates(const Body& body, double t, const ConstVec& q, const ConstVec& u,
                         BodyWorkspace& b, VecX& qdot) {
  b.w_bias.setZero();
  if (body.angular_speeds) {
    b.w_TB_C = u.segment<3>(body.u_index[3]);
    if (body.chart == Body::Chart::quaternion) {
      const int at = body.q_index[3];
      const double e0 = q[at];
      const Vec3 e = q.segment<3>(at + 1);
      qdot[at] = -0.5 * e.dot(b.w_TB_C);
      qdot.segment<3>(at + 1) = 0.5 * (e0 * b.w_TB_C + e.cross(b.w_TB_C));
      return;
    }
    b.angle_rates = solve_rates(body, b);
    qdot.segment<3>(body.q_index[3]) = b.angle_rates;
    return;
  }
  Vec3 given_acceleration = Vec3::Zero();
  for (int c = 0; c < 3; ++c) {
    const auto i = static_cast<std::size_t>(c + 3);
    if (body.u_index[i] >= 0) {
      b.angle_rates[c] = u[body.u_index[i]];
      qdot[body.q_index[i]] = b.angle_rates[c];
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

void calc_position(const Model& model, double t, const ConstVec& q, Workspace& ws) {
  for (std::size_t j = 0; j < model.body_count(); ++j) {
    const Body& body = model.body(j);
    BodyWorkspace& b = ws.bodies[j];
    for (int c = 0; c < 6; ++c) {
      const auto i = static_cast<std::size_t>(c);
      if (c >= 3 && body.chart == Body::Chart::quaternion) break;
      const double value =
          body.q_index[i] >= 0 ? q[body.q_index[i]] : get_given(body.given.coordinates[i], t).value;
      if (c < 3) {
        b.p_TB[c] = body.given.nominal[c] + value;
      } else {
        b.angles[c - 3] = value;
      }
    }
    calc_orientation(body, q, b);
  }
}

void calc_velocity(const Model& model, double t, const ConstVec& q, const ConstVec& u,
                   Workspace& ws) {
  for (std::size_t j = 0; j < model.body_count(); ++j) {
    const Body& body = model.body(j);
    BodyWorkspace& b = ws.bodies[j];
    b.v_bias.setZero();
    for (int c = 0; c < 3; ++c) {
      const auto i = static_cast<std::size_t>(c);
      if (body.u_index[i] >= 0) {
        b.v_TB_T[c] = u[body.u_index[i]];
        ws.qdot[body.q_index[i]] = b.v_TB_T[c];
      } else {
        const PrescribedValue given = get_given(body.given.coordinates[i], t);
        b.v_TB_T[c] = given.rate;
        b.v_bias[c] = given.acceleration;
      }
    }
    calc_rotation_rates(body, t, q, u, b, ws.qdot);
    b.w_TC_C = b.carrier_map * b.w_TB_C;
  }
}

Vec3 calc_angles(const Model& model, const Workspace& ws, std::size_t body) {
  const BodyWorkspace& b = ws.bodies[body];
  return model.body(body).chart == Body::Chart::quaternion ? find_cardan_angles(b.R_TB) : b.angles;
}

void put_twist(const Model& model, const Workspace& ws, std::size_t index, const Vec3& v_TB_T,
               const Vec3& w_TB_C, VecX& u) {
  const Body& body = model.body(index);
  const BodyWorkspace& b = ws.bodies[index];
  const Vec3 rates = body.angular_speeds ? w_TB_C : Vec3(b.rate_map.inverse() * w_TB_C);
  for (int c = 0; c < 3; ++c) {
    const auto i = static_cast<std::size_t>(c);
    if (body.u_index[i] >= 0) u[body.u_index[i]] = v_TB_T[c];
    if (body.u_index[i + 3] >= 0) u[body.u_index[i + 3]] = rates[c];
  }
}

}  // namespace fourfoot::multibody
