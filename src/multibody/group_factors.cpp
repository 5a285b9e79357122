#include "multibody/group_factors.h"

#include <algorithm>

namespace fourfoot::multibody {

DependentFactors::DependentFactors(const Model& model) {
  for (const ConstraintGroup& group : model.groups()) {
    const int m = group.row_count(), free = std::max(0, group.packed_count - m);
    Part& part = parts_.emplace_back();
    part.dependent.setIdentity(m, m);
    part.X.setZero(m, free);
    part.x.setZero(m);
    part.lu.compute(part.dependent);  // sized by this one, so that later ones do not allocate
  }
}

void DependentFactors::compute(const Model& model, const MatX& A, MatX& X) {
  for (std::size_t g = 0; g < parts_.size(); ++g) {
    const ConstraintGroup& group = model.groups()[g];
    Part& part = parts_[g];
    const int m = group.row_count();
    const auto take = [&](const std::vector<int>& packed, int begin, MatX& out) {
      for (Eigen::Index k = 0; k < out.cols(); ++k) {
        const int column = packed[static_cast<std::size_t>(begin + k)];
        for (int r = 0; r < m; ++r) out(r, k) = A(group.rows[static_cast<std::size_t>(r)], column);
      }
    };
    take(model.dependent(), group.dependent_begin, part.dependent);
    take(model.independent(), group.independent_begin, part.X);
    part.lu.compute(part.dependent);
    part.lu.solve_in_place(part.X);
    X.block(group.dependent_begin, group.independent_begin, m, group.independent_count) = -part.X;
  }
}

void DependentFactors::solve(const Model& model, const VecX& b, VecX& out) {
  for (std::size_t g = 0; g < parts_.size(); ++g) {
    const ConstraintGroup& group = model.groups()[g];
    Part& part = parts_[g];
    for (int r = 0; r < group.row_count(); ++r)
      part.x[r] = b[group.rows[static_cast<std::size_t>(r)]];
    part.lu.solve_in_place(part.x);
    out.segment(group.dependent_begin, group.row_count()) = part.x;
  }
}

void DependentFactors::solve_transposed(const Model& model, const VecX& b, VecX& out) {
  for (std::size_t g = 0; g < parts_.size(); ++g) {
    const ConstraintGroup& group = model.groups()[g];
    Part& part = parts_[g];
    part.x = b.segment(group.dependent_begin, group.row_count());
    part.lu.solve_transposed_in_place(part.x);
    for (int r = 0; r < group.row_count(); ++r)
      out[group.rows[static_cast<std::size_t>(r)]] = part.x[r];
  }
}

bool has_constant_mass(const Body& body) {
  return body.angular_speeds && body.speed_count == 6;
}

double DependentFactors::rcond() const {
  double least = 1.0;
  for (const Part& part : parts_) least = std::min(least, LuFactors(part.dependent).rcond());
  return least;
}

MassFactors::MassFactors(const Model& model) {
  for (const ConstraintGroup& group : model.groups()) {
    const int free = std::max(0, group.packed_count - group.row_count());
    Part& part = parts_.emplace_back();
    part.theta.setIdentity(free, free);
    part.llt.compute(part.theta);
  }
}

void MassFactors::compute(const Model& model, const MatX& theta) {
  for (std::size_t g = 0; g < parts_.size(); ++g) {
    const int at = model.groups()[g].independent_begin;
    const Eigen::Index n = parts_[g].theta.rows();
    parts_[g].theta = theta.block(at, at, n, n);
    parts_[g].llt.compute(parts_[g].theta);
  }
}

void MassFactors::solve_in_place(const Model& model, MatRef x) const {
  for (std::size_t g = 0; g < parts_.size(); ++g) solve_group_in_place(model, g, x);
}

void MassFactors::solve_group_in_place(const Model& model, std::size_t group, MatRef x) const {
  const ConstraintGroup& of = model.groups()[group];
  parts_[group].llt.solve_in_place(x.middleRows(of.independent_begin, of.independent_count));
}

// Few numbers each: coefficient by coefficient they cost less than Eigen's kernels for large ones.

void put_mass_product(const Model& model, const MatX& mass, const MatX& B, MatX& MB) {
  for (const ConstraintGroup& group : model.groups()) {
    for (std::size_t j : group.bodies) {
      const int at = model.body(j).packed_begin, n = model.body(j).speed_count;
      if (has_constant_mass(model.body(j))) {
        const auto rows = B.block(at, group.independent_begin, n, group.independent_count);
        auto out = MB.block(at, group.independent_begin, n, group.independent_count);
        out.topRows<3>() = model.body(j).given.mass * rows.topRows<3>();
        out.bottomRows<3>() = model.body(j).given.inertia.lazyProduct(rows.bottomRows<3>());
        continue;
      }
      MB.block(at, group.independent_begin, n, group.independent_count) =
          mass.block(at, at, n, n)
              .lazyProduct(B.block(at, group.independent_begin, n, group.independent_count));
    }
  }
}

void put_theta(const Model& model, const MatX& X, const MatX& MB, MatX& theta) {
  for (const ConstraintGroup& group : model.groups()) {
    const int at = group.independent_begin, free = group.independent_count;
    const int first = group.dependent_begin, m = group.row_count();
    for (int k = at; k < at + free; ++k) {
      const double* by_k = &MB.coeffRef(0, k);
      for (int i = k; i < at + free; ++i) {
        const double* x = &X.coeffRef(0, i);
        double sum = by_k[model.independent()[static_cast<std::size_t>(i)]];
        for (int d = first; d < first + m; ++d)
          sum += x[d] * by_k[model.dependent()[static_cast<std::size_t>(d)]];
        theta(i, k) = sum;
      }
    }
  }
}

void add_mass_product(const Model& model, double factor, const MatX& mass, const VecX& x,
                      VecX& out) {
  for (std::size_t j : model.constrained_bodies()) {
    const int at = model.body(j).packed_begin, n = model.body(j).speed_count;
    out.segment(at, n) += factor * mass.block(at, at, n, n).lazyProduct(x.segment(at, n));
  }
}

void put_reduced(const Model& model, const MatX& B, const VecX& x, VecX& out) {
  for (const ConstraintGroup& group : model.groups()) {
    const int at = group.packed_begin, n = group.packed_count;
    const int i = group.independent_begin, free = group.independent_count;
    out.segment(i, free) = B.block(at, i, n, free).transpose().lazyProduct(x.segment(at, n));
  }
}

void put_reduced(const Model& model, const MatX& B, const MatX& x, MatX& out) {
  for (const ConstraintGroup& group : model.groups()) {
    const int at = group.packed_begin, n = group.packed_count;
    const int i = group.independent_begin, free = group.independent_count;
    put_transposed_product(B.block(at, i, n, free), x.middleRows(at, n), out.middleRows(i, free));
  }
}

void add_spread(const Model& model, const MatX& B, const VecX& x, VecX& out) {
  for (const ConstraintGroup& group : model.groups()) {
    const int at = group.packed_begin, n = group.packed_count;
    const int i = group.independent_begin, free = group.independent_count;
    out.segment(at, n) += B.block(at, i, n, free).lazyProduct(x.segment(i, free));
  }
}

}  // namespace fourfoot::multibody
