#include "multibody/constraint_motion.h"

#include <optional>

namespace fourfoot::multibody {
namespace {

/// One end's share of a row of A: E^T of the wrench that lambda = 1 brings, which is kept too.
struct RowEnd {
  RowEnd(const Body& of, const BodyWorkspace& b, const MovingFrame& frame, const Vec3& arm)
      : body(of), E(calc_twist_map(of, b)), arm_N(arm) {
    R_TN = frame.R_NT.transpose();
    R_CN = b.R_TC.transpose() * R_TN;
  }
  void put(int row, const Vec3& force_N, const Vec3& torque_N, Vec6& wrench, MatX& A) const {
    wrench << R_TN * force_N, R_CN * (torque_N + arm_N.cross(force_N));
    if (body.speed_count == 0) return;
    A.row(row).segment(body.packed_begin, body.speed_count) += reduce_wrench(E, wrench);
  }
  const Body& body;
  TwistMap E;
  Vec3 arm_N;
  Mat3 R_TN, R_CN;
};

void calc_joint_rows(const Model& model, Frames frames, MotionWorkspace& ws, const Joint& joint,
                     RowStage stage) {
  ConstraintWorkspace& cw = ws.constraint;
  const EndMotion<double> a = calc_end(frames[joint.a], ws.bodies[joint.a], joint.given.a_on_track);
  const EndMotion<double> b = calc_end(frames[joint.b], ws.bodies[joint.b], false);
  std::optional<RowEnd> end_a, end_b;
  if (stage == RowStage::velocity) {
    end_a.emplace(model.body(joint.a), ws.bodies[joint.a], frames[joint.a],
                  a.R * joint.given.point_a);
    end_b.emplace(model.body(joint.b), ws.bodies[joint.b], frames[joint.b],
                  b.R * joint.given.point_b);
  }
  RowTerms<double> terms;
  for (std::size_t k = 0; k < joint.row_count; ++k) {
    const int row = static_cast<int>(joint.row_begin + k);
    calc_row(model.rows()[joint.row_begin + k], joint.given, a, b, terms);
    if (stage == RowStage::acceleration) {
      cw.violation_dd[row] = terms.violation_dd;
      continue;
    }
    cw.violation[row] = terms.violation;
    cw.violation_d[row] = terms.violation_d;
    end_b->put(row, terms.G, terms.H_b, cw.wrench_b[joint.row_begin + k], cw.A);
    if (joint.given.a_on_track) continue;
    end_a->put(row, -terms.G, terms.H_a, cw.wrench_a[joint.row_begin + k], cw.A);
  }
}

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
  for (std::size_t k = 0; k < model.rows().size(); ++k) {
    const Joint& joint = model.joints()[model.rows()[k].joint];
    const double lambda = cw.lambda[static_cast<Eigen::Index>(k)];
    BodyWorkspace& a = ws.bodies[joint.a];
    BodyWorkspace& b = ws.bodies[joint.b];
    a.joint_force_T += lambda * cw.wrench_a[k].head<3>();
    a.joint_torque_C += lambda * cw.wrench_a[k].tail<3>();
    b.joint_force_T += lambda * cw.wrench_b[k].head<3>();
    b.joint_torque_C += lambda * cw.wrench_b[k].tail<3>();
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

EndMotion<double> calc_end(const MovingFrame& frame, const BodyWorkspace& b, bool on_track) {
  if (on_track) {
    const Mat3& R = frame.R_NT;
    return {frame.p_NT, R * frame.v_NT_T, R * frame.a_NT_T,
            R,          R * frame.w_NT_T, R * frame.alpha_NT_T};
  }
  return move_end<double>(frame, b.p_TB, b.R_TB, b.R_TC, b.v_TB_T, b.w_TB_C, b.w_TC_C, b.a_T,
                          b.alpha_C);
}

void calc_rows(const Model& model, Frames frames, MotionWorkspace& ws, RowStage stage) {
  if (stage == RowStage::velocity) ws.constraint.A.setZero();
  for (const Joint& joint : model.joints()) calc_joint_rows(model, frames, ws, joint, stage);
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
}

void add_drift_correction(const Model& model, const ConstVec& q, MotionWorkspace& ws) {
  ConstraintWorkspace& cw = ws.constraint;
  cw.lu_d.solve(model, cw.violation, cw.lambda);
  cw.drift.setZero();
  for (std::size_t k = 0; k < model.dependent().size(); ++k) {
    cw.drift[model.dependent()[k]] =
        -model.stabilisation_rate() * cw.lambda[static_cast<Eigen::Index>(k)];
  }
  for (std::size_t j : model.constrained_bodies()) {
    const Body& body = model.body(j);
    if (body.speed_count == 0) continue;
    add_qdot(body, ws.bodies[j], q, cw.drift.data() + body.packed_begin, ws.qdot);
  }
}

void calc_reduced_mass(const Model& model, MotionWorkspace& ws) {
  ConstraintWorkspace& cw = ws.constraint;
  for (const ConstraintGroup& group : model.groups()) {
    const int begin = group.independent_begin, free = group.independent_count;
    cw.B.block(group.packed_begin, begin, group.packed_count, free).setZero();
    for (int k = begin; k < begin + free; ++k)
      cw.B(model.independent()[static_cast<std::size_t>(k)], k) = 1.0;
    for (int k = group.dependent_begin; k < group.dependent_begin + group.row_count(); ++k) {
      const int packed = model.dependent()[static_cast<std::size_t>(k)];
      cw.B.row(packed).segment(begin, free) = cw.X.row(k).segment(begin, free);
    }
  }
  for (std::size_t j : model.constrained_bodies()) {
    const Body& body = model.body(j);
    const int at = body.packed_begin, n = body.speed_count;
    if (n == 0 || has_constant_mass(body)) continue;
    cw.mass.block(at, at, n, n) = reduce_mass(calc_twist_map(body, ws.bodies[j]), body);
  }
  put_mass_product(model, cw.mass, cw.B, cw.MB);
  put_theta(model, cw.X, cw.MB, cw.theta);
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
    Vec6 bias;
    bias << body.given.mass * b.v_bias, body.given.inertia * b.w_bias;
    const Vec6 drive = calc_drive(body, frames[j], b);
    b.reaction_force_T = -drive.head<3>();
    b.reaction_torque_C = -drive.tail<3>();
    if (body.speed_count == 0) continue;
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
    put_accelerations(body, calc_twist_map(body, b), cw.udot.data() + body.packed_begin, b);
    b.reaction_force_T += body.given.mass * b.a_T;
    b.reaction_torque_C += body.given.inertia * b.alpha_C;
  }
  share_joint_wrenches(model, ws);
}

}  // namespace fourfoot::multibody
