#include "multibody/jump.h"

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

#include "multibody/assembly.h"
#include "multibody/constraint_motion.h"
#include "multibody/orientation.h"

namespace fourfoot::multibody {
namespace {

/// Speeds of one body from its generalised momentum g = E^T M (twist - given part).
void solve_momentum(const Body& body, const BodyWorkspace& b, Eigen::Ref<VecX> g) {
  if (body.speed_count == 0) return;
  const TwistMap E = calc_twist_map(body, b);
  SpeedMat mass = reduce_mass(E, body);
  solve_small(mass, g.segment(body.speed_begin, body.speed_count));
}

/// Modes do not feel a corner: their speeds go on.
void keep_mode_speeds(const Model& model, const ConstVec& speeds, VecX& g) {
  if (!model.has_modes()) return;
  for (const Body& body : model.bodies())
    g.segment(body.mode_speed_begin, body.mode_count) =
        speeds.segment(body.mode_speed_begin, body.mode_count);
}

/// u of the allowed motion nearest to the one with generalised momentum g of the speeds: Theta u =
/// B^T (g - M b). g is used up.
void project_momentum(const Model& model, double t, const ConstVec& q, Frames frames,
                      MotionWorkspace& ws, VecX& g, Eigen::Ref<VecX> u) {
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
    add_mass_product(model, -1.0, cw.mass, cw.bias, cw.udot);
    put_reduced(model, cw.B, cw.udot, cw.f_i);
    cw.llt_theta.solve_in_place(model, cw.f_i);
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

bool is_turned(const MovingFrame& before, const MovingFrame& after) {
  return (before.R_NT - after.R_NT).cwiseAbs().maxCoeff() > 1e-12;
}

/// Pose and absolute velocity of a body, in the axes of its frame behind the corner.
struct Aim {
  Vec3 p;
  Mat3 R;  ///< of the body
  Vec3 V, W;
};

Aim make_aim(const Body& body, const MovingFrame& before, const MovingFrame& after,
             const BodyWorkspace& b) {
  const Vec3 w = b.R_TC * b.w_TB_C;
  if (body.given.is_track_part) {
    return {b.p_TB, b.R_TB, after.v_NT_T + after.w_NT_T.cross(b.p_TB) + b.v_TB_T, after.w_NT_T + w};
  }
  const Mat3 R_AB = after.R_NT.transpose() * before.R_NT;
  return {R_AB * b.p_TB, R_AB * b.R_TB,
          R_AB * (before.v_NT_T + before.w_NT_T.cross(b.p_TB) + b.v_TB_T),
          R_AB * (before.w_NT_T + w)};
}

/// Writes the pose of a body that stands free; a wheelset's spin angle, however large, goes on.
void put_free_pose(const Model& model, std::size_t index, const Aim& aim, double spin, VecX& q) {
  const Body& body = model.body(index);
  Vec3 angles = find_cardan_angles(aim.R);
  if (body.is_wheelset()) {
    constexpr double turn = 2.0 * std::numbers::pi;
    angles = find_wheelset_angles(aim.R);
    angles.y() += turn * std::round((spin - angles.y()) / turn);
  }
  model.put_pose(index, aim.p - body.given.nominal, angles, q);
}

/// Where bodies are from where they were to stay: (displacement in T, turn in C).
Vec6 calc_displacement(const BodyWorkspace& b, const Aim& aim) {
  const Eigen::AngleAxisd turn(Mat3(b.R_TB * aim.R.transpose()));
  Vec6 D;
  D << b.p_TB - aim.p, b.R_TC.transpose() * (turn.angle() * turn.axis());
  return D;
}

/// E^T M D of all bodies.
VecX reduce_all(const Model& model, const MotionWorkspace& ws, const std::vector<Vec6>& D) {
  VecX g = VecX::Zero(model.speed_count());
  for (std::size_t j = 0; j < model.body_count(); ++j) {
    const Body& body = model.body(j);
    if (body.speed_count == 0) continue;
    g.segment(body.speed_begin, body.speed_count) =
        reduce_wrench(calc_twist_map(body, ws.bodies[j]), make_mass(body) * D[j]);
  }
  return g;
}

/// The position nearest to the aims that locks and joints allow: from the present one along the
/// motions they allow, until no such motion brings it nearer.
void draw_near(const Model& model, double t, const std::vector<Aim>& aims, Frames after,
               MotionWorkspace& ws, VecX& q) {
  constexpr int most = 50;
  VecX u(model.u_count());
  std::vector<Vec6> D(aims.size());
  for (int k = 0; k < most; ++k) {
    if (model.is_constrained()) assemble(model, t, after, ws, q);
    calc_position(model, t, q, ws);
    for (std::size_t j = 0; j < aims.size(); ++j) D[j] = calc_displacement(ws.bodies[j], aims[j]);
    // What is given (prescribed rates, moving surfaces) is in both and no displacement.
    VecX g = -reduce_all(model, ws, D), none = VecX::Zero(g.size());
    project_momentum(model, t, q, after, ws, g, u);
    VecX step = ws.qdot;
    project_momentum(model, t, q, after, ws, none, u);
    step -= ws.qdot;
    q += step;
    for (const Body& body : model.bodies()) {
      if (body.chart == Body::Chart::quaternion) q.segment<4>(body.q_index[3]).normalize();
    }
    if (step.size() == 0 || step.cwiseAbs().maxCoeff() < 1e-13) break;
  }
  if (model.is_constrained()) assemble(model, t, after, ws, q);
}

}  // namespace

bool has_turned(Frames before, Frames after) {
  for (std::size_t j = 0; j < before.size(); ++j) {
    if (is_turned(before[j], after[j])) return true;
  }
  return false;
}

void project_speeds(const Model& model, double t, const ConstVec& q, const ConstVec& speeds,
                    Frames frames, MotionWorkspace& ws, Eigen::Ref<VecX> u) {
  VecX g = VecX::Zero(model.speed_count());
  for (std::size_t j = 0; j < model.body_count(); ++j) {
    const Body& body = model.body(j);
    if (body.speed_count == 0) continue;
    const TwistMap E = calc_twist_map(body, ws.bodies[j]);
    Vec6 twist = Vec6::Zero();
    for (int k = 0; k < body.speed_count; ++k) twist += E.col(k) * speeds[body.speed_begin + k];
    g.segment(body.speed_begin, body.speed_count) = reduce_wrench(E, make_mass(body) * twist);
  }
  keep_mode_speeds(model, speeds, g);
  project_momentum(model, t, q, frames, ws, g, u);
}

void apply_jump(const Model& model, double t, const ConstVec& q, Frames before, Frames after,
                MotionWorkspace& ws, VecX& u) {
  calc_position(model, t, q, ws);
  calc_velocity(model, t, q, u, before, ws);
  VecX g = VecX::Zero(model.speed_count());
  keep_mode_speeds(model, ws.speeds, g);
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

void pass_corner(const Model& model, double t, Frames before, Frames after, MotionWorkspace& ws,
                 VecX& q, VecX& u) {
  if (!has_turned(before, after)) return apply_jump(model, t, q, before, after, ws, u);
  calc_position(model, t, q, ws);
  calc_velocity(model, t, q, u, before, ws);
  const VecX speeds_before = ws.speeds;
  std::vector<Aim> aims(model.body_count());
  for (std::size_t j = 0; j < aims.size(); ++j) {
    aims[j] = make_aim(model.body(j), before[j], after[j], ws.bodies[j]);
    if (is_turned(before[j], after[j]) && !model.body(j).given.is_track_part)
      put_free_pose(model, j, aims[j], ws.bodies[j].angles.y(), q);
  }
  draw_near(model, t, aims, after, ws, q);
  calc_position(model, t, q, ws);
  std::vector<Vec6> twists(aims.size());
  const VecX none = VecX::Zero(model.speed_count());
  for (std::size_t j = 0; j < aims.size(); ++j) {
    BodyWorkspace& b = ws.bodies[j];
    calc_twist(model.body(j), t, none, b);  // the part that is given
    twists[j] << aims[j].V - after[j].v_NT_T - after[j].w_NT_T.cross(b.p_TB) - b.v_TB_T,
        b.R_TC.transpose() * (aims[j].W - after[j].w_NT_T) - b.w_TB_C;
  }
  VecX g = reduce_all(model, ws, twists);
  keep_mode_speeds(model, speeds_before, g);
  project_momentum(model, t, q, after, ws, g, u);
}

}  // namespace fourfoot::multibody
