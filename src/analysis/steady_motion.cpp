#include "analysis/steady_motion.h"

#include <algorithm>

#include "math/block_factors.h"
#include "math/rank_factors.h"
#include "multibody/assembly.h"
#include "multibody/tangent.h"

namespace fourfoot::analysis {

namespace {

/// Entries of u that spin a wheelset: displacement along them changes nothing.
std::vector<int> find_spins(const vehicle::VehicleModel& model) {
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
  const integrate::Partition all = system.partition();
  const std::vector<int> spins = find_spins(system.model());
  for (int k = 0; k < all.n_u; ++k) {
    if (std::find(spins.begin(), spins.end(), k) == spins.end()) kept_.push_back(k);
  }
  parts_ = {static_cast<int>(kept_.size()), all.n_u, all.n_z};
  const std::vector<std::string> names = system.get_state_names();
  for (const int k : kept_) names_.push_back(names[static_cast<std::size_t>(all.n_q + k)]);
  names_.insert(names_.end(), names.begin() + all.n_q, names.end());

  constexpr double length = 1e-3, frequency = 10.0;
  scales_.resize(size());
  integrate::State scales = parts_.edit(scales_);
  scales.q.setConstant(length);
  scales.u.setConstant(length * frequency);
  const VecX typical = system.get_scales();
  scales.z = all.view(typical).z;
  rate_scales_ = scales_ * frequency;
  ydot_.resize(system.size());
  system.set_time(t, ws_);
  if (size() < RankFactors::many) return;
  integrate::Pattern pattern = integrate::Pattern::Constant(system.size(), system.size(), false);
  if (!system.get_pattern(pattern)) return;
  entries_ = integrate::list_entries(pattern);
  full_.setZero(system.size(), system.size());
}

SteadyMotion::Part SteadyMotion::part(int i) const {
  if (i < pi_count()) return Part::displacement;
  return i < pi_count() + u_count() ? Part::speed : Part::state;
}

MatX SteadyMotion::calc_tangents(const VecX& y) {
  return multibody::calc_tangent_basis(system_.model().bodies, system_.view(y).q, ws_.bodies);
}

// Needs the workspace's velocities at the state of ydot_.
void SteadyMotion::reduce(const VecX& ydot, VecX& f) {
  f.resize(size());
  integrate::State reduced = parts_.edit(f);
  reduced.u = system_.view(ydot).u;
  reduced.z = system_.view(ydot).z;
}

void SteadyMotion::calc_rate(const VecX& y, VecX& f) {
  system_.calc_rate(t_, y, ws_, ydot_);
  const VecX along = BlockFactors(calc_tangents(y)).solve(VecX(system_.view(ydot_).q));
  reduce(ydot_, f);
  for (int i = 0; i < pi_count(); ++i) f[i] = along[kept_[static_cast<std::size_t>(i)]];
}

void SteadyMotion::calc_jacobian(const VecX& y, VecX& f, MatX& jacobian) {
  system_.calc_jacobian(t_, y, ws_, full_, entries_ ? &*entries_ : nullptr);
  ydot_ = ws_.ydot;
  const BlockFactors factors(calc_tangents(y));
  const VecX along = factors.solve(VecX(system_.view(ydot_).q));
  reduce(ydot_, f);
  const int n_q = system_.partition().n_q, n_pi = pi_count(), rest = parts_.n_u + parts_.n_z;
  // Rows first (q' to pi'), then columns (q to pi). Only what changes is copied on the way: with rails on
  // sleepers most of the matrix belongs to own states.
  const MatX pi_rows = factors.solve(MatX(full_.topRows(n_q)));
  MatX by_q(size(), n_q);
  jacobian.resize(size(), size());
  for (int i = 0; i < n_pi; ++i) {
    const int k = kept_[static_cast<std::size_t>(i)];
    f[i] = along[k];
    by_q.row(i) = pi_rows.row(k).head(n_q);
    jacobian.row(i).tail(rest) = pi_rows.row(k).tail(rest);
  }
  by_q.bottomRows(rest) = full_.bottomLeftCorner(rest, n_q);
  jacobian.bottomRightCorner(rest, rest) = full_.bottomRightCorner(rest, rest);
  const MatX by_pi = factors.multiply_left(by_q);
  for (int j = 0; j < n_pi; ++j) jacobian.col(j) = by_pi.col(kept_[static_cast<std::size_t>(j)]);
}

SparseMat SteadyMotion::get_full_entries() const {
  SparseMat full(full_.rows(), full_.cols());
  full.reserve(entries_->count());
  for (int column = 0; column < entries_->size; ++column) {
    full.startVec(column);
    const auto at = static_cast<std::size_t>(column);
    for (int k = entries_->begin[at]; k < entries_->begin[at + 1]; ++k) {
      const int row = entries_->rows[static_cast<std::size_t>(k)];
      const double value = full_.coeff(row, column);
      if (!(value == 0.0)) full.insertBack(row, column) = value;
    }
  }
  full.finalize();
  return full;
}

// J = L (d(y')/dy) R: L takes q' to pi', R pi to q, and both leave the rest.
void SteadyMotion::calc_jacobian(const VecX& y, VecX& f, SparseMat& jacobian) {
  if (!entries_) {
    MatX whole;
    calc_jacobian(y, f, whole);
    jacobian = make_sparse(whole);
    return;
  }
  system_.calc_jacobian(t_, y, ws_, full_, &*entries_);
  ydot_ = ws_.ydot;
  const MatX tangents = calc_tangents(y);
  const BlockFactors factors(tangents);
  const VecX along = factors.solve(VecX(system_.view(ydot_).q));
  reduce(ydot_, f);
  for (int i = 0; i < pi_count(); ++i) f[i] = along[kept_[static_cast<std::size_t>(i)]];
  const int n_q = system_.partition().n_q, rest = parts_.n_u + parts_.n_z;
  const SparseMat inverse = factors.calc_inverse().transpose();  // by columns
  std::vector<Eigen::Triplet<double>> left, right;
  for (int i = 0; i < pi_count(); ++i) {
    const int k = kept_[static_cast<std::size_t>(i)];
    for (SparseMat::InnerIterator it(inverse, k); it; ++it)
      left.emplace_back(i, it.row(), it.value());
    for (int row = 0; row < n_q; ++row)
      if (tangents(row, k) != 0.0) right.emplace_back(row, i, tangents(row, k));
  }
  for (int i = 0; i < rest; ++i) {
    left.emplace_back(pi_count() + i, n_q + i, 1.0);
    right.emplace_back(n_q + i, pi_count() + i, 1.0);
  }
  SparseMat L(size(), n_q + rest), R(n_q + rest, size());
  L.setFromTriplets(left.begin(), left.end());
  R.setFromTriplets(right.begin(), right.end());
  jacobian = L * SparseMat(get_full_entries() * R);
}

MatX SteadyMotion::calc_basis(const VecX& y) {
  system_.calc_rate(t_, y, ws_, ydot_);
  const MatX N = calc_tangents(y);
  MatX basis = MatX::Zero(system_.size(), size());
  for (int j = 0; j < pi_count(); ++j) {
    system_.edit(basis.col(j)).q = N.col(kept_[static_cast<std::size_t>(j)]);
  }
  const int rest = parts_.n_u + parts_.n_z;
  basis.bottomRightCorner(rest, rest).setIdentity();
  return basis;
}

VecX SteadyMotion::calc_difference(const VecX& base, const VecX& y) {
  system_.calc_rate(t_, base, ws_, ydot_);
  const integrate::ConstState from = system_.view(base), to = system_.view(y);
  const VecX along = BlockFactors(calc_tangents(base)).solve(VecX(to.q - from.q));
  VecX dx(size());
  integrate::State difference = parts_.edit(dx);
  for (int i = 0; i < pi_count(); ++i) difference.q[i] = along[kept_[static_cast<std::size_t>(i)]];
  difference.u = to.u - from.u;
  difference.z = to.z - from.z;
  return dx;
}

MatX SteadyMotion::calc_differences(const VecX& base, const MatX& changes) {
  system_.calc_rate(t_, base, ws_, ydot_);
  const int n_q = system_.partition().n_q, rest = parts_.n_u + parts_.n_z;
  const MatX along = BlockFactors(calc_tangents(base)).solve(MatX(changes.topRows(n_q)));
  MatX dx(size(), changes.cols());
  for (int i = 0; i < pi_count(); ++i) dx.row(i) = along.row(kept_[static_cast<std::size_t>(i)]);
  dx.bottomRows(rest) = changes.bottomRows(rest);
  return dx;
}

MatX SteadyMotion::find_tangents(const VecX& y) {
  system_.calc_rate(t_, y, ws_, ydot_);
  return calc_tangents(y);
}

VecX SteadyMotion::move(const VecX& y, const VecX& dx, const MatX& tangents) {
  const multibody::Model& bodies = system_.model().bodies;
  const integrate::ConstState by = parts_.view(dx);
  VecX step = VecX::Zero(u_count());
  for (int i = 0; i < pi_count(); ++i) step[kept_[static_cast<std::size_t>(i)]] = by.q[i];
  VecX q = system_.view(y).q;
  multibody::move_along(bodies, tangents, step, q);
  if (bodies.is_constrained()) multibody::assemble(bodies, t_, ws_.frames, ws_.bodies, q);
  VecX moved = y;
  integrate::State to = system_.edit(moved);
  to.q = q;
  to.u += by.u;
  to.z += by.z;
  return moved;
}

}  // namespace fourfoot::analysis
