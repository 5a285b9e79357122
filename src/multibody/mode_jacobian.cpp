#include "multibody/mode_jacobian.h"

#include "multibody/body_motion.h"

namespace fourfoot::multibody {

WrenchDerivatives::WrenchDerivatives(const Model& model) : WrenchDerivatives(model.body_count()) {
  if (!model.has_modes()) return;
  mode_index_.assign(count_ * count_, -1);
  for (std::size_t i = 0; i < count_; ++i) {
    for (std::size_t j = 0; j < count_; ++j) {
      const int n_i = model.body(i).mode_count, n_j = model.body(j).mode_count;
      if (n_i == 0 && n_j == 0) continue;
      mode_index_[i * count_ + j] = static_cast<int>(mode_blocks_.size());
      mode_blocks_.push_back({i, j, MatX::Zero(6, 2 * n_j), MatX::Zero(n_i, 12 + 2 * n_j)});
    }
  }
}

namespace {

using ModeBlock = WrenchDerivatives::ModeBlock;

int get_u(const Model& model, int speed) {
  return model.u_of_speed()[static_cast<std::size_t>(speed)];
}

/// Column of (q, speeds) of entry k of (eta, eta').
int get_column(const Model& model, const Body& body, int k) {
  return k < body.mode_count ? body.mode_q_begin + k
                             : model.q_count() + body.mode_speed_begin + k - body.mode_count;
}

/// Modal accelerations of one block, Minv forces, into `out`. Products are evaluated coefficient by
/// coefficient: nothing is allocated.
void put_block(const Model& model, const ModeBlock& block, const JacobianWorkspace& jw,
               Eigen::Ref<MatX> out) {
  const Body &body = model.body(block.i), &other = model.body(block.j);
  const JacobianWorkspace::BodyPart& part = jw.bodies[block.j];
  const int nq = model.q_count(), at = nq + get_u(model, body.mode_speed_begin);
  const auto add = [&](int column, Eigen::Index from, double factor) {
    if (factor == 0.0) return;
    out.col(column).segment(at, body.mode_count) +=
        factor * body.mode_mass_inverse.lazyProduct(block.forces.col(from));
  };
  for (Eigen::Index k = 0; k < 6; ++k) {
    for (int c = 0; c < other.q_count; ++c) {
      add(other.q_begin + c, k, part.pose_q(k, c));
      add(other.q_begin + c, 6 + k, part.twist_q(k, c));
    }
    for (int c = 0; c < other.speed_count; ++c)
      add(nq + other.speed_begin + c, 6 + k, part.twist_u(k, c));
  }
  for (int k = 0; k < 2 * other.mode_count; ++k) add(get_column(model, other, k), 12 + k, 1.0);
}

}  // namespace

void put_mode_columns(const Model& model, const WrenchDerivatives& wrenches,
                      const JacobianWorkspace& jw, Eigen::Ref<MatX> out) {
  for (const ModeBlock& block : wrenches.mode_blocks()) {
    const Body &body = model.body(block.i), &other = model.body(block.j);
    if (!block.is_used || body.speed_count == 0) continue;
    const JacobianWorkspace::BodyPart& part = jw.bodies[block.i];
    const int at = model.q_count() + get_u(model, body.speed_begin);
    for (int k = 0; k < 2 * other.mode_count; ++k) {
      const SpeedVec force = reduce_wrench(part.twist_u, block.by_modes.col(k));
      out.col(get_column(model, other, k)).segment(at, body.speed_count) =
          part.mass_inverse.lazyProduct(force);
    }
  }
}

void add_mode_residual(const Model& model, const WrenchDerivatives& wrenches,
                       JacobianWorkspace& jw) {
  for (const ModeBlock& block : wrenches.mode_blocks()) {
    const Body &body = model.body(block.i), &other = model.body(block.j);
    if (!block.is_used || body.speed_count == 0) continue;
    for (int k = 0; k < 2 * other.mode_count; ++k) {
      jw.residual.col(get_column(model, other, k)).segment(body.speed_begin, body.speed_count) +=
          reduce_wrench(jw.bodies[block.i].twist_u, block.by_modes.col(k));
    }
  }
}

void put_mode_rows(const Model& model, const WrenchDerivatives& wrenches,
                   const JacobianWorkspace& jw, Eigen::Ref<MatX> out) {
  const int nq = model.q_count();
  for (const Body& body : model.bodies()) {
    const int n = body.mode_count;
    if (n == 0) continue;
    const int row = nq + get_u(model, body.mode_speed_begin);
    out.block(body.mode_q_begin, nq + body.mode_speed_begin, n, n).setIdentity();
    const Modes& modes = body.given.modes;
    out.block(row, body.mode_q_begin, n, n) = -body.mode_mass_inverse.lazyProduct(modes.stiffness);
    out.block(row, nq + body.mode_speed_begin, n, n) =
        -body.mode_mass_inverse.lazyProduct(modes.damping);
  }
  for (const ModeBlock& block : wrenches.mode_blocks()) {
    if (block.is_used && model.body(block.i).mode_count > 0) put_block(model, block, jw, out);
  }
}

}  // namespace fourfoot::multibody
