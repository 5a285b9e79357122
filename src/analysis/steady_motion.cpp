#include "analysis/steady_motion.h"

#include <algorithm>

#include "math/least_squares.h"
#include "multibody/assembly.h"
#include "multibody/tangent.h"

namespace fourfoot::analysis {

namespace {

/// Entries of u that spin a wheelset: displacement along them changes nothing.
std::vector<int> find_spins(const vehicle::Model& model) {
  std::vector<int> spins;
  for (const multibody::Body& body : model.bodies.bodies()) {
    const int speed = body.speed_index[4];
    if (!body.is_wheelset() || speed < 0) continue;
    const int u = model.bodies.u_of_speed()[static_cast<std::size_t>(speed)];
    if (u >= 0) spins.push_back(u);
  }
  return spins;
}

}  // namespace

SteadyMotion::SteadyMotion(const system::System& system, double t)
    : system_(system), t_(t), ws_(system) {
  const integrate::Partition p = system.partition();
  n_q_ = p.n_q;
  n_u_ = p.n_u;
  n_z_ = p.n_z;
  const std::vector<int> spins = find_spins(system.model());
  for (int k = 0; k < n_u_; ++k) {
    if (std::find(spins.begin(), spins.end(), k) == spins.end()) kept_.push_back(k);
  }
  const std::vector<std::string> all = system.get_state_names();
  for (const int k : kept_) names_.push_back(all[static_cast<std::size_t>(n_q_ + k)]);
  names_.insert(names_.end(), all.begin() + n_q_, all.end());

  constexpr double length = 1e-3, frequency = 10.0;
  scales_.resize(size());
  scales_.head(pi_count()).setConstant(length);
  scales_.segment(pi_count(), n_u_).setConstant(length * frequency);
  scales_.tail(n_z_) = system.get_scales().tail(n_z_);
  rate_scales_ = scales_ * frequency;
  ydot_.resize(system.size());
  system.set_time(t, ws_);
}

SteadyMotion::Part SteadyMotion::part(int i) const {
  if (i < pi_count()) return Part::displacement;
  return i < pi_count() + n_u_ ? Part::speed : Part::state;
}

MatX SteadyMotion::calc_tangents(const VecX& y) {
  return multibody::calc_tangent_basis(system_.model().bodies, y.head(n_q_), ws_.bodies);
}

// Needs the workspace's velocities at the state of ydot_.
void SteadyMotion::reduce(const VecX& ydot, VecX& f) {
  f.resize(size());
  f.segment(pi_count(), n_u_ + n_z_) = ydot.tail(n_u_ + n_z_);
}

void SteadyMotion::calc_rate(const VecX& y, VecX& f) {
  system_.calc_rate(t_, y, ws_, ydot_);
  const VecX along = TallFactors(calc_tangents(y)).solve(VecX(ydot_.head(n_q_)));
  reduce(ydot_, f);
  for (int i = 0; i < pi_count(); ++i) f[i] = along[kept_[static_cast<std::size_t>(i)]];
}

void SteadyMotion::calc_jacobian(const VecX& y, VecX& f, MatX& jacobian) {
  system_.calc_jacobian(t_, y, ws_, full_);
  ydot_ = ws_.ydot;
  const MatX N = calc_tangents(y);
  const TallFactors factors(N);
  const VecX along = factors.solve(VecX(ydot_.head(n_q_)));
  reduce(ydot_, f);
  const int n_pi = pi_count(), rest = n_u_ + n_z_;
  // Rows first (q' to pi'), then columns (q to pi).
  MatX rows(size(), system_.size());
  const MatX pi_rows = factors.solve(MatX(full_.topRows(n_q_)));
  for (int i = 0; i < n_pi; ++i) {
    const int k = kept_[static_cast<std::size_t>(i)];
    f[i] = along[k];
    rows.row(i) = pi_rows.row(k);
  }
  rows.bottomRows(rest) = full_.bottomRows(rest);
  jacobian.resize(size(), size());
  const MatX by_pi = multiply(rows.leftCols(n_q_), N);
  for (int j = 0; j < n_pi; ++j) jacobian.col(j) = by_pi.col(kept_[static_cast<std::size_t>(j)]);
  jacobian.rightCols(rest) = rows.rightCols(rest);
}

MatX SteadyMotion::calc_basis(const VecX& y) {
  system_.calc_rate(t_, y, ws_, ydot_);
  const MatX N = calc_tangents(y);
  MatX basis = MatX::Zero(system_.size(), size());
  for (int j = 0; j < pi_count(); ++j) {
    basis.col(j).head(n_q_) = N.col(kept_[static_cast<std::size_t>(j)]);
  }
  basis.bottomRightCorner(n_u_ + n_z_, n_u_ + n_z_).setIdentity();
  return basis;
}

VecX SteadyMotion::calc_difference(const VecX& base, const VecX& y) {
  system_.calc_rate(t_, base, ws_, ydot_);
  const VecX along = TallFactors(calc_tangents(base)).solve(VecX(y.head(n_q_) - base.head(n_q_)));
  VecX dx(size());
  for (int i = 0; i < pi_count(); ++i) dx[i] = along[kept_[static_cast<std::size_t>(i)]];
  dx.tail(n_u_ + n_z_) = y.tail(n_u_ + n_z_) - base.tail(n_u_ + n_z_);
  return dx;
}

VecX SteadyMotion::move(const VecX& y, const VecX& dx) {
  const multibody::Model& bodies = system_.model().bodies;
  system_.calc_rate(t_, y, ws_, ydot_);
  const MatX N = calc_tangents(y);
  VecX step = VecX::Zero(n_u_);
  for (int i = 0; i < pi_count(); ++i) step[kept_[static_cast<std::size_t>(i)]] = dx[i];
  VecX q = y.head(n_q_);
  multibody::move_along(bodies, N, step, q);
  if (bodies.is_constrained()) multibody::assemble(bodies, t_, ws_.frames, ws_.bodies, q);
  VecX moved = y;
  moved.head(n_q_) = q;
  moved.tail(n_u_ + n_z_) += dx.tail(n_u_ + n_z_);
  return moved;
}

}  // namespace fourfoot::analysis
