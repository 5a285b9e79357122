#include "multibody/constraint_jacobian.h"

#include "multibody/constraint_motion.h"
#include "multibody/group_mass.h"
#include "multibody/joint_derivatives.h"
#include "multibody/joint_rows.h"
#include "multibody/mode_jacobian.h"

namespace fourfoot::multibody {
namespace {

using BodyPart = JacobianWorkspace::BodyPart;

/// Adds the derivative of a scalar by one body's 12 directions to a row over (q, speeds).
void add_row(const Row12& d, const Body& body, const BodyPart& part, int nq, Eigen::Ref<MatX> rows,
             int row) {
  if (body.q_count > 0) {
    rows.row(row).segment(body.q_begin, body.q_count) +=
        d.leftCols<6>() * part.turn_q + d.rightCols<6>() * part.twist_q;
  }
  if (rows.cols() > nq && body.speed_count > 0) {
    rows.row(row).segment(nq + body.speed_begin, body.speed_count) +=
        d.rightCols<6>() * part.twist_u;
  }
}

/// violation'' changes also through the accelerations' biases; J: the row of the present wrench.
void add_bias(const Vec6& J, const Body& body, const BodyPart& part, int nq, MatX& rows, int row) {
  if (body.angular_speeds || body.speed_count == 0) return;
  rows.row(row).segment(body.q_begin, body.q_count) += J.transpose() * part.bias_q;
  rows.row(row).segment(nq + body.speed_begin, body.speed_count) += J.transpose() * part.bias_u;
}

void add_position_row(const Vec6& J, const Body& body, const BodyPart& part, MatX& rows, int row) {
  if (body.q_count > 0) {
    rows.row(row).segment(body.q_begin, body.q_count) += J.transpose() * part.turn_q;
  }
}

/// E_i^T dW of a joint's wrench by the position of body j, whose directions count the spin.
void add_joint_block(const Mat6& d, const Body& bi, const Body& bj, const BodyPart& pi,
                     const BodyPart& pj, MatX& residual) {
  if (bi.speed_count == 0 || bj.q_count == 0) return;
  residual.block(bi.speed_begin, bj.q_begin, bi.speed_count, bj.q_count) +=
      pi.twist_u.transpose().lazyProduct(d.lazyProduct(pj.turn_q).eval());
}

void add_joint(const Model& model, Frames frames, const MotionWorkspace& ws, const Joint& joint,
               JacobianWorkspace& jw) {
  const int nq = model.q_count();
  const Body &body_a = model.body(joint.a), &body_b = model.body(joint.b);
  const BodyPart &pa = jw.bodies[joint.a], &pb = jw.bodies[joint.b];
  const bool on_track = joint.given.a_on_track;
  const MovingFrame still;  // what both ends share need not be known
  const bool shares = share_frame(frames[joint.a], frames[joint.b]);
  JointEnd a(shares ? still : frames[joint.a], ws.bodies[joint.a], body_a.is_wheelset());
  const JointEnd b(shares ? still : frames[joint.b], ws.bodies[joint.b], body_b.is_wheelset());
  if (on_track) a.motion = carry(a.frame, make_track_end());
  JointMotion<double> motion;
  move_joint(joint, a.motion, b.motion, motion);
  for (std::size_t k = joint.row_begin; k < joint.row_begin + joint.row_count; ++k) {
    const int row = static_cast<int>(k);
    const RowDerivatives d = differentiate_row(model.rows()[k], joint, motion, a, b);
    const Vec6 &Ja = ws.constraint.wrench_a[k], &Jb = ws.constraint.wrench_b[k];
    add_row(d.rate_b, body_b, pb, nq, jw.rows_d, row);
    add_row(d.second_b, body_b, pb, nq, jw.rows_dd, row);
    add_bias(Jb, body_b, pb, nq, jw.rows_dd, row);
    add_position_row(Jb, body_b, pb, jw.rows, row);
    if (on_track) continue;
    add_row(d.rate_a, body_a, pa, nq, jw.rows_d, row);
    add_row(d.second_a, body_a, pa, nq, jw.rows_dd, row);
    add_bias(Ja, body_a, pa, nq, jw.rows_dd, row);
    add_position_row(Ja, body_a, pa, jw.rows, row);
  }
  const WrenchBlocks d = differentiate_wrenches(model, joint, motion, ws.constraint.lambda, a, b);
  add_joint_block(d.bb, body_b, body_b, pb, pb, jw.residual);
  if (on_track) return;
  add_joint_block(d.ba, body_b, body_a, pb, pa, jw.residual);
  add_joint_block(d.aa, body_a, body_a, pa, pa, jw.residual);
  add_joint_block(d.ab, body_a, body_b, pa, pb, jw.residual);
}

void add_relation(const Model& model, const Relation& relation, int row, JacobianWorkspace& jw) {
  for (const Relation::Term& term : relation.terms) {
    const Body& body = model.body(term.body);
    const BodyPart& part = jw.bodies[term.body];
    Row12 d = Row12::Zero();
    d[6 + term.component] = term.coefficient;
    add_row(d, body, part, model.q_count(), jw.rows_d, row);
    add_bias(term.coefficient * Vec6::Unit(term.component), body, part, model.q_count(), jw.rows_dd,
             row);
  }
}

void add_surface(const Model& model, const MotionWorkspace& ws, std::size_t k,
                 JacobianWorkspace& jw) {
  const SurfaceTerms& terms = ws.constraint.surfaces[k];
  const std::vector<SurfaceRow::End>& ends = model.surfaces()[k].ends;
  const int nq = model.q_count(), row = model.surface_begin() + static_cast<int>(k);
  for (std::size_t e = 0; e < ends.size(); ++e) {
    const Body& body = model.body(ends[e].body);
    const BodyPart& part = jw.bodies[ends[e].body];
    if (body.q_count == 0) continue;
    const auto add = [&](const Row12& d, MatX& rows) {
      rows.row(row).segment(body.q_begin, body.q_count) +=
          d.leftCols<6>() * part.pose_q + d.rightCols<6>() * part.twist_q;
    };
    jw.rows.row(row).segment(body.q_begin, body.q_count) += terms.J[e].transpose() * part.pose_q;
    add(terms.rate_x[e], jw.rows_d);
    add(terms.second_x[e], jw.rows_dd);
    jw.rows_dd.row(row).segment(nq + body.speed_begin, body.speed_count) +=
        terms.second_x[e].rightCols<6>() * part.twist_u;
    add_bias(terms.J[e], body, part, nq, jw.rows_dd, row);
  }
}

/// A_d^-1 of a group's rows by its own columns, the first `count` of them.
MatRef solve_group(const Model& model, const ConstraintWorkspace& cw, std::size_t group,
                   const MatX& rows, int count, JacobianWorkspace::GroupPart& part) {
  MatRef solved = part.solved.leftCols(count);
  cw.lu_d.solve_columns(model, group, rows, {part.columns.data(), static_cast<std::size_t>(count)},
                        solved);
  return solved;
}

/// dr - M beta: the dependent speeds' own accelerations act on their bodies.
void add_bias_forces(const Model& model, const ConstraintWorkspace& cw, std::size_t index,
                     JacobianWorkspace& jw) {
  const ConstraintGroup& group = model.groups()[index];
  JacobianWorkspace::GroupPart& part = jw.groups[index];
  const auto count = static_cast<int>(part.columns.size());
  const MatRef bias = solve_group(model, cw, index, jw.rows_dd, count, part);
  for (std::size_t j : group.bodies) {
    const int at = model.body(j).packed_begin, n = model.body(j).speed_count;
    for (int k = 0; k < group.row_count(); ++k) {
      const int packed = model.dependent()[static_cast<std::size_t>(group.dependent_begin + k)];
      if (packed < at || packed >= at + n) continue;
      for (int c = 0; c < count; ++c) {
        if (bias(k, c) == 0.0) continue;  // the other axle box
        jw.packed.col(part.columns[static_cast<std::size_t>(c)]).segment(at, n) +=
            bias(k, c) * cw.mass.col(packed).segment(at, n);
      }
    }
  }
}

/// Theta^-1 B^T of the columns in which a group has anything: its own and those of its neighbours.
void reduce_columns(const Model& model, const ConstraintWorkspace& cw, JacobianWorkspace& jw) {
  for (std::size_t g = 0; g < jw.groups.size(); ++g) {
    const ConstraintGroup& group = model.groups()[g];
    const int at = group.packed_begin, n = group.packed_count;
    const int first = group.independent_begin, free = group.independent_count;
    for (Eigen::Index c = 0; c < jw.packed.cols(); ++c) {
      const auto x = jw.packed.col(c).segment(at, n);
      auto out = jw.reduced.col(c).segment(first, free);
      if ((x.array() == 0.0).all()) {
        out.setZero();
        continue;
      }
      put_reduced_of_group(model, g, cw.B, &jw.packed.coeffRef(0, c), &jw.reduced.coeffRef(0, c));
      cw.llt_theta.solve_group_in_place(model, g, jw.reduced.col(c));
    }
  }
}

/// Rows of u' of the constrained bodies, by (q, speeds), into jw.full.
void solve_rows(const Model& model, const MotionWorkspace& ws, JacobianWorkspace& jw) {
  const ConstraintWorkspace& cw = ws.constraint;
  for (std::size_t j : model.constrained_bodies()) {
    const Body& body = model.body(j);
    jw.packed.middleRows(body.packed_begin, body.speed_count) =
        jw.residual.middleRows(body.speed_begin, body.speed_count);
  }
  for (std::size_t g = 0; g < jw.groups.size(); ++g) add_bias_forces(model, cw, g, jw);
  reduce_columns(model, cw, jw);
  if (cw.is_closed) {
    // Applied forces that depend on lambda: (1 - response^T closure) dlambda = response^T dr.
    put_transposed_product(cw.response, jw.packed, jw.multipliers);
    cw.lu_loop.solve(jw.multipliers, jw.closed);
    add_product(1.0, cw.spread, jw.closed, jw.reduced);
  }
  for (std::size_t k = 0; k < model.independent().size(); ++k) {
    const auto packed = static_cast<std::size_t>(model.independent()[k]);
    const auto speed = static_cast<std::size_t>(model.speed_of_packed()[packed]);
    jw.full.row(model.q_count() + model.u_of_speed()[speed]) =
        jw.reduced.row(static_cast<Eigen::Index>(k));
  }
}

/// The speeds that draw the joints together, by q; their own change with q at violation = 0 vanishes.
void add_drift_rows(const Model& model, const MotionWorkspace& ws, JacobianWorkspace& jw) {
  for (std::size_t g = 0; g < jw.groups.size(); ++g) {
    const ConstraintGroup& group = model.groups()[g];
    JacobianWorkspace::GroupPart& part = jw.groups[g];
    const MatRef by_q = solve_group(model, ws.constraint, g, jw.rows, part.q_count, part);
    for (std::size_t j : group.bodies) {
      const Body& body = model.body(j);
      for (int k = 0; k < group.row_count(); ++k) {
        const int packed = model.dependent()[static_cast<std::size_t>(group.dependent_begin + k)];
        const int own = packed - body.packed_begin;
        if (own < 0 || own >= body.speed_count) continue;
        for (int c = 0; c < part.q_count; ++c)
          jw.full.col(part.columns[static_cast<std::size_t>(c)])
              .segment(body.q_begin, body.q_count) -=
              model.stabilisation_rate() * by_q(k, c) * jw.bodies[j].qdot_u.col(own);
      }
    }
  }
}

/// d(dependent speeds)/dq, into jw.dependent; what lies outside the groups stays zero.
void solve_dependent(const Model& model, const MotionWorkspace& ws, JacobianWorkspace& jw) {
  for (std::size_t g = 0; g < jw.groups.size(); ++g) {
    const ConstraintGroup& group = model.groups()[g];
    JacobianWorkspace::GroupPart& part = jw.groups[g];
    const MatRef by_q = solve_group(model, ws.constraint, g, jw.rows_d, part.q_count, part);
    for (int c = 0; c < part.q_count; ++c)
      jw.dependent.col(part.columns[static_cast<std::size_t>(c)])
          .segment(group.dependent_begin, group.row_count()) = by_q.col(c);
  }
}

/// Rows of a group are other than zero in its own columns alone.
void clear_rows(const Model& model, JacobianWorkspace& jw) {
  for (std::size_t g = 0; g < jw.groups.size(); ++g) {
    const JacobianWorkspace::GroupPart& part = jw.groups[g];
    for (const int row : model.groups()[g].rows) {
      for (const int c : part.columns) jw.rows_dd.coeffRef(row, c) = 0.0;
      for (int k = 0; k < part.q_count; ++k) {
        const int c = part.columns[static_cast<std::size_t>(k)];
        jw.rows.coeffRef(row, c) = jw.rows_d.coeffRef(row, c) = 0.0;
      }
    }
  }
}

/// Columns of the speeds into columns of u.
void put_columns(const Model& model, const MotionWorkspace& ws, JacobianWorkspace& jw,
                 Eigen::Ref<MatX> jacobian) {
  const ConstraintWorkspace& cw = ws.constraint;
  const int nq = model.q_count();
  jacobian.leftCols(nq) = jw.full.leftCols(nq);
  for (int k = 0; k < model.u_count(); ++k) {
    jacobian.col(nq + k) = jw.full.col(nq + model.speed_of_u()[static_cast<std::size_t>(k)]);
  }
  for (std::size_t g = 0; g < jw.groups.size(); ++g) {
    const ConstraintGroup& group = model.groups()[g];
    const JacobianWorkspace::GroupPart& part = jw.groups[g];
    for (int k = group.dependent_begin; k < group.dependent_begin + group.row_count(); ++k) {
      const auto packed = static_cast<std::size_t>(model.dependent()[static_cast<std::size_t>(k)]);
      const auto column = jw.full.col(nq + model.speed_of_packed()[packed]);
      std::size_t used = 0;
      for (Eigen::Index r = 0; r < column.size(); ++r)
        if (column[r] != 0.0) jw.used_rows[used++] = static_cast<int>(r);
      const auto add = [&](int to, double factor) {
        if (factor == 0.0) return;
        double* const out = &jacobian.coeffRef(0, to);
        for (std::size_t i = 0; i < used; ++i)
          out[jw.used_rows[i]] += column[jw.used_rows[i]] * factor;
      };
      for (int c = 0; c < part.q_count; ++c) {
        const int q = part.columns[static_cast<std::size_t>(c)];
        add(q, -jw.dependent(k, q));
      }
      for (int i = group.independent_begin; i < group.independent_begin + group.independent_count;
           ++i) {
        const auto from =
            static_cast<std::size_t>(model.independent()[static_cast<std::size_t>(i)]);
        const auto speed = static_cast<std::size_t>(model.speed_of_packed()[from]);
        add(nq + model.u_of_speed()[speed], cw.X(k, i));
      }
    }
  }
}

}  // namespace

void calc_constrained_jacobian(const Model& model, Frames frames, const MotionWorkspace& ws,
                               const WrenchDerivatives& wrenches, JacobianWorkspace& jw,
                               Eigen::Ref<MatX> jacobian) {
  clear_rows(model, jw);
  if (model.has_modes())
    jw.full.setZero();
  else
    jw.full.topRows(model.q_count()).setZero();  // rows of u' are written as a whole
  for (const Joint& joint : model.joints()) add_joint(model, frames, ws, joint, jw);
  for (std::size_t k = 0; k < model.relations().size(); ++k) {
    add_relation(model, model.relations()[k], static_cast<int>(model.rows().size() + k), jw);
  }
  for (std::size_t k = 0; k < model.surfaces().size(); ++k) add_surface(model, ws, k, jw);
  for (std::size_t i = 0; i < model.body_count(); ++i) put_body_rows(model, jw, i, jw.full);
  if (model.has_modes()) put_mode_rows(model, wrenches, jw, jw.full);
  solve_rows(model, ws, jw);
  add_drift_rows(model, ws, jw);
  solve_dependent(model, ws, jw);
  put_columns(model, ws, jw, jacobian);
}

void add_constrained_sensitivity(const Model& model, const MotionWorkspace& ws, std::size_t index,
                                 const double* f, Eigen::Ref<VecX> udot) {
  const ConstraintWorkspace& cw = ws.constraint;
  VecX& reduced = cw.scratch;
  const Body& body = model.body(index);
  const Eigen::Map<const VecX> given(f, body.speed_count);
  const ConstraintGroup& group = model.groups()[static_cast<std::size_t>(body.group)];
  const int begin = group.independent_begin, free = group.independent_count;
  reduced.setZero();
  reduced.segment(begin, free) =
      cw.B.block(body.packed_begin, begin, body.speed_count, free).transpose().lazyProduct(given);
  cw.llt_theta.solve_group_in_place(model, static_cast<std::size_t>(body.group), reduced);
  if (cw.is_closed) {
    VecX multipliers(cw.response.cols());
    put_transposed_product(cw.response.middleRows(body.packed_begin, body.speed_count), VecX(given),
                           multipliers);
    add_product(1.0, cw.spread, cw.lu_loop.solve(multipliers), reduced);
  }
  for (std::size_t k = 0; k < model.independent().size(); ++k) {
    const auto packed = static_cast<std::size_t>(model.independent()[k]);
    const auto speed = static_cast<std::size_t>(model.speed_of_packed()[packed]);
    udot[model.u_of_speed()[speed]] += reduced[static_cast<Eigen::Index>(k)];
  }
}

}  // namespace fourfoot::multibody
