#pragma once

#include <Eigen/LU>
#include <vector>

#include "integrate/problem.h"

namespace fourfoot::integrate {

/// Factors of a matrix I - D J of a partitioned problem. The rows of the coordinates couple each
/// with few others (q' = N(q) u, body by body), so they are eliminated first, block by block:
///
///   [ A_qq  A_qr ] [x_q]   [b_q]        S = A_rr - A_rq A_qq^-1 A_qr
///   [ A_rq  A_rr ] [x_r] = [b_r]
///
/// which leaves half the unknowns, an eighth of the work, for the dense factors of S. The blocks of
/// A_qq are found from its zeros each time. Without coordinates it is plain LU. Pivoting stays
/// within the blocks and within S; A_qq = I - d N' u is near the identity for any reasonable step.
class PartitionedLu {
 public:
  PartitionedLu(const Partition& partition, Eigen::Index size);

  /// False if the matrix is singular.
  bool compute(const MatX& a);
  /// x = A^-1 b; they may be the same vector.
  void solve(const Eigen::Ref<const VecX>& b, Eigen::Ref<VecX> x);

 private:
  struct Block {
    Eigen::Index begin = 0, count = 0;
    std::vector<Eigen::Index> columns;  ///< of A_qr that are not zero in its rows
    MatX rows;                          ///< A_qq^-1 A_qr there
    Eigen::PartialPivLU<MatX> lu;
  };
  void find_blocks(const MatX& a);
  void eliminate(Block& block, const MatX& a);

  Eigen::Index n_q_, n_r_;
  std::vector<Block> blocks_;
  std::vector<Eigen::Index> begins_, begins_before_;
  MatX a_rq_, s_;
  Eigen::PartialPivLU<MatX> lu_;
  VecX x_q_, x_r_;
};

}  // namespace fourfoot::integrate
