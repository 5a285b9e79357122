#include "math/block_factors.h"

#include <numeric>

namespace fourfoot {

namespace {

/// Which block each column belongs to, by the number of one of its columns.
class BlockFinder {
 public:
  explicit BlockFinder(Eigen::Index columns) : parent_(static_cast<std::size_t>(columns)) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  std::size_t find(std::size_t k) {
    while (parent_[k] != k) k = parent_[k] = parent_[parent_[k]];
    return k;
  }
  void join(std::size_t a, std::size_t b) { parent_[find(b)] = find(a); }

 private:
  std::vector<std::size_t> parent_;
};

}  // namespace

BlockFactors::BlockFactors(const MatX& a) : rows_(a.rows()), columns_(a.cols()) {
  constexpr std::size_t none = static_cast<std::size_t>(-1);
  BlockFinder finder(columns_);
  std::vector<std::size_t> of_row(static_cast<std::size_t>(rows_), none);
  for (Eigen::Index k = 0; k < columns_; ++k) {
    for (Eigen::Index i = 0; i < rows_; ++i) {
      if (a(i, k) == 0.0) continue;
      std::size_t& first = of_row[static_cast<std::size_t>(i)];
      if (first == none)
        first = static_cast<std::size_t>(k);
      else
        finder.join(first, static_cast<std::size_t>(k));
    }
  }
  std::vector<std::size_t> number(static_cast<std::size_t>(columns_), none);
  for (Eigen::Index i = 0; i < rows_; ++i) {
    const std::size_t column = of_row[static_cast<std::size_t>(i)];
    if (column == none) continue;
    std::size_t& block = number[finder.find(column)];
    if (block == none) {
      block = blocks_.size();
      blocks_.emplace_back();
    }
    blocks_[block].rows.push_back(i);
  }
  for (Eigen::Index k = 0; k < columns_; ++k) {
    const std::size_t block = number[finder.find(static_cast<std::size_t>(k))];
    if (block != none) blocks_[block].columns.push_back(k);
  }
  for (Block& block : blocks_) {
    block.a = a(block.rows, block.columns);
    block.factors = std::make_unique<TallFactors>(block.a);
  }
}

MatX BlockFactors::solve(const MatX& b) const {
  MatX x = MatX::Zero(columns_, b.cols());
  for (const Block& block : blocks_) {
    const MatX part = block.factors->solve(MatX(b(block.rows, Eigen::all)));
    for (std::size_t k = 0; k < block.columns.size(); ++k)
      x.row(block.columns[k]) = part.row(static_cast<Eigen::Index>(k));
  }
  return x;
}

VecX BlockFactors::solve(const VecX& b) const {
  VecX x = VecX::Zero(columns_);
  for (const Block& block : blocks_) {
    const VecX part = block.factors->solve(VecX(b(block.rows)));
    for (std::size_t k = 0; k < block.columns.size(); ++k)
      x[block.columns[k]] = part[static_cast<Eigen::Index>(k)];
  }
  return x;
}

SparseMat BlockFactors::calc_inverse() const {
  std::vector<Eigen::Triplet<double>> entries;
  for (const Block& block : blocks_) {
    const auto n = static_cast<Eigen::Index>(block.rows.size());
    const MatX part = block.factors->solve(MatX(MatX::Identity(n, n)));
    for (std::size_t i = 0; i < block.rows.size(); ++i) {
      for (std::size_t k = 0; k < block.columns.size(); ++k)
        entries.emplace_back(block.columns[k], block.rows[i],
                             part(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(i)));
    }
  }
  SparseMat inverse(columns_, rows_);
  inverse.setFromTriplets(entries.begin(), entries.end());
  return inverse;
}

MatX BlockFactors::multiply_left(const MatX& c) const {
  MatX product = MatX::Zero(c.rows(), columns_);
  for (const Block& block : blocks_) {
    for (std::size_t k = 0; k < block.columns.size(); ++k) {
      auto column = product.col(block.columns[k]);
      for (std::size_t i = 0; i < block.rows.size(); ++i) {
        const double factor = block.a(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k));
        if (factor != 0.0) column += factor * c.col(block.rows[i]);
      }
    }
  }
  return product;
}

}  // namespace fourfoot
