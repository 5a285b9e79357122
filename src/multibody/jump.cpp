#include "multibody/jump.h"

#include "multibody/constraint_motion.h"

namespace fourfoot::multibody {
namespace {

/// Speeds of one body from its generalised momentum g = E^T M (twist - given part).
void solve_momentum(const Body& body, const BodyWorkspace& b, Eigen::Ref<VecX> g) {
  if (body.speed_count == 0) return;
  const TwistMap E = calc_twist_map(body, b);
  SpeedMat mass = reduce_mass(E, body);
  solve_small(mass, g.segment(body.speed_begin, body.speed_count));
}

/// u of the allowed motion nearest to the one with generalised momentum g of the speeds: Theta u =
/// B^T (g - M b). g is used up.
void project_momentum(const Model& model, double t, const ConstVec& q, Frames frames, Workspace& ws,
                      VecX& g, Eigen::Ref<VecX> u) {
  for (std::size_t j = 0; j < model.body_count(); ++j) {
    if (model.body(j).packed_begin < 0) solve_momentum(model.body(j), ws.bodies[j], g);
  }
  if (model.is_constrained()) {
    ConstraintWorkspace& cw = ws.constraint;
    u.setZero();
    calc_velocity(model, t, q, u, frames, ws);  // ws.speeds = b
    calc_reduced_mass(model, ws);
    for (int k = 0; k < model.packed_count(); ++k) {
      const int speed = model.speed_of_packed()[static_cast<std::size_t>(k)];
      cw.f[k] = g[speed];
      cw.bias[k] = ws.speeds[speed];
    }
    cw.udot = cw.f;
    add_product(-1.0, cw.mass, cw.bias, cw.udot);
    put_transposed_product(cw.B, cw.udot, cw.f_i);
    cw.llt_theta.solve_in_place(cw.f_i);
    for (std::size_t k = 0; k < model.independent().size(); ++k) {
      const auto packed = static_cast<std::size_t>(model.independent()[k]);
      g[model.speed_of_packed()[packed]] = cw.f_i[static_cast<Eigen::Index>(k)];
    }
  }
  for (Eigen::Index k = 0; k < u.size(); ++k) {
    u[k] = g[model.speed_of_u()[static_cast<std::size_t>(k)]];
  }
  calc_velocity(model, t, q, u, frames, ws);
}

}  // namespace

void project_speeds(const Model& model, double t, const ConstVec& q, const ConstVec& speeds,
                    Frames frames, Workspace& ws, Eigen::Ref<VecX> u) {
  VecX g = VecX::Zero(model.speed_count());
  for (std::size_t j = 0; j < model.body_count(); ++j) {
    const Body& body = model.body(j);
    if (body.speed_count == 0) continue;
    const TwistMap E = calc_twist_map(body, ws.bodies[j]);
    Vec6 twist = Vec6::Zero();
    for (int k = 0; k < body.speed_count; ++k) twist += E.col(k) * speeds[body.speed_begin + k];
    g.segment(body.speed_begin, body.speed_count) = reduce_wrench(E, make_mass(body) * twist);
  }
  project_momentum(model, t, q, frames, ws, g, u);
}

void apply_jump(const Model& model, double t, const ConstVec& q, Frames before, Frames after,
                Workspace& ws, VecX& u) {
  calc_position(model, t, q, ws);
  calc_velocity(model, t, q, u, before, ws);
  VecX g = VecX::Zero(model.speed_count());
  const VecX none = VecX::Zero(model.speed_count());
  for (std::size_t j = 0; j < model.body_count(); ++j) {
    const Body& body = model.body(j);
    const double share = body.given.is_track_part ? 0.0 : 1.0;
    const Vec3 jump_w = share * (after[j].w_NT_T - before[j].w_NT_T);
    const Vec3 jump_v = share * (after[j].v_NT_T - before[j].v_NT_T);
    BodyWorkspace& b = ws.bodies[j];
    Vec6 twist;
    twist << b.v_TB_T - jump_v - jump_w.cross(b.p_TB), b.w_TB_C - b.R_TC.transpose() * jump_w;
    calc_twist(body, t, none, b);  // the part that is given
    twist.head<3>() -= b.v_TB_T;
    twist.tail<3>() -= b.w_TB_C;
    if (body.speed_count == 0) continue;
    g.segment(body.speed_begin, body.speed_count) =
        reduce_wrench(calc_twist_map(body, b), make_mass(body) * twist);
  }
  project_momentum(model, t, q, after, ws, g, u);
}

}  // namespace fourfoot::multibody
