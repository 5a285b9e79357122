#include "multibody/row_reduction.h"

namespace fourfoot::multibody {

namespace {

/// Speeds that are the twist itself, coordinate by coordinate, all independent.
void add_free_rows(const Model& model, const Body& b, const JacobianWorkspace::BodyPart& part,
                   const Eigen::Ref<const MatX>& by_local, Eigen::Ref<MatX> rows) {
  const int nq = model.q_count(), at = b.q_index[3] - b.q_begin;
  for (Eigen::Index row = 0; row < by_local.rows(); ++row) {
    for (std::size_t c = 0; c < 6; ++c) {
      if (b.speed_index[c] < 0) continue;
      const auto k = static_cast<Eigen::Index>(c);
      const int u = model.u_of_speed()[static_cast<std::size_t>(b.speed_index[c])];
      if (c < 3) rows.coeffRef(row, b.q_index[c]) += by_local.coeff(row, k);
      rows.coeffRef(row, nq + u) += by_local.coeff(row, 6 + k);
    }
    for (int k = at; k < b.q_count; ++k) {
      rows.coeffRef(row, b.q_begin + k) += by_local.coeff(row, 3) * part.pose_q(3, k) +
                                           by_local.coeff(row, 4) * part.pose_q(4, k) +
                                           by_local.coeff(row, 5) * part.pose_q(5, k);
    }
  }
}

/// A dependent speed follows q and the independent ones of its group.
void add_dependent_rows(const Model& model, const MotionWorkspace& ws, const JacobianWorkspace& jw,
                        const Body& b, const Eigen::Ref<const MatX>& by_speeds,
                        Eigen::Ref<MatX> rows) {
  const ConstraintGroup& group = model.groups()[static_cast<std::size_t>(b.group)];
  const JacobianWorkspace::GroupPart& part = jw.groups[static_cast<std::size_t>(b.group)];
  for (int d = group.dependent_begin; d < group.dependent_begin + group.row_count(); ++d) {
    const auto packed = static_cast<std::size_t>(model.dependent()[static_cast<std::size_t>(d)]);
    const int own = model.speed_of_packed()[packed] - b.speed_begin;
    if (own < 0 || own >= b.speed_count) continue;
    const auto column = by_speeds.col(own);
    for (int c = 0; c < part.q_count; ++c) {
      const int q = part.columns[static_cast<std::size_t>(c)];
      rows.col(q) -= column * jw.dependent(d, q);
    }
    for (int i = group.independent_begin; i < group.independent_begin + group.independent_count;
         ++i) {
      const auto from = static_cast<std::size_t>(model.independent()[static_cast<std::size_t>(i)]);
      const auto speed = static_cast<std::size_t>(model.speed_of_packed()[from]);
      rows.col(model.q_count() + model.u_of_speed()[speed]) += column * ws.constraint.X(d, i);
    }
  }
}

}  // namespace

void add_local_rows(const Model& model, const MotionWorkspace& ws, const JacobianWorkspace& jw,
                    std::size_t body, const Eigen::Ref<const MatX>& by_local,
                    Eigen::Ref<MatX> rows) {
  const Body& b = model.body(body);
  const JacobianWorkspace::BodyPart& part = jw.bodies[body];
  const int nq = model.q_count(), modes = b.mode_count;
  if (modes > 0) {
    const int u = model.u_of_speed()[static_cast<std::size_t>(b.mode_speed_begin)];
    rows.middleCols(b.mode_q_begin, modes) += by_local.middleCols(12, modes);
    rows.middleCols(nq + u, modes) += by_local.rightCols(modes);
  }
  if (b.angular_speeds && b.packed_begin < 0) {
    add_free_rows(model, b, part, by_local, rows);
    return;
  }
  using Few = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, most_local_rows, 7>;
  rows.middleCols(b.q_begin, b.q_count) += by_local.leftCols(6).lazyProduct(part.pose_q) +
                                           by_local.middleCols(6, 6).lazyProduct(part.twist_q);
  const Few by_speeds = by_local.middleCols(6, 6).lazyProduct(part.twist_u);
  for (int k = 0; k < b.speed_count; ++k) {
    const auto speed = static_cast<std::size_t>(b.speed_begin + k);
    if (model.u_of_speed()[speed] >= 0)
      rows.col(nq + model.u_of_speed()[speed]) += by_speeds.col(k);
  }
  if (b.group >= 0) add_dependent_rows(model, ws, jw, b, by_speeds, rows);
}

}  // namespace fourfoot::multibody
