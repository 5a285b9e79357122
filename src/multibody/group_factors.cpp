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

void RevoluteFactors::compute(const double* a, Eigen::Index stride,
                              const std::array<int, 2>& turns) {
  for (Eigen::Index k = 0; k < 3; ++k) E_.col(k) = Eigen::Map<const Vec3>(a + k * stride);
  is_aligned_ = E_ == Mat3::Identity();
  Eigen::Matrix2d P;
  for (Eigen::Index k = 0; k < 2; ++k) {
    const double* column = a + turns[get_index(static_cast<int>(k))] * stride;
    W_.col(k) = Eigen::Map<const Vec3>(column);
    P.col(k) = Eigen::Map<const Eigen::Vector2d>(column + 3);
  }
  inverse_P_ = P.inverse();
}

void RevoluteFactors::solve(double* x) const {
  Eigen::Map<Vec3> v(x);
  Eigen::Map<Eigen::Vector2d> w(x + 3);
  if (w[0] == 0.0 && w[1] == 0.0) {  // what moves the point without turning
    turn_back(v);
    return;
  }
  w = inverse_P_ * w.eval();
  v -= W_ * w;
  turn_back(v);
}

void RevoluteFactors::solve_transposed(double* x) const {
  Eigen::Map<Vec3> point(x);
  Eigen::Map<Eigen::Vector2d> axis(x + 3);
  if (!is_aligned_) point = E_ * point.eval();
  axis = inverse_P_.transpose() * Eigen::Vector2d(axis - W_.transpose() * point);
}

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
    if (block.follower_begin >= 0)
      compute_revolute(model, block, A, X, parts_[index]);
    else
      compute_general(model, block, A, X, parts_[index]);
  });
}

void DependentFactors::compute_revolute(const Model& model, const ConstraintBlock& block,
                                        const MatX& A, MatX& X, Part& part) {
  const int row = block.rows.front(), first = block.dependent.front();
  part.x.resize(5);
  part.revolute.compute(&A.coeffRef(row, block.follower_begin), A.outerStride(),
                        block.follower_turns);
  for (const int i : block.independent) {
    double* const x = &X.coeffRef(first, i);
    const double* const a = &A.coeffRef(row, model.independent()[get_index(i)]);
    for (int k = 0; k < 5; ++k) x[k] = -a[k];
    part.revolute.solve(x);
  }
}

namespace {

/// Columns of A in the rows of a block, from `columns` in `speeds`.
void copy_rows(const ConstraintBlock& block, const MatX& A, const std::vector<int>& columns,
               const std::vector<int>& speeds, MatX& out) {
  const std::size_t m = block.rows.size();
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const double* column = &A.coeffRef(0, speeds[get_index(columns[k])]);
    double* to = &out.coeffRef(0, static_cast<Eigen::Index>(k));
    for (std::size_t r = 0; r < m; ++r) to[r] = column[block.rows[r]];
  }
}

}  // namespace

void DependentFactors::compute_general(const Model& model, const ConstraintBlock& block,
                                       const MatX& A, MatX& X, Part& part) {
  const std::size_t m = block.rows.size(), free = block.independent.size();
  const auto size = static_cast<Eigen::Index>(m);
  part.dependent.resize(size, size);
  part.X.resize(static_cast<Eigen::Index>(free), size);
  part.x.resize(size);
  copy_rows(block, A, block.dependent, model.dependent(), part.dependent);
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
}

void DependentFactors::Part::solve(const ConstraintBlock& block, double* values) const {
  if (block.follower_begin >= 0)
    revolute.solve(values);
  else
    lu.solve(values);
}

void DependentFactors::solve(const Model& model, const VecX& b, VecX& out) {
  for_each_block(model, [&](const ConstraintBlock& block, std::size_t index) {
    const Part& part = parts_[index];
    if (block.follower_begin >= 0) {
      const int row = block.rows.front(), first = block.dependent.front();
      out.segment<5>(first) = b.segment<5>(row);
      return part.revolute.solve(&out[first]);
    }
    const std::size_t m = block.rows.size();
    double* const x = part.x.data();
    for (std::size_t r = 0; r < m; ++r) x[r] = b[block.rows[r]];
    part.lu.solve(x);
    for (std::size_t k = 0; k < m; ++k) out[block.dependent[k]] = x[k];
  });
}

void DependentFactors::solve_transposed(const Model& model, const VecX& b, VecX& out) {
  for_each_block(model, [&](const ConstraintBlock& block, std::size_t index) {
    const Part& part = parts_[index];
    if (block.follower_begin >= 0) {
      const int row = block.rows.front(), first = block.dependent.front();
      out.segment<5>(row) = b.segment<5>(first);
      return part.revolute.solve_transposed(&out[row]);
    }
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
      if (!is_zero) part.solve(block, x);
      double* to = &out.coeffRef(0, static_cast<Eigen::Index>(c));
      for (std::size_t k = 0; k < m; ++k) to[block.dependent[k] - begin] = x[k];
    }
  }
}

double DependentFactors::rcond(const Model& model, const MatX& A) const {
  double least = 1.0;
  for_each_block(model, [&](const ConstraintBlock& block, std::size_t) {
    const auto m = static_cast<Eigen::Index>(block.rows.size());
    MatX dependent(m, m);
    copy_rows(block, A, block.dependent, model.dependent(), dependent);
    least = std::min(least, LuFactors(dependent).rcond());
  });
  return least;
}

}  // namespace fourfoot::multibody
