#include "multibody/jump.h"

#include <Eigen/LU>

namespace fourfoot::multibody {
namespace {

/// Rates of the free angles that come nearest to w: E^T J E r = E^T J (w - given).
void put_nearest_rates(const Body& body, const BodyWorkspace& b, const Vec3& w, VecX& u) {
  const Mat3& J = body.given.inertia;
  Vec3 rest = w;
  Mat3 theta = Mat3::Identity();
  Vec3 f = Vec3::Zero();
  for (int c = 0; c < 3; ++c) {
    if (!body.is_free(c + 3)) rest -= b.rate_map.col(c) * b.angle_rates[c];
  }
  for (int i = 0; i < 3; ++i) {
    if (!body.is_free(i + 3)) continue;
    f[i] = b.rate_map.col(i).dot(J * rest);
    for (int k = 0; k < 3; ++k) {
      theta(i, k) = body.is_free(k + 3) ? b.rate_map.col(i).dot(J * b.rate_map.col(k)) : 0.0;
    }
  }
  const Vec3 rates = theta.inverse() * f;
  for (int c = 0; c < 3; ++c) {
    const int at = body.u_index[static_cast<std::size_t>(c + 3)];
    if (at >= 0) u[at] = rates[c];
  }
}

}  // namespace

void apply_jump(const Model& model, double t, const ConstVec& q, Frames before, Frames after,
                Workspace& ws, VecX& u) {
  calc_position(model, t, q, ws);
  calc_velocity(model, t, q, u, ws);
  for (std::size_t j = 0; j < model.body_count(); ++j) {
    const Vec3 jump_w = after[j].w_NT_T - before[j].w_NT_T;
    const Vec3 jump_v = after[j].v_NT_T - before[j].v_NT_T;
    if (jump_w.isZero(0.0) && jump_v.isZero(0.0)) continue;
    const Body& body = model.body(j);
    const BodyWorkspace& b = ws.bodies[j];
    const Vec3 v = b.v_TB_T - jump_v - jump_w.cross(b.p_TB);
    const Vec3 w = b.w_TB_C - b.R_TC.transpose() * jump_w;
    for (int c = 0; c < 3; ++c) {
      const int at = body.u_index[static_cast<std::size_t>(c)];
      if (at >= 0) u[at] = v[c];
    }
    if (body.angular_speeds) {
      u.segment<3>(body.u_index[3]) = w;
    } else {
      put_nearest_rates(body, b, w, u);
    }
  }
  calc_velocity(model, t, q, u, ws);
}

}  // namespace fourfoot::multibody
