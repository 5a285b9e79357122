#include "multibody/group_factors.h"

#include <algorithm>

namespace fourfoot::multibody {

namespace {

/// f(block, its number among all).
template <class F>
void for_each_block(const Model& model, F f) {
  std::size_t index = 0;
  for (const ConstraintGroup& group : model.groups()) {
    for (const ConstraintBlock& block : group.blocks) f(block, index++);
  }
}

std::size_t get_index(int k) {
  return static_cast<std::size_t>(k);
}

}  // namespace

DependentFactors::DependentFactors(const Model& model) {
  for_each_block(model, [&](const ConstraintBlock& block, std::size_t) {
    const auto m = static_cast<Eigen::Index>(block.rows.size());
    Part& part = parts_.emplace_back();
    part.dependent.setIdentity(m, m);
    part.X.setZero(static_cast<Eigen::Index>(block.independent.size()), m);
    part.x.setZero(m);
    part.lu.compute(part.dependent);  // sized by this one, so that later ones do not allocate
  });
}

void DependentFactors::compute(const Model& model, const MatX& A, MatX& X) {
  for_each_block(model, [&](const ConstraintBlock& block, std::size_t index) {
    if (index == parts_.size()) parts_.emplace_back();  // a model with other dependent speeds
    Part& part = parts_[index];
    const std::size_t m = block.rows.size(), free = block.independent.size();
    const auto size = static_cast<Eigen::Index>(m);
    part.dependent.resize(size, size);
    part.X.resize(static_cast<Eigen::Index>(free), size);
    part.x.resize(size);
    for (std::size_t k = 0; k < m; ++k) {
      const double* column = &A.coeffRef(0, model.dependent()[get_index(block.dependent[k])]);
      double* out = &part.dependent.coeffRef(0, static_cast<Eigen::Index>(k));
      for (std::size_t r = 0; r < m; ++r) out[r] = column[block.rows[r]];
    }
    part.lu.compute(part.dependent);
    for (std::size_t k = 0; k < free; ++k) {
      const double* column = &A.coeffRef(0, model.independent()[get_index(block.independent[k])]);
      double* out = part.X.data() + k;
      for (std::size_t r = 0; r < m; ++r) out[r * free] = column[block.rows[r]];
    }
    part.lu.solve_rows_in_place(part.X);
    for (std::size_t k = 0; k < free; ++k) {
      double* column = &X.coeffRef(0, block.independent[k]);
      const double* from = part.X.data() + k;
      for (std::size_t d = 0; d < m; ++d) column[block.dependent[d]] = -from[d * free];
    }
  });
}

void DependentFactors::solve(const Model& model, const VecX& b, VecX& out) {
  for_each_block(model, [&](const ConstraintBlock& block, std::size_t index) {
    Part& part = parts_[index];
    const std::size_t m = block.rows.size();
    double* const x = part.x.data();
    for (std::size_t r = 0; r < m; ++r) x[r] = b[block.rows[r]];
    part.lu.solve_in_place(part.x);
    for (std::size_t k = 0; k < m; ++k) out[block.dependent[k]] = x[k];
  });
}

void DependentFactors::solve_transposed(const Model& model, const VecX& b, VecX& out) {
  for_each_block(model, [&](const ConstraintBlock& block, std::size_t index) {
    Part& part = parts_[index];
    const std::size_t m = block.rows.size();
    double* const x = part.x.data();
    for (std::size_t k = 0; k < m; ++k) x[k] = b[block.dependent[k]];
    part.lu.solve_transposed_in_place(part.x);
    for (std::size_t r = 0; r < m; ++r) out[block.rows[r]] = x[r];
  });
}

void DependentFactors::solve_columns(const Model& model, std::size_t group, const MatX& rows,
                                     std::span<const int> columns, MatRef out) const {
  const int begin = model.groups()[group].dependent_begin;
  std::size_t index = 0;
  for (std::size_t g = 0; g < group; ++g) index += model.groups()[g].blocks.size();
  for (const ConstraintBlock& block : model.groups()[group].blocks) {
    const Part& part = parts_[index++];
    const std::size_t m = block.rows.size();
    double* const x = part.x.data();
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const double* column = &rows.coeffRef(0, columns[c]);
      bool is_zero = true;
      for (std::size_t r = 0; r < m; ++r) {
        x[r] = column[block.rows[r]];
        is_zero = is_zero && x[r] == 0.0;
      }
      if (!is_zero) part.lu.solve(x);
      double* to = &out.coeffRef(0, static_cast<Eigen::Index>(c));
      for (std::size_t k = 0; k < m; ++k) to[block.dependent[k] - begin] = x[k];
    }
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

namespace {

double dot(const double* a, const double* b, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

/// Two sums side by side, so that they fit the processor's pairs.
double dot6(const double* a, const double* b) {
  using Pair = Eigen::Array2d;
  using Map = Eigen::Map<const Pair>;
  const Pair sum = Map{a} * Map{b} + Map{a + 2} * Map{b + 2} + Map{a + 4} * Map{b + 4};
  return sum[0] + sum[1];
}

}  // namespace

void put_reduced_mass(const Model& model, const MatX& mass, const MatX& B, MatX& MB, MatX& theta) {
  for (const ConstraintGroup& group : model.groups()) {
    const int first = group.independent_begin, free = group.independent_count;
    for (int k = first; k < first + free; ++k)
      for (int i = k; i < first + free; ++i) theta.coeffRef(i, k) = 0.0;
    for (std::size_t j = 0; j < group.bodies.size(); ++j) {
      const Body& body = model.body(group.bodies[j]);
      const int at = body.packed_begin, n = body.speed_count;
      const bool is_plain = has_constant_mass(body);
      const std::vector<int>& follows = group.follows[j];
      for (std::size_t k = 0; k < follows.size(); ++k) {
        const double* b = &B.coeffRef(at, follows[k]);
        double* mb = &MB.coeffRef(at, follows[k]);
        if (is_plain) {
          Eigen::Map<Vec3>{mb} = body.given.mass * Eigen::Map<const Vec3>{b};
          Eigen::Map<Vec3>{mb + 3} = body.given.inertia * Eigen::Map<const Vec3>{b + 3};
        } else {
          for (int i = 0; i < n; ++i) mb[i] = dot(&mass.coeffRef(at, at + i), b, n);
        }
        for (std::size_t i = k; i < follows.size(); ++i) {
          const double* other = &B.coeffRef(at, follows[i]);
          theta.coeffRef(follows[i], follows[k]) += is_plain ? dot6(other, mb) : dot(other, mb, n);
        }
      }
    }
  }
}

void add_mass_product(const Model& model, double factor, const MatX& mass, const VecX& x,
                      VecX& out) {
  for (std::size_t j : model.constrained_bodies()) {
    const Body& body = model.body(j);
    const int at = body.packed_begin, n = body.speed_count;
    if (has_constant_mass(body)) {
      out.segment<3>(at) += factor * body.given.mass * x.segment<3>(at);
      out.segment<3>(at + 3) += factor * (body.given.inertia * x.segment<3>(at + 3));
      continue;
    }
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

void add_spread(const Model& model, const MatX& B, const VecX& x, VecX& out) {
  for (const ConstraintGroup& group : model.groups()) {
    const int at = group.packed_begin, n = group.packed_count;
    const int i = group.independent_begin, free = group.independent_count;
    out.segment(at, n) += B.block(at, i, n, free).lazyProduct(x.segment(i, free));
  }
}

}  // namespace fourfoot::multibody
