#include "multibody/jacobian.h"

#include <Eigen/LU>
#include <algorithm>

#include "math/rotation.h"
#include "multibody/charts.h"
#include "multibody/constraint_jacobian.h"
#include "multibody/mode_jacobian.h"

namespace fourfoot::multibody {

WrenchDerivatives& WrenchDerivatives::operator=(const WrenchDerivatives& other) {
  if (this == &other) return *this;
  count_ = other.count_;
  used_ = other.used_;
  index_ = other.index_;
  pairs_.reserve(count_ * count_);
  pairs_ = other.pairs_;
  blocks_.reset(new Matrix6x12[count_ * count_]);
  std::copy(other.blocks_.get(), other.blocks_.get() + pairs_.size(), blocks_.get());
  mode_blocks_ = other.mode_blocks_;
  mode_index_ = other.mode_index_;
  return *this;
}

void WrenchDerivatives::begin_block(std::size_t pair) {
  if (index_[pair] < 0) {
    index_[pair] = static_cast<int>(pairs_.size());
    pairs_.push_back(pair);
  }
  blocks_[static_cast<std::size_t>(index_[pair])].setZero();
  used_[pair] = 1;
}

void WrenchDerivatives::clear() {
  for (const std::size_t pair : pairs_) used_[pair] = 0;
  for (ModeBlock& block : mode_blocks_) {
    if (!block.is_used) continue;
    block.by_modes.setZero();
    block.forces.setZero();
    block.is_used = false;
  }
}

Mat3 calc_carrier_spin(const Model& model, const MotionWorkspace& ws, std::size_t body) {
  Mat3 d = Mat3::Zero();
  if (!model.body(body).is_wheelset()) return d;
  const BodyWorkspace& b = ws.bodies[body];
  const double tangent = b.carrier_map(1, 2);
  d(1, 0) = b.w_TB_C[2] * (1.0 + tangent * tangent);
  return d;
}

JacobianWorkspace::JacobianWorkspace(const Model& model) : bodies(model.body_count()) {
  const auto is_twist = [](const Body& body) { return body.angular_speeds; };
  if (model.is_constrained() ||
      !std::all_of(model.bodies().begin(), model.bodies().end(), is_twist))
    residual.setZero(model.speed_count(), model.q_count() + model.speed_count());
  if (!model.is_constrained()) return;
  const int m = model.constraint_count(), n = model.packed_count(), nq = model.q_count();
  const int columns = nq + model.speed_count();
  rows.setZero(m, nq);
  rows_d.setZero(m, nq);
  dependent.setZero(m, nq);
  rows_dd.setZero(m, columns);
  packed.setZero(n, columns);
  reduced.setZero(n - m, columns);
  full.setZero(nq + model.u_count(), columns);
  used_rows.resize(static_cast<std::size_t>(full.rows()));
  const auto surfaces = static_cast<Eigen::Index>(model.surfaces().size());
  for (const ConstraintGroup& group : model.groups()) {
    GroupPart& part = groups.emplace_back();
    const auto add = [&](int begin, int count) {
      for (int k = begin; k < begin + count; ++k) part.columns.push_back(k);
    };
    for (std::size_t j : group.bodies) add(model.body(j).q_begin, model.body(j).q_count);
    part.q_count = static_cast<int>(part.columns.size());
    for (std::size_t j : group.bodies)
      add(nq + model.body(j).speed_begin, model.body(j).speed_count);
    part.solved.setZero(group.row_count(), static_cast<Eigen::Index>(part.columns.size()));
  }
  multipliers.setZero(surfaces, columns);
  closed.setZero(surfaces, columns);
}

namespace {

/// Six speeds that are the twist itself, in order: most bodies.
bool is_plain(const Body& body) {
  return body.angular_speeds && body.speed_count == 6 && body.q_index[0] == body.q_begin &&
         body.q_index[3] == body.q_begin + 3;
}

}  // namespace

void add_block(const Matrix6x12& d, const Body& bi, const Body& bj,
               const JacobianWorkspace::BodyPart& pi, const JacobianWorkspace::BodyPart& pj, int nq,
               MatX& residual) {
  if (bi.speed_count == 0) return;
  if (is_plain(bi) && is_plain(bj)) {  // twist_u = 1, twist_q = 0, pose_q = diag(1, rotation)
    const int turns = bj.q_count - 3;
    residual.block<6, 3>(bi.speed_begin, bj.q_begin) += d.leftCols<3>();
    residual.block(bi.speed_begin, bj.q_begin + 3, 6, turns) +=
        d.middleCols<3>(3).lazyProduct(pj.pose_q.block(3, 3, 3, turns));
    residual.block<6, 6>(bi.speed_begin, nq + bj.speed_begin) += d.rightCols<6>();
    return;
  }
  const auto by_pose = d.leftCols<6>();
  const auto by_twist = d.rightCols<6>();
  if (bj.q_count > 0) {
    residual.block(bi.speed_begin, bj.q_begin, bi.speed_count, bj.q_count).noalias() +=
        pi.twist_u.transpose() * (by_pose * pj.pose_q + by_twist * pj.twist_q);
  }
  if (bj.speed_count > 0) {
    residual.block(bi.speed_begin, nq + bj.speed_begin, bi.speed_count, bj.speed_count).noalias() +=
        pi.twist_u.transpose() * (by_twist * pj.twist_u);
  }
}

namespace {

using BodyPart = JacobianWorkspace::BodyPart;

/// Derivative of everything that the body's own motion brings: imaginary forces, -w_TC x J w.
Matrix6x12 calc_own_block(const Model& model, Frames frames, const MotionWorkspace& ws,
                          std::size_t j) {
  const Body& body = model.body(j);
  const BodyWorkspace& b = ws.bodies[j];
  const Mat3& J = body.given.inertia;
  Matrix6x12 d = Matrix6x12::Zero();
  add_imaginary_derivative({body.given.mass, J, frames[j], b.R_TC, b.p_TB, b.v_TB_T, b.w_TB_C},
                           body.given.omitted, d);
  const Mat3 by_carrier = skew<double>(J * b.w_TB_C);
  d.block<3, 3>(3, 9) += by_carrier * b.carrier_map - skew<double>(b.w_TC_C) * J;
  d.block<3, 3>(3, 3) += by_carrier * calc_carrier_spin(model, ws, j);
  return d;
}

/// Inertia of the acceleration that changes at fixed u', and the change of the projection.
void add_chart_terms(const Body& body, const BodyPart& part, int nq, MatX& residual) {
  if (body.angular_speeds || body.speed_count == 0) return;
  Eigen::Matrix<double, 6, 6> mass = Eigen::Matrix<double, 6, 6>::Zero();
  mass.diagonal().head<3>().setConstant(body.given.mass);
  mass.bottomRightCorner<3, 3>() = body.given.inertia;
  residual.block(body.speed_begin, body.q_begin, body.speed_count, body.q_count) -=
      part.twist_u.transpose() * (mass * part.bias_q) + part.reduction_q;
  residual.block(body.speed_begin, nq + body.speed_begin, body.speed_count, body.speed_count) -=
      part.twist_u.transpose() * (mass * part.bias_u);
}

}  // namespace

void put_kinematic_rows(const Model& model, const JacobianWorkspace& jw, std::size_t i,
                        Eigen::Ref<MatX> out) {
  const int nq = model.q_count();
  const Body& body = model.body(i);
  const JacobianWorkspace::BodyPart& part = jw.bodies[i];
  out.block(body.q_begin, body.q_begin, body.q_count, body.q_count) = part.qdot_q;
  out.block(body.q_begin, nq + body.speed_begin, body.q_count, body.speed_count) = part.qdot_u;
}

void put_body_rows(const Model& model, const JacobianWorkspace& jw, std::size_t i,
                   Eigen::Ref<MatX> out) {
  const int nq = model.q_count();
  const Body& body = model.body(i);
  const JacobianWorkspace::BodyPart& part = jw.bodies[i];
  if (body.speed_count > 0 && body.packed_begin < 0) {
    const int at = model.u_of_speed()[static_cast<std::size_t>(body.speed_begin)];
    out.middleRows(nq + at, body.speed_count).noalias() =
        part.mass_inverse * jw.residual.middleRows(body.speed_begin, body.speed_count);
  }
  put_kinematic_rows(model, jw, i, out);
}

namespace {

/// mass_inverse by the residual's block of one pair of bodies, into u' of `out`.
void put_general_block(const Matrix6x12& d, const Model& model, JacobianWorkspace& jw,
                       std::size_t i, std::size_t j, Eigen::Ref<MatX> out) {
  const int nq = model.q_count();
  const Body &body = model.body(i), &other = model.body(j);
  const BodyPart& part = jw.bodies[i];
  if (body.speed_count == 0) return;
  auto rows = jw.residual.middleRows(body.speed_begin, body.speed_count);
  rows.middleCols(other.q_begin, other.q_count).setZero();
  rows.middleCols(nq + other.speed_begin, other.speed_count).setZero();
  add_block(d, body, other, part, jw.bodies[j], nq, jw.residual);
  if (i == j) add_chart_terms(body, part, nq, jw.residual);
  const int at = nq + model.u_of_speed()[static_cast<std::size_t>(body.speed_begin)];
  const auto put = [&](int column, int count) {
    if (count == 0) return;
    out.block(at, column, body.speed_count, count) =
        part.mass_inverse.lazyProduct(rows.middleCols(column, count));
  };
  put(other.q_begin, other.q_count);
  put(nq + other.speed_begin, other.speed_count);
}

/// The same where the speeds of both bodies are their twists: fixed sizes, no projection.
void put_twist_block(const Matrix6x12& d, const Model& model, const JacobianWorkspace& jw,
                     std::size_t i, std::size_t j, Eigen::Ref<MatX> out) {
  const int nq = model.q_count();
  const Body &body = model.body(i), &other = model.body(j);
  Matrix6x12 a;  // accelerations (a_T, alpha_C) by x_j
  a.topRows<3>() = (1.0 / body.given.mass) * d.topRows<3>();
  a.bottomRows<3>() = body.inertia_inverse.lazyProduct(d.bottomRows<3>());
  const int locked = 6 - body.speed_count;  // the rows of what is free follow each other
  const int at = nq + model.u_of_speed()[static_cast<std::size_t>(body.speed_begin)];
  const auto put = [&](int column, const Vec6& values) {
    double* const to = &out.coeffRef(at, column);
    if (locked == 0) {
      Eigen::Map<Vec6>{to} = values;
      return;
    }
    for (std::size_t c = 0; c < 6; ++c) {
      if (body.speed_index[c] >= 0)
        to[body.speed_index[c] - body.speed_begin] = values[static_cast<Eigen::Index>(c)];
    }
  };
  for (int c = 0; c < 6; ++c) {
    const auto k = static_cast<std::size_t>(c);
    if (other.speed_index[k] < 0) continue;
    if (c < 3) put(other.q_index[k], a.col(c));
    put(nq + other.speed_index[k], a.col(6 + c));
  }
  const auto& pose = jw.bodies[j].pose_q;
  for (int k = other.q_index[3] - other.q_begin; k < other.q_count; ++k) {
    put(other.q_begin + k, a.col(3) * pose(3, k) + a.col(4) * pose(4, k) + a.col(5) * pose(5, k));
  }
}

/// Where no body is constrained, so that u are the speeds: only what couples is multiplied and
/// written.
void calc_free_jacobian(const Model& model, Frames frames, const MotionWorkspace& ws,
                        const WrenchDerivatives& wrenches, JacobianWorkspace& jw,
                        Eigen::Ref<MatX> out) {
  const std::size_t n = model.body_count();
  for (std::size_t i = 0; i < n; ++i) {
    put_kinematic_rows(model, jw, i, out);
    for (std::size_t j = 0; j < n; ++j) {
      if (j != i && !wrenches.has(i, j)) continue;
      Matrix6x12 own;
      if (j == i) {
        own = calc_own_block(model, frames, ws, i);
        if (wrenches.has(i, i)) own += wrenches.get(i, i);
      }
      const Matrix6x12& d = j == i ? own : wrenches.get(i, j);
      if (model.body(i).angular_speeds && model.body(j).angular_speeds) {
        put_twist_block(d, model, jw, i, j, out);
      } else {
        put_general_block(d, model, jw, i, j, out);
      }
    }
  }
}

}  // namespace

void calc_jacobian(const Model& model, Frames frames, const MotionWorkspace& ws, const ConstVec& q,
                   const WrenchDerivatives& wrenches, JacobianWorkspace& jw,
                   Eigen::Ref<MatX> jacobian, bool is_zero) {
  const int nq = model.q_count();
  const std::size_t n = model.body_count();
  if (!is_zero) jacobian.setZero();
  for (std::size_t j = 0; j < n; ++j) calc_chart(model.body(j), ws.bodies[j], q, jw.bodies[j]);
  if (!model.is_constrained()) {
    calc_free_jacobian(model, frames, ws, wrenches, jw, jacobian);
    if (model.has_modes()) {
      put_mode_columns(model, wrenches, jw, jacobian);
      put_mode_rows(model, wrenches, jw, jacobian);
    }
    return;
  }
  jw.residual.setZero();
  for (std::size_t i = 0; i < n; ++i) {
    const Body& body = model.body(i);
    const BodyPart& part = jw.bodies[i];
    Matrix6x12 own = calc_own_block(model, frames, ws, i);
    if (wrenches.has(i, i)) own += wrenches.get(i, i);
    add_block(own, body, body, part, part, nq, jw.residual);
    for (std::size_t j = 0; j < n; ++j) {
      if (j == i || !wrenches.has(i, j)) continue;
      add_block(wrenches.get(i, j), body, model.body(j), part, jw.bodies[j], nq, jw.residual);
    }
    add_chart_terms(body, part, nq, jw.residual);
  }
  if (model.has_modes()) add_mode_residual(model, wrenches, jw);
  calc_constrained_jacobian(model, frames, ws, wrenches, jw, jacobian);
}

namespace {

/// u' of a wrench on a body whose speeds are its twist.
void add_free_sensitivity(const Model& model, const Body& body, const Vec6& w, double* udot) {
  const Vec3 alpha = body.inertia_inverse * w.tail<3>();
  for (std::size_t c = 0; c < 6; ++c) {
    if (body.speed_index[c] < 0) continue;
    const auto k = static_cast<Eigen::Index>(c);
    udot[model.u_of_speed()[static_cast<std::size_t>(body.speed_index[c])]] +=
        c < 3 ? w[k] / body.given.mass : alpha[k - 3];
  }
}

}  // namespace

void add_wrench_sensitivity(const Model& model, const MotionWorkspace& ws,
                            const JacobianWorkspace& jw, std::size_t index,
                            const Eigen::Ref<const MatX>& dW, Eigen::Ref<MatX> udot_z) {
  const Body& body = model.body(index);
  const BodyPart& part = jw.bodies[index];
  for (Eigen::Index k = 0; k < dW.cols() && body.mode_count > 0; ++k) {
    const int at = model.u_of_speed()[static_cast<std::size_t>(body.mode_speed_begin)];
    udot_z.col(k).segment(at, body.mode_count) +=
        body.mode_mass_inverse.lazyProduct(dW.col(k).tail(body.mode_count));
  }
  if (body.speed_count == 0) return;
  for (Eigen::Index k = 0; k < dW.cols(); ++k) {
    const Vec6 w = dW.col(k).head<6>();
    if (body.angular_speeds && body.packed_begin < 0) {
      add_free_sensitivity(model, body, w, udot_z.col(k).data());
      continue;
    }
    const Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 7, 1> f = part.twist_u.transpose() * w;
    if (body.packed_begin < 0) {
      const int at = model.u_of_speed()[static_cast<std::size_t>(body.speed_begin)];
      udot_z.col(k).segment(at, body.speed_count) += part.mass_inverse * f;
    } else {
      add_constrained_sensitivity(model, ws, index, f.data(), udot_z.col(k));
    }
  }
}

}  // namespace fourfoot::multibody
