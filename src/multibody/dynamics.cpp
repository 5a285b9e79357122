#include <Eigen/LU>

#include "multibody/equations.h"

namespace fourfoot::multibody {
namespace {

/// Rotation with some angles not free: E^T J E r'' = E^T (torque - J bias), E the columns of the
/// free angles. A lone 1x1 or 2x2 system (0x0 where nothing is free).
void solve_constrained_rotation(const Body& body, const Vec3& torque, BodyWorkspace& b,
                                Eigen::Ref<VecX> udot) {
  Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, 3> E(3, 0);
  std::array<int, 3> index{};
  int n = 0;
  for (int c = 0; c < 3; ++c) {
    const int at = body.u_index[static_cast<std::size_t>(c + 3)];
    if (at < 0) continue;
    E.conservativeResize(3, n + 1);
    E.col(n) = b.rate_map.col(c);
    index[static_cast<std::size_t>(n++)] = at;
  }
  b.alpha_C = b.w_bias;
  if (n == 0) return;
  const Mat3& J = body.given.inertia;
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3, 3>;
  using SmallVec = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1>;
  const Small theta = E.transpose() * J * E;
  const SmallVec f = E.transpose() * (torque - J * b.w_bias);
  const SmallVec r = theta.partialPivLu().solve(f);
  for (int k = 0; k < n; ++k) {
    udot[index[static_cast<std::size_t>(k)]] = r[k];
    b.alpha_C += E.col(k) * r[k];
  }
}

}  // namespace

void add_gravity(const Model& model, Frames frames, const Vec3& g_N, Workspace& ws) {
  for (std::size_t j = 0; j < model.body_count(); ++j) {
    ws.bodies[j].force_T += model.body(j).given.mass * (frames[j].R_NT.transpose() * g_N);
  }
}

void calc_acceleration(const Model& model, Frames frames, Workspace& ws, Eigen::Ref<VecX> udot) {
  for (std::size_t j = 0; j < model.body_count(); ++j) {
    const Body& body = model.body(j);
    BodyWorkspace& b = ws.bodies[j];
    const double m = body.given.mass;
    const Mat3& J = body.given.inertia;
    calc_imaginary({m, J, frames[j], b.R_TC, b.p_TB, b.v_TB_T, b.w_TB_C}, body.omitted,
                   b.imaginary);
    b.relative_torque = -b.w_TC_C.cross(J * b.w_TB_C);
    const Vec3 force = b.force_T + b.imaginary.total_force();
    const Vec3 torque = b.torque_C + b.imaginary.total_torque() + b.relative_torque;
    for (int c = 0; c < 3; ++c) {
      const int at = body.u_index[static_cast<std::size_t>(c)];
      b.a_T[c] = at >= 0 ? force[c] / m : b.v_bias[c];
      if (at >= 0) udot[at] = b.a_T[c];
    }
    if (body.angular_speeds) {
      b.alpha_C = body.inertia_inverse * torque;
      udot.segment<3>(body.u_index[3]) = b.alpha_C;
    } else {
      solve_constrained_rotation(body, torque, b, udot);
    }
    b.reaction_force_T = m * b.a_T - force;
    b.reaction_torque_C = J * b.alpha_C - torque;
  }
}

}  // namespace fourfoot::multibody
