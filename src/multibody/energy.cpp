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

}  // namespace fourfoot::multibody
