#pragma once

#include <memory>
#include <vector>

#include "math/least_squares.h"
#include "math/sparse_matrix.h"

namespace fourfoot {

/// TallFactors of a matrix that falls into blocks: rows and columns joined by entries that are not
/// zero are one, and each has factors of its own. Of n bodies with a few columns each the factors cost
/// in proportion to n, where those of the whole cost n^3.
///
/// The answers are those of TallFactors but for rounding. A column without entries gets 0, as the
/// shortest solution has it.
class BlockFactors {
 public:
  explicit BlockFactors(const MatX& a);

  /// x that brings A x closest to b, for A of full rank in its columns that have entries.
  MatX solve(const MatX& b) const;
  VecX solve(const VecX& b) const;
  /// The matrix that solve multiplies with: of each block, beside the others.
  SparseMat calc_inverse() const;
  /// c A.
  MatX multiply_left(const MatX& c) const;

  std::size_t block_count() const { return blocks_.size(); }

 private:
  struct Block {
    std::vector<Eigen::Index> rows, columns;
    MatX a;
    std::unique_ptr<TallFactors> factors;
  };
  Eigen::Index rows_, columns_;
  std::vector<Block> blocks_;
};

}  // namespace fourfoot
