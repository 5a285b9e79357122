#include "multibody/constraint_motion.h"

#include "multibody/joint_rows.h"

namespace fourfoot::multibody {
namespace {

void calc_relation_row(const Model& model, MotionWorkspace& ws, const Relation& relation, int row,
                       RowStage stage) {
  ConstraintWorkspace& cw = ws.constraint;
  (stage == RowStage::velocity ? cw.violation_d : cw.violation_dd)[row] =
      stage == RowStage::velocity ? -relation.given.value : 0.0;
  for (const Relation::Term& term : relation.terms) {
    const Body& body = model.body(term.body);
    const BodyWorkspace& b = ws.bodies[term.body];
    const bool turning = term.component >= 3;
    const int axis = term.component % 3;
    if (stage == RowStage::acceleration) {
      cw.violation_dd[row] += term.coefficient * (turning ? b.alpha_C : b.a_T)[axis];
      continue;
    }
    if (&term == &relation.terms.front()) cw.A.row(row).setZero();
    cw.violation_d[row] += term.coefficient * (turning ? b.w_TB_C : b.v_TB_T)[axis];
    if (body.speed_count > 0) {
      cw.A.row(row).segment(body.packed_begin, body.speed_count) +=
          term.coefficient * calc_twist_map(body, b).row(term.component);
    }
  }
}

void calc_surface_row(const Model& model, MotionWorkspace& ws, std::size_t k, RowStage stage) {
  ConstraintWorkspace& cw = ws.constraint;
  const SurfaceRow& surface = model.surfaces()[k];
  const SurfaceTerms& terms = cw.surfaces[k];
  const int row = model.surface_begin() + static_cast<int>(k);
  if (stage == RowStage::velocity) {
    cw.A.row(row).setZero();
    cw.violation[row] = terms.violation;
    cw.violation_d[row] = terms.violation_t;
  } else {
    cw.violation_dd[row] = terms.bias;
  }
  for (std::size_t e = 0; e < surface.ends.size(); ++e) {
    const Body& body = model.body(surface.ends[e].body);
    const BodyWorkspace& b = ws.bodies[surface.ends[e].body];
    const Vec6& J = terms.J[e];
    if (stage == RowStage::acceleration) {
      cw.violation_dd[row] += J.head<3>().dot(b.a_T) + J.tail<3>().dot(b.alpha_C);
      continue;
    }
    cw.violation_d[row] += J.head<3>().dot(b.v_TB_T) + J.tail<3>().dot(b.w_TB_C);
    if (body.speed_count > 0) {
      cw.A.row(row).segment(body.packed_begin, body.speed_count) +=
          reduce_wrench(calc_twist_map(body, b), J);
    }
  }
}

/// Multipliers into wrenches on the bodies; what is left of the reactions holds coordinates.
void share_joint_wrenches(const Model& model, MotionWorkspace& ws) {
  const ConstraintWorkspace& cw = ws.constraint;
  for (std::size_t j : model.constrained_bodies()) {
    ws.bodies[j].joint_force_T.setZero();
    ws.bodies[j].joint_torque_C.setZero();
  }
  for (const Joint& joint : model.joints()) {
    Vec6 on_a = Vec6::Zero(), on_b = Vec6::Zero();
    for (std::size_t k = joint.row_begin; k < joint.row_begin + joint.row_count; ++k) {
      const double lambda = cw.lambda[static_cast<Eigen::Index>(k)];
      on_a += lambda * cw.wrench_a[k];
      on_b += lambda * cw.wrench_b[k];
    }
    ws.bodies[joint.a].joint_force_T += on_a.head<3>();
    ws.bodies[joint.a].joint_torque_C += on_a.tail<3>();
    ws.bodies[joint.b].joint_force_T += on_b.head<3>();
    ws.bodies[joint.b].joint_torque_C += on_b.tail<3>();
  }
  for (std::size_t k = 0; k < model.relations().size(); ++k) {
    const double lambda = cw.lambda[static_cast<Eigen::Index>(model.rows().size() + k)];
    for (const Relation::Term& term : model.relations()[k].terms) {
      BodyWorkspace& b = ws.bodies[term.body];
      (term.component < 3 ? b.joint_force_T : b.joint_torque_C)[term.component % 3] +=
          lambda * term.coefficient;
    }
  }
  for (std::size_t k = 0; k < model.surfaces().size(); ++k) {
    const double lambda = cw.lambda[model.surface_begin() + static_cast<Eigen::Index>(k)];
    const std::vector<SurfaceRow::End>& ends = model.surfaces()[k].ends;
    for (std::size_t e = 0; e < ends.size(); ++e) {
      ws.bodies[ends[e].body].joint_force_T += lambda * cw.surfaces[k].J[e].head<3>();
      ws.bodies[ends[e].body].joint_torque_C += lambda * cw.surfaces[k].J[e].tail<3>();
    }
  }
  for (std::size_t j : model.constrained_bodies()) {
    ws.bodies[j].reaction_force_T -= ws.bodies[j].joint_force_T;
    ws.bodies[j].reaction_torque_C -= ws.bodies[j].joint_torque_C;
  }
}

}  // namespace

void calc_rows(const Model& model, Frames frames, MotionWorkspace& ws, RowStage stage) {
  calc_joint_rows(model, frames, ws, stage);
  for (std::size_t k = 0; k < model.relations().size(); ++k) {
    calc_relation_row(model, ws, model.relations()[k], static_cast<int>(model.rows().size() + k),
                      stage);
  }
  if (model.surfaces().empty()) return;
  if (ws.surface_source && stage == RowStage::velocity) ws.surface_source->calc_position_terms(ws);
  if (ws.surface_source && stage == RowStage::acceleration) ws.surface_source->calc_bias(ws);
  for (std::size_t k = 0; k < model.surfaces().size(); ++k) calc_surface_row(model, ws, k, stage);
}

void solve_dependent_speeds(const Model& model, double t, const ConstVec& u, Frames frames,
                            MotionWorkspace& ws) {
  ConstraintWorkspace& cw = ws.constraint;
  ws.speeds.setZero();
  for (Eigen::Index k = 0; k < u.size(); ++k) {
    ws.speeds[model.speed_of_u()[static_cast<std::size_t>(k)]] = u[k];
  }
  for (std::size_t j : model.constrained_bodies()) {
    calc_twist(model.body(j), t, ws.speeds, ws.bodies[j]);
  }
  calc_rows(model, frames, ws, RowStage::velocity);
  cw.lu_d.compute(model, cw.A, cw.X);
  cw.lu_d.solve(model, cw.violation_d, cw.lambda);
  for (std::size_t k = 0; k < model.dependent().size(); ++k) {
    const auto packed = static_cast<std::size_t>(model.dependent()[k]);
    ws.speeds[model.speed_of_packed()[packed]] = -cw.lambda[static_cast<Eigen::Index>(k)];
  }
  for (const ConstraintGroup& group : model.groups()) {
    for (std::size_t k = 0; k < group.bodies.size(); ++k) {
      const std::size_t j = group.bodies[k];
      if (!group.leads[k]) calc_twist(model.body(j), t, ws.speeds, ws.bodies[j]);
    }
  }
}

void add_drift_correction(const Model& model, const ConstVec& q, MotionWorkspace& ws) {
  ConstraintWorkspace& cw = ws.constraint;
  cw.lu_d.solve(model, cw.violation, cw.lambda);
  cw.drift.setZero();
  for (std::size_t k = 0; k < model.dependent().size(); ++k) {
    cw.drift[model.dependent()[k]] =
        -model.stabilisation_rate() * cw.lambda[static_cast<Eigen::Index>(k)];
  }
  for (const ConstraintGroup& group : model.groups()) {
    for (std::size_t k = 0; k < group.bodies.size(); ++k) {
      const std::size_t j = group.bodies[k];
      const Body& body = model.body(j);
      if (body.speed_count == 0 || group.leads[k]) continue;
      add_qdot(body, ws.bodies[j], q, cw.drift.data() + body.packed_begin, ws.qdot);
    }
  }
}

void calc_reduced_mass(const Model& model, MotionWorkspace& ws) {
  ConstraintWorkspace& cw = ws.constraint;
  for (const ConstraintGroup& group : model.groups()) {
    const int begin = group.independent_begin, free = group.independent_count;
    for (int k = begin; k < begin + free; ++k)
      cw.B.coeffRef(model.independent()[static_cast<std::size_t>(k)], k) = 1.0;
    for (const ConstraintBlock& block : group.blocks) {
      for (const int i : block.independent) {
        double* const out = &cw.B.coeffRef(0, i);
        const double* const x = &cw.X.coeffRef(0, i);
        if (block.follower_begin >= 0) {
          double* const own = out + block.follower_begin;
          const double* const from = x + block.dependent.front();
          for (int k = 0; k < 3; ++k) own[k] = from[k];
          own[block.follower_turns[0]] = from[3];
          own[block.follower_turns[1]] = from[4];
          continue;
        }
        for (const int d : block.dependent)
          out[model.dependent()[static_cast<std::size_t>(d)]] = x[d];
      }
    }
  }
  for (std::size_t j : model.constrained_bodies()) {
    const Body& body = model.body(j);
    const int at = body.packed_begin, n = body.speed_count;
    if (n == 0 || has_constant_mass(body)) continue;
    cw.mass.block(at, at, n, n) = reduce_mass(calc_twist_map(body, ws.bodies[j]), body);
  }
  put_reduced_mass(model, cw.mass, cw.B, cw.theta);
  cw.llt_theta.compute(model, cw.theta);
}

void solve_constrained(const Model& model, Frames frames, MotionWorkspace& ws,
                       Eigen::Ref<VecX> udot) {
  ConstraintWorkspace& cw = ws.constraint;
  // Free-body forces, one routine per body, and the accelerations where u' = 0.
  for (std::size_t j : model.constrained_bodies()) {
    const Body& body = model.body(j);
    BodyWorkspace& b = ws.bodies[j];
    b.a_T = b.v_bias;
    b.alpha_C = b.w_bias;
    const Vec6 drive = calc_drive(body, frames[j], b);
    b.reaction_force_T = -drive.head<3>();
    b.reaction_torque_C = -drive.tail<3>();
    if (body.speed_count == 0) continue;
    if (has_constant_mass(body)) {  // nothing is prescribed: no bias
      cw.f.segment<6>(body.packed_begin) = drive;
      continue;
    }
    Vec6 bias;
    bias << body.given.mass * b.v_bias, body.given.inertia * b.w_bias;
    cw.f.segment(body.packed_begin, body.speed_count) =
        reduce_wrench(calc_twist_map(body, b), drive - bias);
  }
  calc_rows(model, frames, ws, RowStage::acceleration);
  calc_reduced_mass(model, ws);
  cw.lu_d.solve(model, cw.violation_dd, cw.lambda);
  cw.bias.setZero();
  for (std::size_t k = 0; k < model.dependent().size(); ++k) {
    cw.bias[model.dependent()[k]] = -cw.lambda[static_cast<Eigen::Index>(k)];
  }
  cw.udot = cw.f;
  add_mass_product(model, -1.0, cw.mass, cw.bias, cw.udot);
  put_reduced(model, cw.B, cw.udot, cw.f_i);
  cw.udot_i = cw.f_i;
  cw.llt_theta.solve_in_place(model, cw.udot_i);
  cw.udot = cw.bias;
  add_spread(model, cw.B, cw.udot_i, cw.udot);
  for (std::size_t k = 0; k < model.independent().size(); ++k) {
    const auto packed = static_cast<std::size_t>(model.independent()[k]);
    const auto speed = static_cast<std::size_t>(model.speed_of_packed()[packed]);
    udot[model.u_of_speed()[speed]] = cw.udot_i[static_cast<Eigen::Index>(k)];
  }
  // Multipliers: A^T lambda = M u' - f, read in the rows of the dependent speeds.
  cw.bias = -cw.f;
  add_mass_product(model, 1.0, cw.mass, cw.udot, cw.bias);
  for (std::size_t k = 0; k < model.dependent().size(); ++k) {
    cw.violation_dd[static_cast<Eigen::Index>(k)] = cw.bias[model.dependent()[k]];
  }
  cw.lu_d.solve_transposed(model, cw.violation_dd, cw.lambda);
  for (std::size_t j : model.constrained_bodies()) {
    const Body& body = model.body(j);
    BodyWorkspace& b = ws.bodies[j];
    const double* const udot_j = cw.udot.data() + body.packed_begin;
    if (has_constant_mass(body)) {
      b.a_T = Eigen::Map<const Vec3>(udot_j);
      b.alpha_C = Eigen::Map<const Vec3>(udot_j + 3);
    } else {
      put_accelerations(body, calc_twist_map(body, b), udot_j, b);
    }
    b.reaction_force_T += body.given.mass * b.a_T;
    b.reaction_torque_C += body.given.inertia * b.alpha_C;
  }
  share_joint_wrenches(model, ws);
}

}  // namespace fourfoot::multibody
