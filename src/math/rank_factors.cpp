#include "math/rank_factors.h"

#include <Eigen/SparseLU>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "math/least_squares.h"
#include "math/sparse_factors.h"

namespace fourfoot {

namespace {

constexpr double regular_margin = 10.0;  // rcond is an estimate
constexpr double shift_part = 0.01;      // of the smallest singular value that counts
constexpr int inverse_iterations = 3;    // each reduces what counts by at least 1e4
constexpr int most_corrections = 10;

/// The block's columns made orthonormal, twice: the first pass leaves what rounding lost.
void orthonormalise(MatX& block) {
  for (int pass = 0; pass < 2; ++pass) {
    for (Eigen::Index k = 0; k < block.cols(); ++k) {
      for (Eigen::Index i = 0; i < k; ++i)
        block.col(k) -= block.col(i).dot(block.col(k)) * block.col(i);
      block.col(k) /= block.col(k).stableNorm();
    }
  }
}

/// Vectors without a pattern that a matrix could share, the same on every machine.
MatX make_start(Eigen::Index rows, Eigen::Index columns) {
  MatX block(rows, columns);
  std::uint64_t state = 88172645463325252u;  // xorshift [Marsaglia2003]
  for (Eigen::Index k = 0; k < block.size(); ++k) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    block.data()[k] = static_cast<double>(state >> 11) * 0x1p-52 - 1.0;
  }
  return block;
}

/// Directions within the block that `taken`, which is A times the block, leaves shorter than `limit`.
MatX choose_unseen(const MatX& block, const MatX& taken, double limit) {
  const double longest = taken.colwise().norm().maxCoeff();
  if (longest <= limit) return block;
  return block * OrthogonalFactors(taken, limit / longest).calc_null_space();
}

/// Takes its part along each of these directions from x.
void remove(const MatX& directions, VecX& x) {
  for (Eigen::Index k = 0; k < directions.cols(); ++k)
    x -= directions.col(k).dot(x) * directions.col(k);
}

}  // namespace

struct RankFactors::Factors {
  Eigen::Index size = 0;
  std::optional<OrthogonalFactors> dense;
  SparseFactors regular;
  // Deflated:
  double reach = 0.0, limit = 0.0;  ///< longest column; singular values above it count
  SparseMat a;
  Eigen::SparseLU<SparseMat, Eigen::COLAMDOrdering<int>> lu;  ///< of S, then of M
  MatX right, left;  ///< orthonormal: what A, and its transpose, do not see

  bool factorise(SparseMat& matrix) {
    matrix.makeCompressed();
    lu.compute(matrix);
    return lu.info() == Eigen::Success;
  }
  bool deflate(const SparseMat& given, double threshold);
  bool border();
  VecX solve_deflated(const VecX& b) const;
};

RankFactors::RankFactors(const SparseMat& a, double threshold)
    : factors_(std::make_unique<Factors>()) {
  factors_->size = a.cols();
  if (a.rows() >= many && a.coeffs().allFinite()) {
    if (factors_->regular.compute(a) && factors_->regular.rcond() > regular_margin * threshold) {
      way_ = Way::regular;
      return;
    }
    if (factors_->deflate(a, threshold)) {
      way_ = Way::deflated;
      return;
    }
  }
  factors_->dense.emplace(MatX(a), threshold);
}

RankFactors::~RankFactors() = default;

bool RankFactors::Factors::deflate(const SparseMat& given, double threshold) {
  a = given;
  reach = 0.0;
  for (Eigen::Index k = 0; k < a.cols(); ++k) reach = std::max(reach, a.col(k).norm());
  limit = threshold * reach;
  SparseMat shifted(a.rows(), a.cols());
  shifted.setIdentity();
  shifted = a + shift_part * limit * shifted;
  if (!factorise(shifted)) return false;
  for (Eigen::Index count = 4; count <= 2 * most_unseen; count *= 2) {
    MatX block = make_start(a.rows(), count), other;
    orthonormalise(block);
    for (int i = 0; i < inverse_iterations; ++i) {
      other = lu.transpose().solve(block);
      orthonormalise(other);
      block = lu.solve(other);
      orthonormalise(block);
    }
    if (!block.allFinite() || !other.allFinite()) return false;
    right = choose_unseen(block, a * block, limit);
    left = choose_unseen(other, a.transpose() * other, limit);
    if (right.cols() < count) return right.cols() == left.cols() && border();
  }
  return false;
}

// Entries at the rows and columns where lost directions stand out make the matrix regular.
bool RankFactors::Factors::border() {
  const Eigen::Index n = size, count = right.cols();
  SparseMat bordered = a;
  MatX rows = MatX::Zero(n, count), columns = rows;
  if (count > 0) {
    const Eigen::SparseMatrix<double, Eigen::RowMajor> by_rows = a;
    const std::vector<int> row = order_columns(left.transpose());
    const std::vector<int> column = order_columns(right.transpose());
    for (Eigen::Index k = 0; k < count; ++k) {
      const int i = row[static_cast<std::size_t>(k)], j = column[static_cast<std::size_t>(k)];
      const double length = by_rows.row(i).norm();
      bordered.coeffRef(i, j) += length > 0.0 ? length : reach;
      rows(i, k) = columns(j, k) = 1.0;
    }
  }
  if (!factorise(bordered)) return false;
  if (count == 0) return true;
  right = lu.solve(rows);
  left = lu.transpose().solve(columns);
  orthonormalise(right);
  orthonormalise(left);
  const MatX taken = a * right, taken_left = a.transpose() * left;
  return taken.allFinite() && taken_left.allFinite() &&
         taken.colwise().norm().maxCoeff() <= limit &&
         taken_left.colwise().norm().maxCoeff() <= limit;
}

VecX RankFactors::Factors::solve_deflated(const VecX& b) const {
  VecX x = VecX::Zero(size);
  double last = std::numeric_limits<double>::infinity();
  for (int i = 0; i < most_corrections; ++i) {
    VecX rest = b - a * x;
    remove(left, rest);
    VecX step = lu.solve(rest);
    remove(right, step);
    const double length = step.norm();
    if (!(length < 0.5 * last)) break;
    x += step;
    last = length;
  }
  return x;
}

VecX RankFactors::solve(const VecX& b) const {
  if (way_ == Way::regular) return factors_->regular.solve(b);
  return way_ == Way::deflated ? factors_->solve_deflated(b) : factors_->dense->solve(b);
}

Eigen::Index RankFactors::rank() const {
  if (way_ == Way::regular) return factors_->size;
  return way_ == Way::deflated ? factors_->size - factors_->right.cols() : factors_->dense->rank();
}

MatX RankFactors::calc_null_space() const {
  if (way_ == Way::regular) return MatX(factors_->size, 0);
  return way_ == Way::deflated ? factors_->right : factors_->dense->calc_null_space();
}

}  // namespace fourfoot
