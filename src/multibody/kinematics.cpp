#include <cmath>

#include "multibody/body_motion.h"
#include "multibody/constraint_motion.h"
#include "multibody/orientation.h"

namespace fourfoot::multibody {
namespace {

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
      b.carrier_map << 1.0, 0.0, 0.0, 0.0, 0.0, b.R_TC(2, 1) / b.R_TC(2, 2), 0.0, 0.0, 1.0;
      break;
  }
}

}  // namespace

void calc_position(const Model& model, double t, const ConstVec& q, MotionWorkspace& ws) {
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
    if (body.mode_count > 0) b.eta = q.segment(body.mode_q_begin, body.mode_count);
  }
}

void calc_velocity(const Model& model, double t, const ConstVec& q, const ConstVec& u,
                   Frames frames, MotionWorkspace& ws) {
  if (!model.is_constrained()) {
    ws.speeds = u;
  } else {
    solve_dependent_speeds(model, t, u, frames, ws);
  }
  for (std::size_t j = 0; j < model.body_count(); ++j) {
    // Those of constrained bodies are known with the dependent speeds.
    if (model.body(j).packed_begin < 0) calc_twist(model.body(j), t, ws.speeds, ws.bodies[j]);
    put_qdot(model.body(j), ws.bodies[j], q, ws.qdot);
    put_mode_rates(model.body(j), ws.speeds, ws.bodies[j], ws.qdot);
  }
  if (model.is_constrained()) add_drift_correction(model, q, ws);
}

Vec3 calc_angles(const Model& model, const MotionWorkspace& ws, std::size_t body) {
  const BodyWorkspace& b = ws.bodies[body];
  return model.body(body).chart == Body::Chart::quaternion ? find_cardan_angles(b.R_TB) : b.angles;
}

void put_twist(const Model& model, const MotionWorkspace& ws, std::size_t index, const Vec3& v_TB_T,
               const Vec3& w_TB_C, VecX& speeds) {
  const Body& body = model.body(index);
  const BodyWorkspace& b = ws.bodies[index];
  const Vec3 rates = body.angular_speeds ? w_TB_C : Vec3(b.rate_map.inverse() * w_TB_C);
  for (int c = 0; c < 3; ++c) {
    const auto i = static_cast<std::size_t>(c);
    if (body.speed_index[i] >= 0) speeds[body.speed_index[i]] = v_TB_T[c];
    if (body.speed_index[i + 3] >= 0) speeds[body.speed_index[i + 3]] = rates[c];
  }
}

}  // namespace fourfoot::multibody
