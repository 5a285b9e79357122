#include "multibody/energy.h"

namespace fourfoot::multibody {

EnergyBalance calc_energy(const Model& model, Frames frames, const MotionWorkspace& ws) {
  EnergyBalance out;
  for (std::size_t j = 0; j < model.body_count(); ++j) {
    const Body& body = model.body(j);
    const BodyWorkspace& b = ws.bodies[j];
    const MovingFrame& f = frames[j];
    const Vec3 V = f.v_NT_T + f.w_NT_T.cross(b.p_TB) + b.v_TB_T;  // in T
    const Vec3 W = b.R_TC.transpose() * f.w_NT_T + b.w_TB_C;      // in C
    out.kinetic += 0.5 * body.given.mass * V.squaredNorm() + 0.5 * W.dot(body.given.inertia * W);
    out.applied += b.force_T.dot(V) + b.torque_C.dot(W);
    out.held += b.reaction_force_T.dot(V) + b.reaction_torque_C.dot(W);
    if (body.mode_count > 0) {
      const Modes& modes = body.given.modes;
      out.kinetic += 0.5 * b.eta_d.dot(modes.mass * b.eta_d);
      out.applied += b.modal.dot(b.eta_d);
      out.internal -= b.eta_d.dot(modes.stiffness * b.eta + modes.damping * b.eta_d);
    }
    if (body.packed_begin >= 0) out.joint += b.joint_force_T.dot(V) + b.joint_torque_C.dot(W);
  }
  return out;
}

JointReaction calc_joint_reaction(const Model& model, const MotionWorkspace& ws, Frames frames,
                                  std::size_t index) {
  const Joint& joint = model.joints()[index];
  const BodyWorkspace& b = ws.bodies[joint.b];
  const Mat3& R_NT = frames[joint.b].R_NT;
  Vec6 wrench = Vec6::Zero();
  for (std::size_t k = joint.row_begin; k < joint.row_begin + joint.row_count; ++k) {
    wrench += ws.constraint.lambda[static_cast<Eigen::Index>(k)] * ws.constraint.wrench_b[k];
  }
  const Vec3 force_N = R_NT * wrench.head<3>();
  const Vec3 arm_N = R_NT * (b.R_TB * joint.given.point_b);
  const Vec3 torque_N = R_NT * (b.R_TC * wrench.tail<3>()) - arm_N.cross(force_N);
  const Mat3 R_NA = joint.given.a_on_track ? frames[joint.a].R_NT
                                           : Mat3(frames[joint.a].R_NT * ws.bodies[joint.a].R_TB);
  return {R_NA.transpose() * force_N, R_NA.transpose() * torque_N};
}

double calc_holding_force(const Model& model, const MotionWorkspace& ws, std::size_t body,
                          Coordinate coordinate) {
  const BodyWorkspace& b = ws.bodies[body];
  const int c = static_cast<int>(coordinate);
  if (model.body(body).is_free(c)) return 0.0;
  return c < 3 ? b.reaction_force_T[c] : b.rate_map.col(c - 3).dot(b.reaction_torque_C);
}

}  // namespace fourfoot::multibody
