#include "multibody/body_motion.h"
#include "multibody/constraint_motion.h"

namespace fourfoot::multibody {
namespace {

/// Rotation with some angles not free: E^T J E r'' = E^T (torque - J bias), E the columns of the
/// free angles. A lone 1x1 or 2x2 system (0x0 where nothing is free).
void solve_constrained_rotation(const Body& body, const Vec3& torque, const int* u_of_speed,
                                BodyWorkspace& b, Eigen::Ref<VecX> udot) {
  Mat3 E;
  std::array<int, 3> index{};
  int n = 0;
  for (int c = 0; c < 3; ++c) {
    const int at = body.speed_index[static_cast<std::size_t>(c + 3)];
    if (at < 0) continue;
    E.col(n) = b.rate_map.col(c);
    index[static_cast<std::size_t>(n++)] = at;
  }
  b.alpha_C = b.w_bias;
  if (n == 0) return;
  const Mat3& J = body.given.inertia;
  // Theta r'' = f; rows and columns beyond n are those of the identity.
  const Vec3 driving = torque - J * b.w_bias;
  Mat3 theta = Mat3::Identity();
  Vec3 r = Vec3::Zero();
  for (int i = 0; i < n; ++i) {
    r[i] = E.col(i).dot(driving);
    for (int k = 0; k < n; ++k) theta(i, k) = E.col(i).dot(J * E.col(k));
  }
  solve_small(theta, r);
  for (int k = 0; k < n; ++k) {
    udot[u_of_speed[index[static_cast<std::size_t>(k)]]] = r[k];
    b.alpha_C += E.col(k) * r[k];
  }
}

}  // namespace

void add_gravity(const Model& model, Frames frames, const Vec3& g_N, MotionWorkspace& ws) {
  for (std::size_t j = 0; j < model.body_count(); ++j) {
    if (model.body(j).given.is_track_part) continue;
    ws.bodies[j].force_T += model.body(j).given.mass * (frames[j].R_NT.transpose() * g_N);
  }
}

void calc_acceleration(const Model& model, Frames frames, MotionWorkspace& ws,
                       Eigen::Ref<VecX> udot) {
  for (std::size_t j = 0; j < model.body_count(); ++j) {
    const Body& body = model.body(j);
    if (body.packed_begin >= 0) continue;
    BodyWorkspace& b = ws.bodies[j];
    if (body.mode_count > 0) {
      calc_mode_acceleration(body, b);
      udot.segment(model.u_of_speed()[static_cast<std::size_t>(body.mode_speed_begin)],
                   body.mode_count) = b.eta_dd;
    }
    const double m = body.given.mass;
    const Vec6 drive = calc_drive(body, frames[j], b);
    const Vec3 torque = drive.tail<3>();
    const int* u_of_speed = model.u_of_speed().data();
    for (int c = 0; c < 3; ++c) {
      const int at = body.speed_index[static_cast<std::size_t>(c)];
      b.a_T[c] = at >= 0 ? drive[c] / m : b.v_bias[c];
      if (at >= 0) udot[u_of_speed[at]] = b.a_T[c];
    }
    if (body.angular_speeds) {
      b.alpha_C = body.inertia_inverse * torque;
      udot.segment<3>(u_of_speed[body.speed_index[3]]) = b.alpha_C;
    } else {
      solve_constrained_rotation(body, torque, u_of_speed, b, udot);
    }
    b.reaction_force_T = m * b.a_T - drive.head<3>();
    b.reaction_torque_C = body.given.inertia * b.alpha_C - torque;
  }
  if (model.is_constrained()) solve_constrained(model, frames, ws, udot);
}

}  // namespace fourfoot::multibody
